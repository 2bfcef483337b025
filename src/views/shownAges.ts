import type { TreeItem } from "vscode";
import type { ChunkNode } from "../tree/chunkedTree.ts";
import type { TreeNode } from "../tree/treeNodes.ts";

/** Finds rows whose ages have changed since they were drawn. */
export class ShownAges {
  /** Descriptions by node ids. */
  readonly #drawn = new Map<string, TreeItem["description"]>();

  /** A row has been drawn. */
  drawn({ id, type }: Pick<TreeNode | ChunkNode, "id" | "type">, { description }: TreeItem): void {
    if (type === "panel") this.#drawn.set(id, description);
  }

  /** Ids of the rows that would be drawn differently now. */
  outdated(itemOf: (id: string) => TreeItem): readonly string[] {
    const before = [...this.#drawn];
    this.#drawn.clear();
    // `itemOf` draws each row again, which notes it, unless its node is gone
    return before.filter(([id, text]) => itemOf(id).description !== text && this.#drawn.has(id)).map(([id]) => id);
  }
}
