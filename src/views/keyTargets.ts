import { setTimeout as delay } from "node:timers/promises";

/** The focused list, as far as VS Code lets an extension see it. */
export interface KeyList {
  readonly selection: () => readonly string[];
  /** Adds the focused row to the selection, or takes it out. */
  readonly toggleFocused: () => Promise<unknown>;
}

/** A list counts as drawn when VS Code has asked for nothing for this long. */
const QUIET_MS = 50;

/** Tracks whether VS Code is drawing a list, by its requests for rows. */
export class RenderTracker {
  readonly #patienceMs: number;
  #under = 0;
  #steps = 0;
  #lastAt = -Infinity;

  /** @param patienceMs how long `isOver` waits at most */
  constructor(patienceMs = 2_000) {
    this.#patienceMs = patienceMs;
  }

  /** Counts steps of drawing: the same number before and after means that nothing was drawn in between. */
  get steps(): number {
    return this.#steps;
  }

  /** Notes that something is being redrawn. */
  begin(): void {
    this.#steps += 1;
    this.#lastAt = performance.now();
  }

  /** Answers a request of VS Code for something to draw. */
  async during<T>(answer: () => Promise<T>): Promise<T> {
    this.begin();
    this.#under += 1;
    try {
      return await answer();
    } finally {
      this.#under -= 1;
      this.begin();
    }
  }

  /** Resolves once nothing is being drawn, or after `patienceMs`. */
  async isOver(): Promise<void> {
    const end = performance.now() + this.#patienceMs;
    while (performance.now() < end && (this.#under > 0 || performance.now() - this.#lastAt < QUIET_MS))
      await delay(QUIET_MS / 2);
  }
}

/**
 * Reads what a key acts on: the selection if it includes the focused row, else that row, because arrow keys only move the
 * focus. VS Code does not tell which row has the focus, but toggling adds it to the selection or removes it. `undefined`:
 * unknown, because the list was redrawn meanwhile; until it is drawn, VS Code knows only part of the selection.
 */
export async function readKeyTargets(list: KeyList, rendering: RenderTracker): Promise<readonly string[] | undefined> {
  await rendering.isOver();
  const { steps } = rendering;
  const before = list.selection();
  await list.toggleFocused();
  const toggled = list.selection();
  await list.toggleFocused();
  const added = toggled.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !toggled.includes(id));
  if (rendering.steps !== steps || added.length + removed.length > 1 || !isSame(before, list.selection()))
    return undefined;
  if (added.length === 0) return before;
  return added;
}

/** Whether both have the same rows, in any order. */
function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
