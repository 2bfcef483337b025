import type { Loaded } from "./contentsOf.ts";
import { resourceKinds } from "../resources/resources.ts";
import { groupNodeId, looksSame, type TreeNode } from "./treeNodes.ts";

/** Nodes of a tree and what is loaded under them, by id. */
export interface HeldNodes {
  readonly nodes: Map<string, TreeNode>;
  readonly loaded: Map<string, Loaded>;
}

/** Replaces the children of a node; returns whether anything looks different now. */
export function replaceChildren(
  { nodes, loaded }: HeldNodes,
  parent: TreeNode,
  children: readonly TreeNode[],
  kinds: Loaded["kinds"],
): boolean {
  const old = loaded.get(parent.id);
  const ids = children.map(({ id }) => id);
  const sameChildren = old?.children.length === ids.length && old.children.every((id, index) => id === ids[index]);
  let isSame = sameChildren && looksSame(nodes.get(parent.id), parent);
  if (old !== undefined && !sameChildren) {
    const present = new Set(ids);
    for (const id of old.children) if (!present.has(id)) forgetNode({ nodes, loaded }, id);
  }
  nodes.set(parent.id, parent);
  for (const child of children) {
    const knownNode = nodes.get(child.id);
    if (knownNode === child) continue;
    isSame &&= looksSame(knownNode, child);
    nodes.set(child.id, child);
  }
  loaded.set(parent.id, { children: ids, kinds });
  return !isSame;
}

/**
 * Drops the failures in the groups of a panel that answers again. Groups without rows then count as not opened, and are loaded
 * when they are shown.
 */
export function forgetFailures(heldNodes: HeldNodes, panelId: string): void {
  for (const id of resourceKinds.map((kind) => groupNodeId(panelId, kind))) {
    const { children, kinds } = heldNodes.loaded.get(id) ?? { children: [], kinds: new Map() };
    const failed = [...kinds].filter(([, { failure }]) => failure !== undefined);
    if (failed.some(([, { pages }]) => pages.length === 0)) {
      for (const child of children) if (heldNodes.nodes.get(child)?.type !== "group") forgetNode(heldNodes, child);
      heldNodes.loaded.delete(id);
    } else if (failed.length > 0) {
      const plain = failed.map(([kind, loaded]) => [kind, { ...loaded, failure: undefined }] as const);
      const isFailure = (child: string) => heldNodes.nodes.get(child)?.type === "failure";
      heldNodes.loaded.set(id, {
        children: children.filter((child) => !isFailure(child)),
        kinds: new Map([...kinds, ...plain]),
      });
      for (const child of children) if (isFailure(child)) forgetNode(heldNodes, child);
    }
  }
}

/** Drops a node and everything below it. */
export function forgetNode(heldNodes: HeldNodes, id: string): void {
  heldNodes.nodes.delete(id);
  const below = heldNodes.loaded.get(id);
  if (below === undefined) return;
  for (const child of below.children) forgetNode(heldNodes, child);
  heldNodes.loaded.delete(id);
}

/** Drops all matching nodes and everything below them. */
export function forgetWhere(heldNodes: HeldNodes, isGone: (node: TreeNode) => boolean): void {
  for (const [id, node] of heldNodes.nodes) if (isGone(node)) forgetNode(heldNodes, id);
}
