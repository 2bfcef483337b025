import type { CalledBy } from "../connection/lockoutGuard.ts";
import { elapsedSince, momentOf, type Moment } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";
import type { OpenNodes } from "./openNodes.ts";
import { PanelRounds } from "./panelRounds.ts";
import type { TreeNode } from "./treeNodes.ts";

/** What a refresh works on; `PanelTree` is one. */
export interface Refreshed {
  node(id: string): TreeNode | undefined;
  isLoaded(id: string): boolean;
  reload(id: string, by: CalledBy, when?: "shared" | "fresh"): Promise<void>;
}

export interface RefreshPolicyOptions {
  readonly tree: Refreshed;
  readonly clock: Clock;
  /** Ids of the nodes of all panels. */
  readonly panels: () => readonly string[];
  /** In milliseconds; 0 turns it off. Read anew at each round. */
  readonly intervalMs: () => number;
  /** Called each minute while the view is visible, and when it is shown again: ages in its rows may be outdated. */
  readonly tellAges?: () => void;
  /** What is open at first, and what to do with what is open from then on. */
  readonly opened?: OpenNodes;
  readonly onOpened?: (nodes: OpenNodes) => void;
}

/** How often it checks whether something is due; the interval may change while it runs. */
const TICK_MS = 1_000;

/** Anything older is refreshed when the view is shown again, however long the interval is. */
const STALE_MS = 30_000;

const MINUTE_MS = 60_000;

/** How old what the rows of panels say may get before they are asked again; where the interval is longer, it counts. */
export const FIGURES_MS = 5 * MINUTE_MS;

/**
 * Refreshes the groups that a person has open, at intervals and only while they can be seen: nothing is asked for while
 * the view is hidden or the window has no focus. All panels are asked how they are when the view is first seen, and once
 * a person is back; those whose rows can be seen, again before what they say is old.
 */
export class RefreshPolicy {
  readonly #options: RefreshPolicyOptions;
  readonly #rounds: PanelRounds;
  readonly #expanded: Set<string>;
  /** What is open below one of these is not seen. */
  readonly #collapsed: Set<string>;
  readonly #refreshedAt = new Map<string, Moment>();
  /** Read before something was done to it. */
  readonly #outdated = new Set<string>();
  #agesToldAt: Moment | undefined;
  #isVisible = false;
  /** The view was shown again, and nothing was refreshed since. */
  #isShownAgain = false;
  #isFocused = true;
  /** When the view could last be seen; `undefined` before it ever was. */
  #leftAt: Moment | undefined;
  #isDisposed = false;
  #running: AbortController | undefined;

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

  /** Whether a person has it open, or has closed it; `undefined`: it is as it was drawn first. */
  isOpen(id: string): boolean | undefined {
    return this.#expanded.has(id) ? true : this.#collapsed.has(id) ? false : undefined;
  }

  /** A node was opened. The first time it was just loaded; later it shows what was loaded then. */
  expanded(id: string): void {
    this.#expanded.add(id);
    this.#collapsed.delete(id);
    if (!this.#refreshedAt.has(id)) this.#refreshedAt.set(id, momentOf(this.#options.clock));
    this.#rounds.opened(id);
    this.#tellOpened();
  }

  collapsed(id: string): void {
    this.#expanded.delete(id);
    this.#collapsed.add(id);
    this.#tellOpened();
  }

  /** What was read of a group may be otherwise by now: it is refreshed once it is seen, however long the interval is. */
  outdated(id: string): void {
    if (!this.#options.tree.isLoaded(id)) return;
    this.#outdated.add(id);
    if (this.#running !== undefined) this.#refreshStale();
  }

  /** The roots of the tree were drawn anew: a round does not wait to ask those that it could not before. */
  rootsChanged(): void {
    if (this.#running !== undefined) this.#rounds.ask();
  }

  /** Becoming visible refreshes what is stale at once, also where nothing is refreshed at intervals. */
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
    const isWanted = this.#isVisible && this.#isFocused && !this.#isDisposed;
    if (isWanted && this.#running === undefined) {
      this.#running = new AbortController();
      if (isOlder(this.#leftAt, Math.min(this.#intervalMs, STALE_MS), this.#options.clock)) this.#rounds.begin();
      void this.#run(this.#running.signal);
    } else if (!isWanted) {
      if (this.#running !== undefined) this.#leftAt = momentOf(this.#options.clock);
      this.#running?.abort();
      this.#running = undefined;
      this.#rounds.pause();
    }
  }

  get #intervalMs(): number {
    const given = this.#options.intervalMs();
    return given <= 0 ? Infinity : given;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#rounds.ask();
      this.#refreshStale();
      this.#tellAges();
      await this.#options.clock.sleep(TICK_MS, signal).catch(() => undefined);
    }
  }

  #refreshStale(): void {
    const { tree, clock } = this.#options;
    const interval = this.#intervalMs;
    const oldest = this.#isShownAgain ? Math.min(interval, STALE_MS) : interval;
    this.#isShownAgain = false;
    for (const id of this.#expanded) {
      if (!id.startsWith("group:") || !tree.isLoaded(id) || !this.#isSeen(id)) continue;
      const refreshedAt = this.#refreshedAt.get(id);
      const isOutdated = this.#outdated.delete(id);
      // one that was drawn open was just loaded
      if (refreshedAt !== undefined && !isOutdated && !isOlder(refreshedAt, oldest, clock)) continue;
      this.#refreshedAt.set(id, momentOf(clock));
      if (isOutdated) void tree.reload(id, "automatic", "fresh");
      else if (refreshedAt !== undefined) void tree.reload(id, "automatic");
    }
  }

  #tellOpened(): void {
    this.#options.onOpened?.({ open: [...this.#expanded], closed: [...this.#collapsed] });
  }

  #tellAges(): void {
    const { clock, tellAges } = this.#options;
    if (!isOlder(this.#agesToldAt, MINUTE_MS, clock)) return;
    this.#agesToldAt = momentOf(clock);
    tellAges?.();
  }

  #isSeen(id: string): boolean {
    const { tree } = this.#options;
    for (let above = tree.node(id)?.parentId; above !== undefined; above = tree.node(above)?.parentId)
      if (this.#collapsed.has(above)) return false;
    return true;
  }
}

/** Never is older than anything. */
function isOlder(moment: Moment | undefined, milliseconds: number, clock: Clock): boolean {
  return moment === undefined || elapsedSince(moment, clock) >= milliseconds;
}
