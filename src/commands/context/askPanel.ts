import * as l10n from "@vscode/l10n";
import { orCancelled } from "../../connection/sharedRequest.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Dialogs, Talking } from "../../ports/dialogs.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { KnownPanels } from "./knownPanels.ts";

/** An error (`cause`) with the panel that it is about, so that a fix can be offered. */
export class ErrorWithPanel extends Error {
  readonly panel: PanelRecord;

  constructor(panel: PanelRecord, cause: unknown) {
    super("error with panel", { cause });
    this.name = "ErrorWithPanel";
    this.panel = panel;
  }
}

/** Runs a task for a panel; its errors become `ErrorWithPanel`. */
export async function forPanel<T>(panel: PanelRecord, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw new ErrorWithPanel(panel, error);
  }
}

const PLACE = "beforeQuestion";

/** Shows progress while a panel is asked before a question. */
export function whileConnecting<T>(
  dialogs: Pick<Dialogs, "progress">,
  { name }: Pick<PanelRecord, "name">,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return dialogs.progress(l10n.t("Connecting to “{0}”…", name), task, PLACE);
}

/** Asks a stored panel for what a question to the person needs, and shows progress. Errors become `ErrorWithPanel`. */
export async function askPanel<T>(
  dialogs: Pick<Dialogs, "progress">,
  panel: PanelRecord,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return forPanel(panel, () => whileConnecting(dialogs, panel, task));
}

/** Loads the items of a kind. If a person cancels, loading continues for the tree. */
export async function itemsOf(
  { dialogs, tree }: KnownPanels & Talking,
  panel: PanelRecord,
  kind: ResourceKind,
): Promise<readonly ItemNode[]> {
  return askPanel(dialogs, panel, (signal) => orCancelled(signal, tree.items(panel.id, kind)));
}
