import type { ResourceKind } from "../resources/resources.ts";
import type { TreeNode, UnreadableNode } from "./treeNodes.ts";

/** Of one kind on one panel; what is beyond is the same fault many times over. */
const MOST_REASONS = 20;

/** Groups of which it is known what was told; the oldest is forgotten. */
const MOST_GROUPS = 500;

/** Remembers which unreadable rows were told, so that a refresh tells only what is new. Its memory is bounded. */
export class UnreadableRows {
  /** By panel and kind: the fields at fault of the rows that were told. */
  readonly #told = new Map<string, ReadonlySet<string>>();

  /** What has not been told of the rows among these nodes, by their kinds. */
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

  /** What has not been told of a kind; a row that could be read meanwhile, or is at fault in other fields, is new. */
  news(panelId: string, kind: string, rows: readonly UnreadableNode["row"][]): readonly (readonly string[])[] {
    const group = `${panelId}/${kind}`;
    const before = this.#told.get(group);
    const reasons = new Map(rows.map(({ fields }) => [fields.join(", "), fields]));
    const kept = [...reasons].slice(0, MOST_REASONS);
    this.#told.delete(group);
    if (kept.length > 0) this.#told.set(group, new Set(kept.map(([reason]) => reason)));
    const [oldest] = this.#told.keys();
    if (this.#told.size > MOST_GROUPS && oldest !== undefined) this.#told.delete(oldest);
    return kept.filter(([reason]) => before?.has(reason) !== true).map(([, fields]) => fields);
  }
}
