import * as vscode from "vscode";
import { ACTIVITY_VIEW } from "../../manifest/manifest.ts";
import { isGroup, rowsOf, type ActivityRow } from "../activityRows.ts";
import { RenderTracker } from "../../views/keyTargets.ts";
import { keyTargetsOf } from "../../views/keyTargetsOf.ts";
import type { ActivityLog } from "../activityLog.ts";

/** How often ages such as "2 min ago" are redrawn while the view is visible. */
const REDRAW_MS = 60_000;

/** The content of the view, built on first use. */
interface ShownActivity {
  readonly activity: () => Promise<Pick<ActivityLog, "follow" | "read">>;
  readonly activityItemOf: (row: ActivityRow) => Promise<vscode.TreeItem>;
}

/** The Activity view: operations, the newest first. It is idle while hidden. Its elements are ids of rows. */
export class ActivityView implements vscode.TreeDataProvider<string>, vscode.Disposable {
  readonly #loadShown: () => Promise<ShownActivity>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<string>;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #rendering = new RenderTracker();
  /** Ids of the rows that a pressed key acts on (see `readKeyTargets`). */
  readonly keyTargets: ReturnType<typeof keyTargetsOf>;
  /** A promise, so that a change also discards rows still being read. */
  #rows: Promise<ReadonlyMap<string, ActivityRow>> | undefined;
  #visible: AbortController | undefined;

  constructor(loadShown: () => Promise<ShownActivity>) {
    this.#loadShown = loadShown;
    this.#view = vscode.window.createTreeView(ACTIVITY_VIEW, { treeDataProvider: this });
    this.keyTargets = keyTargetsOf(this.#view, this.#rendering);
    this.#view.onDidChangeVisibility(({ visible }) => this.#showOrHide(visible));
    this.#showOrHide(this.#view.visible);
  }

  async getChildren(id?: string): Promise<string[]> {
    const rows = await this.#loaded();
    if (id === undefined) return [...rows.keys()];
    const row = rows.get(id);
    if (row === undefined || !isGroup(row)) return [];
    return row.entries.map((entry) => entry.id);
  }

  async getTreeItem(id: string): Promise<vscode.TreeItem> {
    return this.#rendering.during(async () => {
      const rows = await this.#loaded();
      const within = [...rows.values()].filter(isGroup).flatMap(({ entries }) => entries);
      const row = rows.get(id) ?? within.find((entry) => entry.id === id);
      if (row === undefined) return new vscode.TreeItem("");
      return (await this.#loadShown()).activityItemOf(row);
    });
  }

  dispose(): void {
    this.#visible?.abort();
    this.#view.dispose();
    this.#changed.dispose();
  }

  #showOrHide(visible: boolean): void {
    this.#visible?.abort();
    this.#visible = undefined;
    if (!visible) return;
    this.#visible = new AbortController();
    // a failure is shown all the same, because VS Code asks for the list too
    void this.#follow(this.#visible.signal).catch(() => undefined);
  }

  #loaded(): Promise<ReadonlyMap<string, ActivityRow>> {
    this.#rows ??= this.#read();
    return this.#rows;
  }

  async #read(): Promise<ReadonlyMap<string, ActivityRow>> {
    const activity = await (await this.#loadShown()).activity();
    const entries = await activity.read();
    return new Map(rowsOf(entries).map((row) => [row.id, row]));
  }

  async #follow(signal: AbortSignal): Promise<void> {
    // if the log cannot be loaded, this rejects: there is nothing to redraw, and VS Code would only show the failure again
    const activity = await (await this.#loadShown()).activity();
    if (signal.aborted) return;
    const readAgain = () => {
      this.#rows = undefined;
      this.#changed.fire(undefined);
    };
    const timer = setInterval(() => this.#changed.fire(undefined), REDRAW_MS);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
    await activity.follow(readAgain, signal);
    // entries may have changed while the view was hidden
    if (!signal.aborted) readAgain();
  }
}
