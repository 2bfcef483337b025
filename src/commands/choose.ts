import { l10n } from "vscode";
import type { PanelRecord } from "../model/panelRecord.ts";
import type { ResourceState, Verb } from "../model/resource.ts";
import { actionsOf, groupKindOf, type ResourceKind } from "../model/resources/table.ts";
import { groupNodeId, type ItemNode, type TreeNode } from "../model/treeNodes.ts";
import { PanelError } from "../panel/failure.ts";
import { groupText, itemText, stateText, verbText } from "../platform/texts/resourceTexts.ts";
import { forPanel } from "./panelProblem.ts";
import type { Services } from "./services.ts";

/** The node of a tree command's arguments; `undefined` from the palette. */
export function nodeArgument({ tree, selection }: Services, args: readonly unknown[]): TreeNode | undefined {
  // a key binding passes nothing: it means what is selected
  const [id] = args.length === 0 ? selection() : args;
  return typeof id === "string" ? tree.node(id) : undefined;
}

/** All selected nodes of a tree command: VS Code passes the one that was clicked, then the selection. */
export function nodeArguments({ tree, selection }: Services, args: readonly unknown[]): readonly TreeNode[] {
  const [clicked, selected] = args;
  const ids: readonly unknown[] =
    args.length === 0 ? selection() : Array.isArray(selected) && selected.includes(clicked) ? selected : [clicked];
  return ids.flatMap((id) => (typeof id === "string" ? (tree.node(id) ?? []) : []));
}

/** The panel that a command was called on, else the only one there is, else the one that a person picks. */
export async function choosePanel(
  services: Services,
  args: readonly unknown[],
  title: string,
): Promise<PanelRecord | undefined> {
  const node = args.length === 0 ? undefined : nodeArgument(services, args);
  const panels = services.panels();
  if (node !== undefined && node.type !== "folder") {
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

/** What an action can be done to: by node those that were clicked or selected, else what a person picks of those in a fitting state. */
export async function chooseItems(
  services: Services,
  args: readonly unknown[],
  kind: ResourceKind,
  verb: Verb,
): Promise<readonly ItemNode[]> {
  const offered: readonly ResourceState[] = actionsOf(kind).find(([name]) => name === verb)?.[1].offered ?? [];
  const fits = (item: ItemNode) => item.kind === kind && offered.includes(item.state);
  if (args.length > 0) {
    return nodeArguments(services, args)
      .filter((node) => node.type === "item")
      .filter(fits);
  }
  const title = l10n.t("{0}: {1}", verbText(verb), groupText(kind));
  const panel = await choosePanel(services, args, title);
  if (panel === undefined) return [];
  const fitting = (await itemsOf(services, panel, kind)).filter(fits);
  if (fitting.length === 0) {
    const message = l10n.t("“{0}” has nothing to choose from here: {1}", panel.name, groupText(kind));
    await services.dialogs.tell({ severity: "information", message });
    return [];
  }
  const choices = fitting.map((item) => ({
    label: itemText(kind, item.label),
    description: stateText(item.state),
    value: item,
  }));
  const more = moreText(services, panel, kind);
  return (await services.dialogs.pickMany(title, more ?? l10n.t("Which ones?"), choices)) ?? [];
}

/** One item of a kind: the node's, else one that a person picks. */
export async function chooseItem(
  services: Services,
  args: readonly unknown[],
  kind: ResourceKind,
  title: string,
): Promise<ItemNode | undefined> {
  const node = nodeArgument(services, args);
  if (node?.type === "item" && node.kind === kind) return node;
  const panel = await choosePanel(services, args, title);
  if (panel === undefined) return undefined;
  const items = await itemsOf(services, panel, kind);
  if (items.length === 0) {
    const message = l10n.t("“{0}” has nothing to choose from here: {1}", panel.name, groupText(kind));
    await services.dialogs.tell({ severity: "information", message });
    return undefined;
  }
  const choices = items.map((item) => ({
    label: itemText(kind, item.label),
    description: stateText(item.state),
    value: item,
  }));
  return services.dialogs.pick(title, moreText(services, panel, kind) ?? l10n.t("Which one?"), choices);
}

async function itemsOf(services: Services, panel: PanelRecord, kind: ResourceKind): Promise<readonly ItemNode[]> {
  return forPanel(panel, () =>
    services.dialogs.progress(l10n.t("Asking “{0}”", panel.name), (signal) =>
      unlessAborted(services.tree.items(panel.id, kind), signal),
    ),
  );
}

/** A list that is not loaded whole says so. */
function moreText({ tree }: Services, panel: PanelRecord, kind: ResourceKind): string | undefined {
  const group = tree.node(groupNodeId(panel.id, groupKindOf(kind)));
  if (group?.type !== "group" || group.count?.total === undefined || group.count.total <= group.count.loaded)
    return undefined;
  return l10n.t("Among the {0} loaded of {1}", group.count.loaded, group.count.total);
}

/** Stops waiting when the signal aborts; what was asked goes on and fills the tree. */
async function unlessAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => aborted.reject(new PanelError({ kind: "cancelled" })), { once: true });
  return Promise.race([task, aborted.promise]);
}
