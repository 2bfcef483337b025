import type { CalledBy } from "../connection/lockoutGuard.ts";
import { elapsedSince, momentOf, type Moment } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";
import type { PanelState, TreeNode } from "./treeNodes.ts";

export interface PanelRoundsOptions {
  readonly tree: {
    node(id: string): TreeNode | undefined;
    reload(id: string, by: CalledBy): Promise<void>;
  };
  readonly clock: Clock;
  /** Ids of the nodes of all panels, also of those that were not drawn yet. */
  readonly panels: () => readonly string[];
  /** Whether nothing that is closed hides it. */
  readonly isSeen: (id: string) => boolean;
  /** A failure that is older is looked at again when its panel is opened, and anything older in a round. */
  readonly staleMs: () => number;
  /** How old what a row says may get while it is seen. */
  readonly oldestMs: () => number;
}

/** So many panels are asked at a time, however many there are. */
const AT_A_TIME = 4;

/** Asks panels how they are, opened or not, a few at a time; of what stands below them nothing is asked. */
export class PanelRounds {
  readonly #options: PanelRoundsOptions;
  /** Not asked yet in this round. */
  #wanted = new Set<string>();
  readonly #askedAt = new Map<string, Moment>();
  #asking = 0;
  #isPaused = true;

  constructor(options: PanelRoundsOptions) {
    this.#options = options;
  }

  /** A round asks each of the panels that there are. Those that are imported later are left alone until the next. */
  begin(): void {
    this.#wanted = new Set(this.#options.panels());
    // those of panels that were removed
    for (const id of this.#askedAt.keys()) if (!this.#wanted.has(id)) this.#askedAt.delete(id);
  }

  /** Shows again what a panel fails of that was opened, when that is no news. */
  opened(id: string): void {
    if (this.#stateOf(id)?.kind !== "failing" || !this.#isOlder(id, this.#options.staleMs())) return;
    this.#wanted.add(id);
    if (!this.#isPaused) this.ask();
  }

  /** Asks as many as may be asked at once, and the next ones after them, until it is paused. */
  ask(): void {
    this.#isPaused = false;
    for (const id of this.#options.panels()) {
      if (this.#asking >= AT_A_TIME) return;
      if (this.#isDue(id)) void this.#askOne(id);
    }
  }

  /** What was not asked yet waits. */
  pause(): void {
    this.#isPaused = true;
  }

  async #askOne(id: string): Promise<void> {
    const { tree, clock } = this.#options;
    this.#wanted.delete(id);
    this.#askedAt.set(id, momentOf(clock));
    this.#asking++;
    try {
      await tree.reload(id, "automatic");
    } finally {
      this.#asking--;
      if (!this.#isPaused) this.ask();
    }
  }

  #isDue(id: string): boolean {
    const { isSeen, staleMs, oldestMs, clock } = this.#options;
    const state = this.#stateOf(id);
    if (state === undefined) return false;
    if (this.#wanted.has(id)) {
      if (this.#isOlder(id, staleMs())) return true;
      this.#wanted.delete(id);
    }
    const askedAt = this.#askedAt.get(id);
    // what came of it may leave the row as it was
    const wasJustAsked = askedAt !== undefined && elapsedSince(askedAt, clock) < oldestMs();
    return state.kind !== "unknown" && !wasJustAsked && this.#isOlder(id, oldestMs()) && isSeen(id);
  }

  /** Whether what its row says is older, or nothing. */
  #isOlder(id: string, milliseconds: number): boolean {
    const state = this.#stateOf(id);
    const at = state === undefined ? undefined : toldAt(state);
    if (at === undefined) return milliseconds < Infinity;
    const age = this.#options.clock.wallTime() - at;
    // a clock that was set back tells nothing
    return age >= milliseconds || (age < 0 && milliseconds < Infinity);
  }

  /** `undefined` also before the view was drawn. */
  #stateOf(id: string): PanelState | undefined {
    const node = this.#options.tree.node(id);
    return node?.type === "panel" ? node.state : undefined;
  }
}

/** Any answer of a panel makes its state new, but not its figures. */
function toldAt(state: PanelState): number | undefined {
  switch (state.kind) {
    case "unknown":
      return undefined;
    case "answering":
      return state.machine?.atMs;
    case "failing":
      return state.atMs;
    default:
      return state satisfies never;
  }
}
