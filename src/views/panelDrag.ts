import * as vscode from "vscode";
import type { TreeNode } from "../tree/treeNodes.ts";

/** Ours alone, because a dragged panel means nothing outside this tree. */
const PANELS = "application/vnd.code.tree.serverpanel.panels";

/** What the tree does for a drag. */
export interface DragTarget {
  readonly services: { readonly tree: { readonly node: (id: string) => TreeNode | undefined } };
  /** Never rejects. `targetId` is the node under the mouse; `undefined`: below the last one. */
  readonly dropPanels: (ids: readonly string[], targetId: string | undefined) => Promise<void>;
}

/** Lets panels be put in order by hand; nothing else can be dragged. */
export class PanelDrag implements vscode.TreeDragAndDropController<string> {
  readonly dragMimeTypes = [PANELS];
  readonly dropMimeTypes = [PANELS];
  readonly #target: () => Promise<DragTarget>;

  constructor(target: () => Promise<DragTarget>) {
    this.#target = target;
  }

  async handleDrag(ids: readonly string[], data: vscode.DataTransfer): Promise<void> {
    const { tree } = (await this.#target()).services;
    const panels = ids.filter((id) => tree.node(id)?.type === "panel");
    if (panels.length > 0) data.set(PANELS, new vscode.DataTransferItem(panels));
  }

  async handleDrop(targetId: string | undefined, data: vscode.DataTransfer): Promise<void> {
    const dragged: unknown = data.get(PANELS)?.value;
    const ids = Array.isArray(dragged) ? dragged.filter((id) => typeof id === "string") : [];
    if (ids.length > 0) await (await this.#target()).dropPanels(ids, targetId);
  }
}
