import { LAST_RANK, troubleOf, troubleRank, troubles, type Trouble } from "../resources/trouble.ts";
import type { PanelTreeOptions } from "./panelTreeOptions.ts";
import type { TreeNode } from "./treeNodes.ts";

/**
 * Counts what is wrong in a group; where a person wants to see that first, the rows in trouble stand before the others, the
 * worst first and else in their order, below a failure.
 */
export function byTrouble(
  nodes: readonly TreeNode[],
  { certificateLimits, isTroubleFirst }: Pick<PanelTreeOptions, "certificateLimits" | "isTroubleFirst">,
): {
  readonly children: readonly TreeNode[];
  readonly troubles: readonly (readonly [Trouble, number])[];
  readonly isSorted: boolean;
} {
  const limits = certificateLimits();
  const counts = new Map<Trouble, number>();
  for (const node of nodes) {
    const trouble = node.type === "item" ? troubleOf(node.state, node.facts, limits) : undefined;
    if (trouble !== undefined) counts.set(trouble, (counts.get(trouble) ?? 0) + 1);
  }
  const found = troubles.flatMap((trouble) => {
    const count = counts.get(trouble);
    return count === undefined ? [] : [[trouble, count] as const];
  });
  if (found.length === 0 || !isTroubleFirst()) return { children: nodes, troubles: found, isSorted: false };
  const ranked: TreeNode[][] = Array.from({ length: LAST_RANK + 1 }, () => []);
  const failures: TreeNode[] = [];
  for (const node of nodes) {
    const rank = node.type === "item" ? troubleRank(node.state, node.facts, limits) : LAST_RANK;
    (node.type === "failure" ? failures : ranked[rank])?.push(node);
  }
  return { children: [...failures, ...ranked.flat()], troubles: found, isSorted: true };
}
