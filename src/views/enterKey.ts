import type { Clock } from "../storage/ports.ts";

/** How long after Enter a row counts as opened by it: VS Code does not say whether a key or a click ran its command. */
const PRESSED_MS = 1_000;

/** The Enter key in the list of panels: it moves the focus to what it opens, where a click leaves it in the list. */
export class EnterKey {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #select: () => Promise<unknown>;
  #pressedAt = -Infinity;

  /** @param select what VS Code does at Enter */
  constructor(clock: Pick<Clock, "monotonic">, select: () => Promise<unknown>) {
    this.#clock = clock;
    this.#select = select;
  }

  async press(): Promise<void> {
    this.#pressedAt = this.#clock.monotonic();
    await this.#select();
  }

  /** Whether a row that is opened now was opened by Enter; once for each press. */
  takePress(): boolean {
    const isPressed = this.#clock.monotonic() - this.#pressedAt < PRESSED_MS;
    this.#pressedAt = -Infinity;
    return isPressed;
  }
}
