import * as l10n from "@vscode/l10n";
import type { Choosing } from "./services.ts";
import { orCancelled } from "../../connection/sharedRequest.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Dialogs } from "../../ports/dialogs.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";

/** Carries what was thrown (`cause`) together with its panel, so that a way to fix it can be offered. */
export class ErrorWithPanel extends Error {
  readonly panel: PanelRecord;

  constructor(panel: PanelRecord, cause: unknown) {
    super("error with panel", { cause });
    this.name = "ErrorWithPanel";
    this.panel = panel;
  }
}

/** Runs a task for a panel; what it throws comes out as `ErrorWithPanel`. */
export async function forPanel<T>(panel: PanelRecord, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw new ErrorWithPanel(panel, error);
  }
}

const PLACE = "beforeQuestion";

/** Shows that a panel is being asked, for as long as that takes; what it answers may lead to a question. */
export function whileConnecting<T>(
  dialogs: Pick<Dialogs, "progress">,
  { name }: { readonly name: string },
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return dialogs.progress(l10n.t("Connecting to “{0}”…", name), task, PLACE);
}

/**
 * The items of a kind, asked for behind a progress notification. What fails is thrown as `ErrorWithPanel`; what was asked
 * for when a person cancels goes on and fills the tree.
 */
export async function itemsOf(
  services: Choosing,
  panel: PanelRecord,
  kind: ResourceKind,
): Promise<readonly ItemNode[]> {
  return forPanel(panel, () =>
    whileConnecting(services.dialogs, panel, (signal) => orCancelled(signal, services.tree.items(panel.id, kind))),
  );
}
