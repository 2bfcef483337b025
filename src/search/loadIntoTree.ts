import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../commands/context/commandAborted.ts";
import { groupAbove } from "../resources/resources.ts";
import { itemText } from "../texts/resourceTexts.ts";
import { groupNodeId, panelNodeId, type ItemNode } from "../tree/treeNodes.ts";
import { PanelError } from "../wire/answers/failure.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";
import type { Talking } from "../ports/dialogs.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import type { Place } from "./resourceSearch.ts";

/** Loads what is needed for an item to be in the tree. Ends the command if it is no longer there. */
export async function loadIntoTree(
  { tree, dialogs }: KnownPanels & Talking,
  node: ItemNode,
  place: Place | undefined,
): Promise<void> {
  const name = itemText(node.kind, node.label);
  const isThere =
    tree.loadedChildren(node.parentId ?? "").includes(node.id) ||
    (await dialogs.progress(l10n.t("Looking for “{0}”…", name), (signal) => bringIntoTree(tree, node, place, signal)));
  if (!isThere) throw new CommandAborted(l10n.t("“{0}” is no longer listed.", name));
}

/**
 * Loads the panel, groups and pages above an item; `false`: it is not there. If only the panel's own search has found it,
 * its group shows the result of that search.
 */
async function bringIntoTree(
  tree: PanelTree,
  { id, parentId: groupId = "", panelId, kind }: ItemNode,
  place: Place | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const isThere = () => tree.loadedChildren(groupId).includes(id);
  await tree.children(panelNodeId(panelId));
  const above = groupAbove(kind);
  if (above !== undefined) await tree.children(groupNodeId(panelId, above));
  await tree.children(groupId);
  if (isThere()) return true;
  // a filter may hide it
  const group = tree.node(groupId);
  if (group?.type === "group" && group.filter !== undefined) tree.setFilter(groupId, undefined);
  const pages = () => tree.known(panelId, kind).loaded?.pages.length ?? 0;
  const last = place?.what === "page" ? place.number : 0;
  for (let before = -1; !isThere() && pages() < last && pages() > before;) {
    if (signal.aborted) throw new PanelError({ kind: "cancelled" });
    before = pages();
    await tree.loadMore(groupId);
  }
  if (place?.what === "search" && !isThere())
    tree.setFilter(groupId, { text: place.text, serverSearch: true }, { kind, page: place.page });
  return isThere();
}
