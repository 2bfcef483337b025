import * as vscode from "vscode";
import type { CommandId } from "../manifest/commands.ts";
import { PANELS_VIEW } from "../manifest/manifest.ts";
import { uriOf } from "../platform/fileUri.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import { RenderTracker } from "./keyTargets.ts";
import { keyTargetsOf } from "./keyTargetsOf.ts";
import { TimeSlicer } from "../storage/timeSlicer.ts";

/** The only row if the extension could not start. */
const START_FAILED = "start-failed";
const REFRESH = "serverPanel.view.refresh" satisfies CommandId;

/** The media type of dragged panels, which is our own: they mean nothing outside this view. */
const DRAGGED_PANELS = "application/vnd.code.tree.serverpanel.panels";

/**
 * Our own media type for files of servers. Dropped in the tree they are moved; dropped on an editor their addresses are
 * opened.
 */
const DRAGGED_FILES = "application/vnd.code.tree.serverpanel.files";
const ADDRESSES = "text/uri-list";

/** Ids of dragged rows, and paths of dragged files of this computer. */
export interface DroppedFiles {
  readonly ids: readonly string[];
  readonly locals: readonly string[];
}

/** The content of the view, built on first use. */
interface Shown {
  readonly services: { readonly tree: Pick<PanelTree, "children" | "node"> };
  /** Moves panels to the node under the mouse; `undefined`: to the end of the list. Never rejects. */
  readonly dropPanels: (ids: readonly string[], targetId: string | undefined) => Promise<void>;
  /** Moves files of the tree, and uploads files of this computer, to the node under the mouse. Never rejects. */
  readonly dropFiles: (dropped: DroppedFiles, targetId: string | undefined) => Promise<void>;
  readonly itemOf: (id: string) => vscode.TreeItem;
  /** Adds the tooltip to the item of a panel, which is drawn without one. */
  readonly resolveItem: (id: string, item: vscode.TreeItem) => vscode.TreeItem;
}

/**
 * The view of panels in the side bar. Its elements are node ids, so that VS Code keeps expansion and selection over
 * reloads. It is registered at activation and builds the tree when VS Code first shows it.
 */
export class PanelsView implements vscode.TreeDataProvider<string>, vscode.Disposable {
  readonly #loadShown: () => Promise<Shown>;
  readonly #changed = new vscode.EventEmitter<string | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly view: vscode.TreeView<string>;
  readonly #rendering = new RenderTracker();
  readonly #slicer = new TimeSlicer();
  /**
   * The nodes that a pressed key acts on (see `readKeyTargets`); `undefined`: unknown, because the view was redrawn
   * meanwhile.
   */
  readonly keyTargets: ReturnType<typeof keyTargetsOf>;

  constructor(shown: () => Promise<Shown>) {
    this.#loadShown = shown;
    this.view = vscode.window.createTreeView(PANELS_VIEW, {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
      manageCheckboxStateManually: true,
      dragAndDropController: new PanelDrag(shown),
    });
    this.keyTargets = keyTargetsOf(this.view, this.#rendering);
  }

  async getChildren(id?: string): Promise<string[]> {
    try {
      return [...(await this.#rendering.during(async () => (await this.#loadShown()).services.tree.children(id)))];
    } catch {
      // an empty view would show its welcome text, which says that there are no panels
      if (id === undefined) return [START_FAILED];
      return [];
    }
  }

  async getTreeItem(id: string): Promise<vscode.TreeItem> {
    if (id === START_FAILED) return startFailedItem();
    return this.#rendering.during(async () => {
      const shown = await this.#loadShown();
      // VS Code asks for all rows of a group at once
      return this.#slicer.run(() => shown.itemOf(id));
    });
  }

  /**
   * Called before a tooltip is shown, once after each draw. VS Code takes over only what was undefined in the drawn
   * item.
   */
  async resolveTreeItem(item: vscode.TreeItem, id: string): Promise<vscode.TreeItem> {
    if (id === START_FAILED) return item;
    return (await this.#loadShown()).resolveItem(id, item);
  }

  async getParent(id: string): Promise<string | undefined> {
    if (id === START_FAILED) return undefined;
    return (await this.#loadShown()).services.tree.node(id)?.parentId;
  }

  /** Shows on the icon of the view how many panels need attention. */
  showBadge(badge: vscode.ViewBadge | undefined): void {
    const shown = this.view.badge;
    if (badge?.value !== shown?.value) this.view.badge = badge;
  }

  /** Redraws a node and everything below it; `undefined`: the whole view. */
  changed(id: string | undefined): void {
    this.#rendering.begin();
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

/** Lets people drag panels into an order, and files into directories of a server, from the tree or from this computer. */
export class PanelDrag implements vscode.TreeDragAndDropController<string> {
  readonly dragMimeTypes = [DRAGGED_PANELS, DRAGGED_FILES, ADDRESSES];
  readonly dropMimeTypes = [DRAGGED_PANELS, DRAGGED_FILES, ADDRESSES];
  readonly #loadShown: () => Promise<Shown>;

  constructor(shown: () => Promise<Shown>) {
    this.#loadShown = shown;
  }

  async handleDrag(ids: readonly string[], data: vscode.DataTransfer): Promise<void> {
    const { tree } = (await this.#loadShown()).services;
    const panels = ids.filter((id) => tree.node(id)?.type === "panel");
    if (panels.length > 0) data.set(DRAGGED_PANELS, new vscode.DataTransferItem(panels));
    const files = ids.flatMap((id) => {
      const node = tree.node(id);
      if (node?.type === "file") return [node];
      return [];
    });
    if (files.length === 0) return;
    data.set(DRAGGED_FILES, new vscode.DataTransferItem(files.map(({ id }) => id)));
    data.set(ADDRESSES, new vscode.DataTransferItem(files.map((node) => uriOf(node).toString()).join("\r\n")));
  }

  async handleDrop(targetId: string | undefined, data: vscode.DataTransfer): Promise<void> {
    const panels = idsIn(data, DRAGGED_PANELS);
    if (panels.length > 0) return (await this.#loadShown()).dropPanels(panels, targetId);
    const ids = idsIn(data, DRAGGED_FILES);
    const addresses = ids.length > 0 ? "" : ((await data.get(ADDRESSES)?.asString()) ?? "");
    const uris = addresses.split(/\r?\n/).filter((line) => line.startsWith("file:"));
    const locals = uris.map((line) => vscode.Uri.parse(line).fsPath);
    if (ids.length + locals.length > 0) await (await this.#loadShown()).dropFiles({ ids, locals }, targetId);
  }
}

function idsIn(data: vscode.DataTransfer, type: string): readonly string[] {
  const dragged: unknown = data.get(type)?.value;
  if (Array.isArray(dragged)) return dragged.filter((id) => typeof id === "string");
  return [];
}
