import type { CalledBy } from "../connection/lockoutGuard.ts";
import { elapsedSince, momentOf, type Moment } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";
import type { OpenNodes } from "./openNodes.ts";
import { PanelRounds } from "./panelRounds.ts";
import type { TreeNode } from "./treeNodes.ts";

/** The part of `PanelTree` that a refresh needs. */
export interface Refreshed {
  node(id: string): TreeNode | undefined;
  isLoaded(id: string): boolean;
  reload(id: string, calledBy: CalledBy, when?: "shared" | "fresh"): Promise<void>;
}

export interface RefreshPolicyOptions {
  readonly tree: Refreshed;
  readonly clock: Clock;
  /** Ids of the nodes of all panels. */
  readonly panels: () => readonly string[];
  /** In milliseconds; 0 turns refreshing off. Read at each round. */
  readonly intervalMs: () => number;
  /** Called often while the view is visible, and when it is shown again: ages in its rows may be out of date. */
  readonly updateAges?: () => void;
  /** Nodes open at first, and a listener to changes. */
  readonly opened?: OpenNodes;
  readonly onOpened?: (nodes: OpenNodes) => void;
}

/** How often due refreshes are looked for; the interval may change meanwhile. */
const TICK_MS = 1_000;

/** Older groups are refreshed when the view is shown again, however long the interval is. */
const STALE_MS = 30_000;

/** How often ages in rows are updated. */
const AGES_MS = 15_000;

/** Age from which on visible panels are asked again, unless the interval is longer. */
export const FIGURES_MS = 60_000;

/**
 * Refreshes open groups at intervals while they can be seen; nothing is called while the view is hidden or the window has no
 * focus, but ages are updated as long as the view is visible, perhaps beside another window. All panels are asked for their
 * states when the view is first seen and when a person is back, visible ones also before their rows get old.
 */
export class RefreshPolicy {
  readonly #options: RefreshPolicyOptions;
  readonly #rounds: PanelRounds;
  readonly #expanded: Set<string>;
  /** Nodes below these are hidden. */
  readonly #collapsed: Set<string>;
  readonly #refreshedAt = new Map<string, Moment>();
  /** Groups that were read before a change. */
  readonly #outdated = new Set<string>();
  #agesUpdatedAt: Moment | undefined;
  #isVisible = false;
  /** Shown again, and not refreshed since. */
  #isShownAgain = false;
  #isFocused = true;
  /** When the view was last visible and focused; `undefined`: never. */
  #leftAt: Moment | undefined;
  #isDisposed = false;
  /** Whether the view is visible and its window has the focus. */
  #mayCall = false;
  #ticking: AbortController | undefined;

  constructor(options: RefreshPolicyOptions) {
    this.#options = options;
    this.#expanded = new Set(options.opened?.open);
    this.#collapsed = new Set(options.opened?.closed);
    const { tree, clock, panels } = options;
    this.#rounds = new PanelRounds({
      tree,
      clock,
      panels,
      isSeen: (id) => this.#isSeen(id),
      staleMs: () => Math.min(this.#intervalMs, STALE_MS),
      oldestMs: () => Math.max(this.#intervalMs, FIGURES_MS),
    });
  }

  /** Whether a person has opened or closed a node; `undefined`: neither. */
  isOpen(id: string): boolean | undefined {
    if (this.#expanded.has(id)) return true;
    if (this.#collapsed.has(id)) return false;
    return undefined;
  }

  /** Notes that a node was opened. The first time it was just loaded; later it shows the rows of then. */
  expanded(id: string): void {
    this.#expanded.add(id);
    this.#collapsed.delete(id);
    if (!this.#refreshedAt.has(id)) this.#refreshedAt.set(id, momentOf(this.#options.clock));
    this.#rounds.opened(id);
    this.#reportOpened();
  }

  collapsed(id: string): void {
    this.#expanded.delete(id);
    this.#collapsed.add(id);
    this.#reportOpened();
  }

  /** Refreshes a group that may have changed once it is seen, however long the interval is. */
  outdated(id: string): void {
    if (!this.#options.tree.isLoaded(id)) return;
    this.#outdated.add(id);
    if (this.#mayCall) this.#refreshStale();
  }

  /** Continues the round with panels that are new in the tree. */
  rootsChanged(): void {
    if (this.#mayCall) this.#rounds.ask();
  }

  /** Refreshes stale groups at once when the view becomes visible, also if nothing is refreshed at intervals. */
  setVisible(isVisible: boolean): void {
    this.#isShownAgain = isVisible && (this.#isShownAgain || !this.#isVisible);
    this.#isVisible = isVisible;
    this.#update();
  }

  setFocused(isFocused: boolean): void {
    this.#isFocused = isFocused;
    this.#update();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#update();
  }

  #update(): void {
    const isVisible = this.#isVisible && !this.#isDisposed;
    this.#setCalling(isVisible && this.#isFocused);
    if (isVisible && this.#ticking === undefined) {
      this.#ticking = new AbortController();
      void this.#tick(this.#ticking.signal);
    } else if (!isVisible) {
      this.#ticking?.abort();
      this.#ticking = undefined;
    } else this.#look();
  }

  #setCalling(mayCall: boolean): void {
    if (mayCall === this.#mayCall) return;
    this.#mayCall = mayCall;
    if (mayCall) {
      if (isOlder(this.#leftAt, Math.min(this.#intervalMs, STALE_MS), this.#options.clock)) this.#rounds.begin();
      return;
    }
    this.#leftAt = momentOf(this.#options.clock);
    this.#rounds.pause();
  }

  get #intervalMs(): number {
    const intervalMs = this.#options.intervalMs();
    if (intervalMs <= 0) return Infinity;
    return intervalMs;
  }

  async #tick(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#look();
      await this.#options.clock.sleep(TICK_MS, signal).catch(() => undefined);
    }
  }

  /** Does what is due. */
  #look(): void {
    if (this.#mayCall) {
      this.#rounds.ask();
      this.#refreshStale();
    }
    this.#updateAges();
  }

  #refreshStale(): void {
    const { tree, clock } = this.#options;
    const interval = this.#intervalMs;
    const oldest = this.#isShownAgain ? Math.min(interval, STALE_MS) : interval;
    this.#isShownAgain = false;
    for (const id of this.#expanded) {
      const isSeenGroup = id.startsWith("group:") && tree.isLoaded(id) && this.#isSeen(id);
      if (!isSeenGroup) continue;
      const refreshedAt = this.#refreshedAt.get(id);
      const isOutdated = this.#outdated.delete(id);
      // a group that was drawn open was just loaded
      const isFresh = refreshedAt !== undefined && !isOutdated && !isOlder(refreshedAt, oldest, clock);
      if (isFresh) continue;
      this.#refreshedAt.set(id, momentOf(clock));
      if (isOutdated) void tree.reload(id, "automatic", "fresh");
      else if (refreshedAt !== undefined) void tree.reload(id, "automatic");
    }
  }

  #reportOpened(): void {
    this.#options.onOpened?.({ open: [...this.#expanded], closed: [...this.#collapsed] });
  }

  #updateAges(): void {
    const { clock, updateAges } = this.#options;
    if (!isOlder(this.#agesUpdatedAt, AGES_MS, clock)) return;
    this.#agesUpdatedAt = momentOf(clock);
    updateAges?.();
  }

  #isSeen(id: string): boolean {
    const { tree } = this.#options;
    for (let above = tree.node(id)?.parentId; above !== undefined; above = tree.node(above)?.parentId)
      if (this.#collapsed.has(above)) return false;
    return true;
  }
}

/** `undefined` (never) is older than anything. */
function isOlder(moment: Moment | undefined, milliseconds: number, clock: Clock): boolean {
  return moment === undefined || elapsedSince(moment, clock) >= milliseconds;
}
