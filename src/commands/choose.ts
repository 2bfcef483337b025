import { l10n } from "vscode";
import type { PanelRecord } from "../model/panelRecord.ts";
import type { ResourceState, Verb } from "../model/resource.ts";
import { actionsOf, type ResourceKind } from "../model/resources/table.ts";
import { PanelError } from "../panel/failure.ts";
import type { ItemNode } from "../model/treeNodes.ts";
import { withProgress } from "../platform/progress.ts";
import { groupText, stateText, verbText } from "../platform/texts/resourceTexts.ts";
import { forPanel } from "./panelProblem.ts";
import type { Services } from "./services.ts";

/** The node of a tree command's arguments; `undefined` from the palette. */
export function nodeArgument({ tree }: Services, args: readonly unknown[]) {
  const [id] = args;
  return typeof id === "string" ? tree.node(id) : undefined;
}

/** The panel that a command was called on, else the only one there is, else the one that a person picks. */
export async function choosePanel(
  services: Services,
  args: readonly unknown[],
  title: string,
): Promise<PanelRecord | undefined> {
  const node = nodeArgument(services, args);
  const panels = services.panels();
  if (node !== undefined) {
    const id = node.type === "panel" ? node.panel.id : node.panelId;
    return panels.find((panel) => panel.id === id);
  }
  if (panels.length === 0) {
    const message = l10n.t("There is no panel yet. Add one first.");
    await services.dialogs.tell({ severity: "information", message });
    return undefined;
  }
  if (panels.length === 1) return panels[0];
  const choices = panels.map((panel) => ({
    label: panel.name,
    description: panel.address,
    icon: "server",
    value: panel,
  }));
  return services.dialogs.pick(title, l10n.t("Which panel?"), choices);
}

/** The resource that an action was called on, else one that a person picks among those in a fitting state. */
export async function chooseItem(
  services: Services,
  args: readonly unknown[],
  kind: ResourceKind,
  verb: Verb,
): Promise<ItemNode | undefined> {
  const node = nodeArgument(services, args);
  if (node?.type === "item") return node;
  const title = l10n.t("{0}: {1}", verbText(verb), groupText(kind));
  const panel = await choosePanel(services, args, title);
  if (panel === undefined) return undefined;
  const items = await forPanel(panel, () =>
    withProgress(l10n.t("Asking “{0}”", panel.name), (signal) =>
      unlessAborted(services.tree.items(panel.id, kind), signal),
    ),
  );
  const offered: readonly ResourceState[] = actionsOf(kind).find(([name]) => name === verb)?.[1].offered ?? [];
  const fitting = items.filter(({ state }) => offered.includes(state));
  if (fitting.length === 0) {
    const message = l10n.t("“{0}” has nothing to choose from here: {1}", panel.name, groupText(kind));
    await services.dialogs.tell({ severity: "information", message });
    return undefined;
  }
  const choices = fitting.map((item) => ({ label: item.label, description: stateText(item.state), value: item }));
  return services.dialogs.pick(title, l10n.t("Which one?"), choices);
}

/** Stops waiting when the signal aborts; what was asked goes on and fills the tree. */
async function unlessAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => aborted.reject(new PanelError({ kind: "cancelled" })), { once: true });
  return Promise.race([task, aborted.promise]);
}
