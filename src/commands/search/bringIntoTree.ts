import { PanelError } from "../../wire/answers/failure.ts";
import type { Place } from "./resourceSearch.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { groupAbove } from "../../resources/resources.ts";
import { groupNodeId, panelNodeId } from "../../tree/treeNodes.ts";
import type { Services } from "../context/services.ts";

/**
 * Loads what is needed for a row to be in the tree, with its panel and groups; `false`: it is not there. Where only the
 * panel's own search has found it, its group shows what was found.
 */
export async function bringIntoTree(
  { tree }: Pick<Services, "tree">,
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
  const group = tree.node(groupId);
  // a filter hides it
  if (group?.type === "group" && group.filter !== undefined) tree.setFilter(groupId, undefined);
  const pages = () => tree.known(panelId, kind).loaded?.pages.length ?? 0;
  const last = place?.what === "page" ? place.number : 0;
  for (let before = -1; !isThere() && pages() < last && pages() > before;) {
    if (signal.aborted) throw new PanelError({ kind: "cancelled" });
    before = pages();
    await tree.loadMore(groupId);
  }
  if (place?.what === "search" && !isThere())
    tree.setFilter(groupId, { kind: "text", text: place.text.trim(), everywhere: true }, { kind, page: place.page });
  return isThere();
}
