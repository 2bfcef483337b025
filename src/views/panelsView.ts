import * as vscode from "vscode";
import { PANELS_VIEW } from "../manifest.ts";
import type { PanelTree } from "../model/panelTree.ts";

/**
 * The side bar's view. Its elements are node ids, so VS Code keeps expansion and selection over every reload of data.
 * It is registered at activation and asks for the tree when VS Code first wants to show it.
 */
export class PanelsView implements vscode.TreeDataProvider<string>, vscode.Disposable {
  readonly #tree: () => Promise<PanelTree>;
  readonly #itemOf: (id: string) => Promise<vscode.TreeItem>;
  readonly #changed = new vscode.EventEmitter<string | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly view: vscode.TreeView<string>;

  constructor(tree: () => Promise<PanelTree>, itemOf: (id: string) => Promise<vscode.TreeItem>) {
    this.#tree = tree;
    this.#itemOf = itemOf;
    this.view = vscode.window.createTreeView(PANELS_VIEW, {
      treeDataProvider: this,
      showCollapseAll: true,
    });
  }

  async getChildren(id?: string): Promise<string[]> {
    return [...(await (await this.#tree()).children(id))];
  }

  getTreeItem(id: string): Promise<vscode.TreeItem> {
    return this.#itemOf(id);
  }

  async getParent(id: string): Promise<string | undefined> {
    return (await this.#tree()).node(id)?.parentId;
  }

  /** Shows a node anew; `undefined`: everything. */
  changed(id: string | undefined): void {
    this.#changed.fire(id);
  }

  dispose(): void {
    this.view.dispose();
    this.#changed.dispose();
  }
}
