import type { Loaded } from "./contentsOf.ts";
import { lookSame, type GroupNode, type PanelNode, type TreeNode } from "./treeNodes.ts";

/** What a tree holds, by the ids of nodes. */
export interface HeldNodes {
  readonly nodes: Map<string, TreeNode>;
  readonly loaded: Map<string, Loaded>;
}

/** Puts new children in place; returns whether anything looks different now. */
export function replaceChildren(
  { nodes, loaded }: HeldNodes,
  parent: PanelNode | GroupNode,
  children: readonly TreeNode[],
  kinds: Loaded["kinds"],
): boolean {
  const old = loaded.get(parent.id);
  const ids = children.map(({ id }) => id);
  const sameChildren = old?.children.length === ids.length && old.children.every((id, index) => id === ids[index]);
  const isSame = sameChildren && lookSame([parent, ...children], nodes);
  const present = new Set(ids);
  for (const id of old?.children ?? []) if (!present.has(id)) forgetNode({ nodes, loaded }, id);
  nodes.set(parent.id, parent);
  for (const child of children) nodes.set(child.id, child);
  loaded.set(parent.id, { children: ids, kinds });
  return !isSame;
}

/** Drops a node with everything below it. */
export function forgetNode(held: HeldNodes, id: string): void {
  for (const child of held.loaded.get(id)?.children ?? []) forgetNode(held, child);
  held.loaded.delete(id);
  held.nodes.delete(id);
}

/** Drops these nodes with everything below them. */
export function forgetWhere(held: HeldNodes, isGone: (node: TreeNode) => boolean): void {
  for (const [id, node] of held.nodes) if (isGone(node)) forgetNode(held, id);
}
