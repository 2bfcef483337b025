import * as vscode from "vscode";
import { SEARCH_VIEW } from "../../manifest/manifest.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Log } from "../../storage/ports.ts";
import { RenderTracker } from "../../views/keyTargets.ts";
import { keyTargetsOf } from "../../views/keyTargetsOf.ts";
import { TimeSlicer } from "../../storage/timeSlicer.ts";
import type { ResultLine } from "../searchResults.ts";
import { searchItemOf } from "./searchItems.ts";
import { descriptionText, messageText } from "./searchTexts.ts";
import type { SearchDisplay, SetSearchKey, WindowSearch } from "./windowSearch.ts";

/** How long results are gathered before they are drawn: the longer, the more rows VS Code draws each time. */
const FIRST_REDRAW_MS = 100;
const SLOWEST_REDRAW_MS = 2_000;

/** What the view needs besides the search. */
interface ViewOptions {
  readonly panels: () => readonly PanelRecord[];
  readonly setKey: SetSearchKey;
  readonly log: Pick<Log, "warn">;
}

/** The Search view: files with their lines, as they are found. Its elements are ids of rows. */
export class SearchView implements SearchDisplay, vscode.TreeDataProvider<string> {
  readonly #search: WindowSearch;
  readonly #options: ViewOptions;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #rendering = new RenderTracker();
  readonly #slicer = new TimeSlicer();
  readonly #view: vscode.TreeView<string>;
  readonly keyTargets: ReturnType<typeof keyTargetsOf>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The search whose progress VS Code shows. */
  #inProgress: Promise<void> | undefined;

  constructor(search: WindowSearch, options: ViewOptions) {
    this.#search = search;
    this.#options = options;
    this.#view = vscode.window.createTreeView(SEARCH_VIEW, {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#view.onDidChangeSelection(({ selection: [first] }) => {
      if (first !== undefined) search.at = first;
    });
    this.keyTargets = keyTargetsOf(this.#view, this.#rendering);
  }

  async getChildren(id?: string): Promise<string[]> {
    return this.#rendering.during(async () => [...(this.#search.shown?.rows.children(id) ?? [])]);
  }

  async getTreeItem(id: string): Promise<vscode.TreeItem> {
    // VS Code asks for all rows of a list at once
    return this.#rendering.during(async () => this.#slicer.run(() => this.#itemOf(id)));
  }

  getParent(id: string): string | undefined {
    return this.#search.shown?.rows.parentOf(id);
  }

  changed(): void {
    const { run } = this.#search.shown ?? {};
    const isNew = this.#inProgress !== run?.finished;
    if (run === undefined || !run.isRunning || isNew) return this.#draw();
    const { lineCount, fileCount } = run.results;
    const pause = Math.min(SLOWEST_REDRAW_MS, FIRST_REDRAW_MS + lineCount + fileCount);
    this.#timer ??= setTimeout(() => this.#draw(), pause);
  }

  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${SEARCH_VIEW}.focus`);
  }

  async reveal(line: ResultLine): Promise<void> {
    const { rows } = this.#search.shown ?? {};
    if (rows === undefined) return;
    const isListed = rows.isListed(line);
    const id = rows.show(line);
    if (!isListed) this.#draw();
    try {
      await this.#view.reveal(id, { select: true, focus: false });
    } catch (error) {
      // the list may be changing under it
      this.#options.log.warn(`a result could not be shown: ${String(error)}`);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#view.dispose();
    this.#changed.dispose();
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { run } = this.#search.shown ?? {};
    const { setKey } = this.#options;
    setKey("searched", run !== undefined);
    setKey("searching", run?.isRunning === true);
    setKey("found", run?.results.lineCount ?? 0);
    this.#view.description = run === undefined ? "" : descriptionText(run.asked);
    const nameOf = (panelId: string) => this.#panelOf(panelId)?.name ?? "";
    this.#view.message = run === undefined ? "" : messageText(run, nameOf);
    this.#rendering.begin();
    this.#changed.fire(undefined);
    if (run?.isRunning !== true || this.#inProgress === run.finished) return;
    this.#inProgress = run.finished;
    void vscode.window.withProgress({ location: { viewId: SEARCH_VIEW } }, async () => run.finished);
  }

  #itemOf(id: string): vscode.TreeItem {
    const { rows, run } = this.#search.shown ?? {};
    const row = rows?.row(id);
    if (rows === undefined || run === undefined || row === undefined) return new vscode.TreeItem("");
    return searchItemOf(row, {
      id,
      isExpanded: (file) => rows.isExpandedAtFirst(file),
      panelOf: (panelId) => this.#panelOf(panelId),
      areSeveral: run.results.servers.length > 1,
    });
  }

  #panelOf(panelId: string): PanelRecord | undefined {
    return this.#options.panels().find(({ id }) => id === panelId);
  }
}
