import type { CalledBy } from "./lockoutGuard.ts";
import type { Clock } from "./ports.ts";

/** What a refresh works on; `PanelTree` is one. */
export interface Refreshed {
  node(id: string): { readonly parentId: string | undefined } | undefined;
  isLoaded(id: string): boolean;
  reload(id: string, by: CalledBy, when?: "shared" | "fresh"): Promise<void>;
}

export interface RefreshPolicyOptions {
  readonly tree: Refreshed;
  readonly clock: Clock;
  /** In milliseconds; 0 turns it off. Read anew at each round. */
  readonly intervalMs: () => number;
}

/** How often it is looked whether there is something to do; the interval may be changed while it runs. */
const TICK_MS = 1_000;

/**
 * Asks for the groups that a person has opened again, at intervals and only while they can be seen: nothing is asked
 * for while the view is hidden or the window has no focus, and nothing but expanded groups.
 */
export class RefreshPolicy {
  readonly #options: RefreshPolicyOptions;
  readonly #expanded = new Set<string>();
  /** Nodes may be open below one that a person has closed, and are not seen then. */
  readonly #collapsed = new Set<string>();
  readonly #refreshedAt = new Map<string, number>();
  #isVisible = false;
  #isFocused = true;
  #isDisposed = false;
  #running: AbortController | undefined;

  constructor(options: RefreshPolicyOptions) {
    this.#options = options;
  }

  /** A node was opened. The first time it has just been asked for; later it shows what was loaded then. */
  expanded(id: string): void {
    this.#expanded.add(id);
    this.#collapsed.delete(id);
    if (!this.#refreshedAt.has(id)) this.#refreshedAt.set(id, this.#options.clock.now());
  }

  collapsed(id: string): void {
    this.#expanded.delete(id);
    this.#collapsed.add(id);
  }

  /** Becoming visible refreshes what is older than the interval at once. */
  setVisible(isVisible: boolean): void {
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
      void this.#run(this.#running.signal);
    } else if (!isWanted) {
      this.#running?.abort();
      this.#running = undefined;
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#refreshStale();
      await this.#options.clock.sleep(TICK_MS, signal).catch(() => undefined);
    }
  }

  #refreshStale(): void {
    const { tree, clock, intervalMs } = this.#options;
    const interval = intervalMs();
    if (interval <= 0) return;
    for (const id of this.#expanded) {
      // panels are asked for what is in their groups, not for themselves
      if (!id.startsWith("group:") || !tree.isLoaded(id) || !this.#isSeen(id)) continue;
      if (clock.now() - (this.#refreshedAt.get(id) ?? 0) < interval) continue;
      this.#refreshedAt.set(id, clock.now());
      void tree.reload(id, "automatic");
    }
  }

  #isSeen(id: string): boolean {
    const { tree } = this.#options;
    for (let above = tree.node(id)?.parentId; above !== undefined; above = tree.node(above)?.parentId)
      if (this.#collapsed.has(above)) return false;
    return true;
  }
}
