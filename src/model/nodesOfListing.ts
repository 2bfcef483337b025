import type { Listing } from "../panel/listing.ts";
import { resourceOf, type ResourceKind } from "./resources/table.ts";
import { groupNodeId, itemNodeId, type TreeNode } from "./treeNodes.ts";

/** Pages joined to one list; the total is the panel's newest. */
export function joinPages(pages: readonly Listing<unknown>[]): Listing<unknown> {
  return {
    rows: pages.flatMap(({ rows }) => rows),
    unreadable: pages.flatMap(({ unreadable }, page) => {
      const before = pages.slice(0, page).reduce((sum, earlier) => sum + lengthOf(earlier), 0);
      return unreadable.map((row) => ({ ...row, index: before + row.index }));
    }),
    total: pages.at(-1)?.total,
  };
}

/** How many rows a list has, readable or not. */
export function lengthOf(listing: Listing<unknown>): number {
  return listing.rows.length + listing.unreadable.length;
}

/** The nodes of a group for what was listed. A key that occurs twice is shown once: ids must be unique. */
export function nodesOfListing(panelId: string, kind: ResourceKind, listing: Listing<unknown>): readonly TreeNode[] {
  const parentId = groupNodeId(panelId, kind);
  const shared = { panelId, kind, parentId };
  const resource = resourceOf(kind);
  const nodes = new Map<string, TreeNode>();
  const add = (node: TreeNode) => nodes.set(node.id, node);
  listing.rows.forEach((row, index) => {
    const key = resource.key(row);
    if (key === undefined || key === "") {
      const fields = ["(key)"];
      add({ ...shared, type: "unreadable", id: `unreadable:${parentId}/r${index}`, row: { index, fields } });
      return;
    }
    add({
      ...shared,
      type: "item",
      id: itemNodeId(panelId, kind, key),
      key,
      label: resource.label(row),
      state: resource.state(row),
      facts: resource.facts(row),
      row,
    });
  });
  // an index counts from the start of its page
  for (const [place, row] of listing.unreadable.entries())
    add({ ...shared, type: "unreadable", id: `unreadable:${parentId}/u${place}`, row });
  if (nodes.size === 0) add({ ...shared, type: "empty", id: `empty:${parentId}` });
  const remaining = listing.total === undefined ? undefined : listing.total - lengthOf(listing);
  if (remaining !== undefined && remaining > 0) add({ ...shared, type: "more", id: `more:${parentId}`, remaining });
  return [...nodes.values()];
}
