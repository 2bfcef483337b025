import * as l10n from "@vscode/l10n";
import { groupsOn } from "../resources/feature.ts";
import { listedKinds } from "../resources/resources.ts";
import { groupNodeId, type GroupNode } from "../tree/treeNodes.ts";
import { groupText } from "../texts/resourceTexts.ts";
import { searchOf } from "../tree/searchOf.ts";
import { choosePanel, nodeArgument, panelOf } from "../commands/context/choose.ts";
import { FilterList, type FilterChoice } from "./filterList.ts";
import { itemsOf } from "../commands/context/askPanel.ts";
import type { Handler } from "../commands/context/handler.ts";
import type { Choosing } from "../commands/context/choosing.ts";
import type { Revealing } from "../views/drawnTree.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";

/**
 * Filters a group by names and facts while a person types, or shows what the panel finds in its whole list. If the person
 * turns away, the group is as it was, unless it was filtered otherwise meanwhile.
 */
export const filterGroup: Handler<Choosing & Revealing> = async (services, args) => {
  const group = await chooseGroup(services, args);
  if (group === undefined) return;
  const { tree, dialogs, reveal } = services;
  const panel = panelOf(services, group.panelId);
  // the group must be visible and loaded
  await reveal(group.id, { expand: true, focus: false });
  await tree.children(group.id);
  const { filter } = group;
  const [page] = tree.known(panel.id, group.kind).loaded?.pages ?? [];
  let list: FilterList | undefined;
  const picked = await dialogs.live<FilterChoice>({
    title: l10n.t("Filter {0}", groupText(group.kind)),
    placeholder: l10n.t("Type to filter “{0}”", panel.name),
    value: filter?.text ?? "",
    open: (box) => (list = new FilterList(services, panel, group, box)),
  });
  if (picked !== undefined || list?.isOvertaken === true) return;
  const isSearch = searchOf(filter) !== undefined && page !== undefined;
  tree.setFilter(group.id, filter, isSearch ? { kind: group.kind, page } : undefined);
};

/** Clears the filter of the clicked group. */
export const clearFilter: Handler<KnownPanels> = async (services, args) => {
  const group = nodeArgument(services, args);
  if (group?.type === "group") services.tree.setFilter(group.id, undefined);
};

async function chooseGroup(services: Choosing, args: readonly unknown[]): Promise<GroupNode | undefined> {
  const node = nodeArgument(services, args);
  if (node?.type === "group") return node;
  const title = l10n.t("Filter a Group");
  const panel = await choosePanel(services, args, title);
  if (panel === undefined) return undefined;
  const { edition } = services.connections.of(panel);
  const kinds = groupsOn(edition).filter((each) => listedKinds.includes(each));
  const choices = kinds.map((kind) => ({ label: groupText(kind), value: kind }));
  const kind = await services.dialogs.pick(title, l10n.t("Which group?"), choices);
  if (kind === undefined) return undefined;
  await itemsOf(services, panel, kind);
  const group = services.tree.node(groupNodeId(panel.id, kind));
  if (group?.type === "group") return group;
  return undefined;
}
