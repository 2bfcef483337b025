import { setTimeout as delay } from "node:timers/promises";

/** The list that has the focus, as far as VS Code lets an extension see it. */
export interface KeyList {
  readonly selection: () => readonly string[];
  /** Adds the focused row to the selection, or takes it out. */
  readonly toggleFocused: () => Promise<unknown>;
}

/** How long a list must have been left alone to count as drawn, in milliseconds. */
const QUIET_MS = 50;

/** Knows whether VS Code is drawing a list, by what it asks for. */
export class Drawing {
  readonly #patienceMs: number;
  #under = 0;
  #steps = 0;
  #lastAt = -Infinity;

  /** @param patienceMs how long `isOver` waits at most */
  constructor(patienceMs = 2_000) {
    this.#patienceMs = patienceMs;
  }

  /** How many steps there were: the same number before and after means that nothing was drawn in between. */
  get steps(): number {
    return this.#steps;
  }

  /** Something is to be drawn again. */
  begin(): void {
    this.#steps += 1;
    this.#lastAt = performance.now();
  }

  /** VS Code asks for this to draw it. */
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

  /** Resolves once nothing is being drawn, or when patience is over. */
  async isOver(): Promise<void> {
    const end = performance.now() + this.#patienceMs;
    while (performance.now() < end && (this.#under > 0 || performance.now() - this.#lastAt < QUIET_MS))
      await delay(QUIET_MS / 2);
  }
}

/**
 * What a key acts on: the selection where the focus is in it, else the focused row, because arrow keys move only the
 * focus. VS Code does not tell which row that is, but toggling adds it to the selection or takes it out. While a list is
 * drawn, VS Code knows only some of what is selected. `undefined`: it was drawn meanwhile, so that nobody can tell.
 */
export async function readKeyTargets(list: KeyList, drawing: Drawing): Promise<readonly string[] | undefined> {
  await drawing.isOver();
  const { steps } = drawing;
  const before = list.selection();
  await list.toggleFocused();
  const toggled = list.selection();
  await list.toggleFocused();
  const added = toggled.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !toggled.includes(id));
  if (drawing.steps !== steps || added.length + removed.length > 1 || !isSame(before, list.selection()))
    return undefined;
  return added.length === 0 ? before : added;
}

/** Whether both have the same rows, in any order. */
function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
