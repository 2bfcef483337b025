import type { CalledBy } from "../connection/lockoutGuard.ts";
import { elapsedSince, momentOf, type Moment } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";
import type { PanelState, TreeNode } from "./treeNodes.ts";

export interface PanelRoundsOptions {
  readonly tree: {
    node(id: string): TreeNode | undefined;
    reload(id: string, calledBy: CalledBy): Promise<void>;
  };
  readonly clock: Clock;
  /** Ids of the nodes of all panels, drawn or not. */
  readonly panels: () => readonly string[];
  /** Whether a node is not hidden by a closed one. */
  readonly isSeen: (id: string) => boolean;
  /** An older failure is checked again when its panel is opened, and any older state in a round. */
  readonly staleMs: () => number;
  /** The age from which on a visible row is refreshed. */
  readonly oldestMs: () => number;
}

/** Panels asked at a time. */
const AT_A_TIME = 4;

/** Asks panels for their states, opened or not, a few at a time. Their groups are not loaded. */
export class PanelRounds {
  readonly #options: PanelRoundsOptions;
  /** Panels not yet asked in this round. */
  #wanted = new Set<string>();
  readonly #askedAt = new Map<string, Moment>();
  #asking = 0;
  #isPaused = true;

  constructor(options: PanelRoundsOptions) {
    this.#options = options;
  }

  /** Begins a round over the present panels; those imported later wait for the next. */
  begin(): void {
    this.#wanted = new Set(this.#options.panels());
    // drop removed panels
    for (const id of this.#askedAt.keys()) if (!this.#wanted.has(id)) this.#askedAt.delete(id);
  }

  /** Checks an old failure again when its panel is opened. */
  opened(id: string): void {
    if (this.#stateOf(id)?.kind !== "failing" || !this.#isOlder(id, this.#options.staleMs())) return;
    this.#wanted.add(id);
    if (!this.#isPaused) this.ask();
  }

  /** Asks as many as allowed at once, and goes on until paused. */
  ask(): void {
    this.#isPaused = false;
    for (const id of this.#options.panels()) {
      if (this.#asking >= AT_A_TIME) return;
      if (this.#isDue(id)) void this.#askOne(id);
    }
  }

  /** Leaves the remaining panels for later. */
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
    // the answer may have left the row as it was
    const wasJustAsked = askedAt !== undefined && elapsedSince(askedAt, clock) < oldestMs();
    return state.kind !== "unknown" && !wasJustAsked && this.#isOlder(id, oldestMs()) && isSeen(id);
  }

  /** Whether a row shows an older state, or none. */
  #isOlder(id: string, milliseconds: number): boolean {
    const state = this.#stateOf(id);
    const readAt = state && figuresAt(state);
    if (readAt === undefined) return milliseconds < Infinity;
    // by the wall clock: counts the time that the computer slept
    const age = this.#options.clock.wallTime() - readAt;
    // the clock was set back
    return age >= milliseconds || (age < 0 && milliseconds < Infinity);
  }

  #stateOf(id: string): PanelState | undefined {
    const node = this.#options.tree.node(id);
    if (node?.type === "panel") return node.state;
    return undefined;
  }
}

/** When the figures of a row were read: other answers renew the state, but not them. */
function figuresAt(state: PanelState): number | undefined {
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
