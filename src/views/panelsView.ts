import * as vscode from "vscode";
import type { CommandId } from "../manifest/commands.ts";
import { PANELS_VIEW } from "../manifest/manifest.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import { Drawing } from "./keyTargets.ts";
import { keyTargetsOf } from "./keyTargetsOf.ts";
import { PanelDrag, type DragTarget } from "./panelDrag.ts";
import { TimeSlicer } from "./timeSlicer.ts";

/** The only row where the extension could not start. */
const START_FAILED = "start-failed";
const REFRESH = "serverPanel.view.refresh" satisfies CommandId;

/** What the view shows; built when it is first asked for. */
interface Shown extends DragTarget {
  readonly services: { readonly tree: Pick<PanelTree, "children" | "node"> };
  readonly itemOf: (id: string) => vscode.TreeItem;
  /** Fills in what an item was drawn without. */
  readonly resolveItem: (id: string, item: vscode.TreeItem) => vscode.TreeItem;
}

/**
 * The side bar's view. Its elements are node ids, so VS Code keeps expansion and selection over every reload of data.
 * It is registered at activation and asks for the tree when VS Code first wants to show it.
 */
export class PanelsView implements vscode.TreeDataProvider<string>, vscode.Disposable {
  readonly #shown: () => Promise<Shown>;
  readonly #changed = new vscode.EventEmitter<string | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly view: vscode.TreeView<string>;
  readonly #drawing = new Drawing();
  readonly #slicer = new TimeSlicer();
  /** What a key acts on (see `readKeyTargets`); `undefined`: nobody can tell, because the view was drawn meanwhile. */
  readonly keyTargets: ReturnType<typeof keyTargetsOf>;

  constructor(shown: () => Promise<Shown>) {
    this.#shown = shown;
    this.view = vscode.window.createTreeView(PANELS_VIEW, {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
      manageCheckboxStateManually: true,
      dragAndDropController: new PanelDrag(shown),
    });
    this.keyTargets = keyTargetsOf(this.view, this.#drawing);
  }

  async getChildren(id?: string): Promise<string[]> {
    try {
      return [...(await this.#drawing.during(async () => (await this.#shown()).services.tree.children(id)))];
    } catch {
      // the welcome view would say that there are no panels
      return id === undefined ? [START_FAILED] : [];
    }
  }

  async getTreeItem(id: string): Promise<vscode.TreeItem> {
    if (id === START_FAILED) return startFailedItem();
    return this.#drawing.during(async () => {
      const shown = await this.#shown();
      // VS Code asks for all rows of a group at once
      return this.#slicer.run(() => shown.itemOf(id));
    });
  }

  /** VS Code asks when a tooltip comes up, once for each time that the row was drawn; it takes what was left undefined. */
  async resolveTreeItem(item: vscode.TreeItem, id: string): Promise<vscode.TreeItem> {
    return id === START_FAILED ? item : (await this.#shown()).resolveItem(id, item);
  }

  async getParent(id: string): Promise<string | undefined> {
    return id === START_FAILED ? undefined : (await this.#shown()).services.tree.node(id)?.parentId;
  }

  /** Says on the view, and on the icon that opens it, how many panels need attention. */
  showBadge(badge: vscode.ViewBadge | undefined): void {
    const shown = this.view.badge;
    if (badge?.value !== shown?.value) this.view.badge = badge;
  }

  /** Draws a node and what is below it again; `undefined`: everything. */
  changed(id: string | undefined): void {
    this.#drawing.begin();
    this.#changed.fire(id);
  }

  dispose(): void {
    this.view.dispose();
    this.#changed.dispose();
  }
}

function startFailedItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("The stored panels could not be read. Click to try again."));
  item.id = START_FAILED;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.command = { command: REFRESH, title: vscode.l10n.t("Try Again") };
  return item;
}
