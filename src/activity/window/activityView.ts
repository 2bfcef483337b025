import * as vscode from "vscode";
import { ACTIVITY_VIEW } from "../../manifest/manifest.ts";
import type { ActivityEntry } from "../activityEntry.ts";
import { RenderTracker } from "../../views/keyTargets.ts";
import { keyTargetsOf } from "../../views/keyTargetsOf.ts";
import type { ActivityLog } from "../activityLog.ts";

/** How often ages such as "2 min ago" are redrawn while the view is visible. */
const REDRAW_MS = 60_000;

/** The content of the view, built on first use. */
interface ShownActivity {
  readonly activity: Pick<ActivityLog, "follow" | "read">;
  readonly activityItemOf: (entry: ActivityEntry) => vscode.TreeItem;
}

/** The Activity view: operations, the newest first. It is idle while hidden. Its elements are ids of entries. */
export class ActivityView implements vscode.TreeDataProvider<string>, vscode.Disposable {
  readonly #loadShown: () => Promise<ShownActivity>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<string>;
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #rendering = new RenderTracker();
  /** Ids of the entries that a pressed key acts on (see `readKeyTargets`). */
  readonly keyTargets: ReturnType<typeof keyTargetsOf>;
  /** A promise, so that a change also discards entries still being read. */
  #entries: Promise<ReadonlyMap<string, ActivityEntry>> | undefined;
  #visible: AbortController | undefined;

  constructor(loadShown: () => Promise<ShownActivity>) {
    this.#loadShown = loadShown;
    this.#view = vscode.window.createTreeView(ACTIVITY_VIEW, { treeDataProvider: this });
    this.keyTargets = keyTargetsOf(this.#view, this.#rendering);
    this.#view.onDidChangeVisibility(({ visible }) => this.#showOrHide(visible));
    this.#showOrHide(this.#view.visible);
  }

  async getChildren(id?: string): Promise<string[]> {
    if (id !== undefined) return [];
    return [...(await this.#loaded()).keys()];
  }

  async getTreeItem(id: string): Promise<vscode.TreeItem> {
    return this.#rendering.during(async () => {
      const entry = (await this.#loaded()).get(id);
      if (entry === undefined) return new vscode.TreeItem("");
      return (await this.#loadShown()).activityItemOf(entry);
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

  #loaded(): Promise<ReadonlyMap<string, ActivityEntry>> {
    this.#entries ??= this.#read();
    return this.#entries;
  }

  async #read(): Promise<ReadonlyMap<string, ActivityEntry>> {
    const entries = await (await this.#loadShown()).activity.read();
    return new Map(entries.map((entry) => [entry.id, entry]));
  }

  async #follow(signal: AbortSignal): Promise<void> {
    // if the log cannot be loaded, this rejects: there is nothing to redraw, and VS Code would only show the failure again
    const { activity } = await this.#loadShown();
    if (signal.aborted) return;
    const readAgain = () => {
      this.#entries = undefined;
      this.#changed.fire(undefined);
    };
    const timer = setInterval(() => this.#changed.fire(undefined), REDRAW_MS);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
    await activity.follow(readAgain, signal);
    // entries may have changed while the view was hidden
    if (!signal.aborted) readAgain();
  }
}
