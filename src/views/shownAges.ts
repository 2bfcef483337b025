import type { TreeItem } from "vscode";
import type { TreeNode } from "../tree/treeNodes.ts";

/** Finds rows of panels and folders that tell something else than when they were drawn, such as another age. */
export class ShownAges {
  /** Descriptions by node ids. */
  readonly #drawn = new Map<string, TreeItem["description"]>();

  /** A row has been drawn. */
  drawn({ id, type }: Pick<TreeNode, "id" | "type">, { description }: TreeItem): void {
    if (type === "panel" || type === "folder") this.#drawn.set(id, description);
  }

  /** Whether this row was drawn, and would be drawn differently now. */
  isOutdated(id: string, itemOf: (id: string) => TreeItem): boolean {
    return this.#drawn.has(id) && this.#drawn.get(id) !== itemOf(id).description;
  }

  /** Ids of the rows that would be drawn differently now. */
  outdated(itemOf: (id: string) => TreeItem): readonly string[] {
    const before = [...this.#drawn];
    this.#drawn.clear();
    // `itemOf` draws each row again, which notes it, unless its node is gone
    return before.filter(([id, text]) => itemOf(id).description !== text && this.#drawn.has(id)).map(([id]) => id);
  }
}
