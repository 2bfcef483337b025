import type { ResourceKind } from "../resources/resources.ts";
import type { TreeNode, UnreadableNode } from "./treeNodes.ts";

/** Of one kind on one panel; more would be the same fault many times over. */
const MOST_REASONS = 20;

/** How many groups are remembered; the oldest is forgotten. */
const MOST_GROUPS = 500;

/** Remembers which unreadable rows were reported, so that a refresh reports only new ones. Its memory is bounded. */
export class UnreadableRows {
  /** By panel and kind: the fields at fault in the rows that were reported. */
  readonly #reported = new Map<string, ReadonlySet<string>>();

  /** Fields at fault, by kind, in rows among these nodes that were not reported yet. */
  newsOf(
    panelId: string,
    kinds: readonly ResourceKind[],
    nodes: readonly (TreeNode | undefined)[],
  ): readonly (readonly [ResourceKind, readonly string[]])[] {
    const unreadable = nodes.filter((node) => node?.type === "unreadable");
    return kinds.flatMap((kind) => {
      const rows = unreadable.filter((node) => node.kind === kind).map(({ row }) => row);
      return this.news(panelId, kind, rows).map((fields) => [kind, fields] as const);
    });
  }

  /** The same for one kind; a row that could be read meanwhile, or has other fields at fault, is new. */
  news(panelId: string, kind: string, rows: readonly UnreadableNode["row"][]): readonly (readonly string[])[] {
    const group = `${panelId}/${kind}`;
    const before = this.#reported.get(group);
    const reasons = new Map(rows.map(({ fields }) => [fields.join(", "), fields]));
    const kept = [...reasons].slice(0, MOST_REASONS);
    this.#reported.delete(group);
    if (kept.length > 0) this.#reported.set(group, new Set(kept.map(([reason]) => reason)));
    const [oldest] = this.#reported.keys();
    if (this.#reported.size > MOST_GROUPS && oldest !== undefined) this.#reported.delete(oldest);
    return kept.filter(([reason]) => before?.has(reason) !== true).map(([, fields]) => fields);
  }
}
