import type { Clock } from "../../storage/ports.ts";

const MINUTE_MS = 60_000;

/** Limits calls that nobody may have asked for: other extensions and searches read whole workspaces. */
export class CallBudget {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #perMinute: number;
  /** When the calls of the last minute were made, in `monotonic` time. */
  #calls: number[] = [];

  constructor(clock: Pick<Clock, "monotonic">, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Counts a call; `false`: the last minute had as many as there may be. */
  take(): boolean {
    const now = this.#clock.monotonic();
    this.#calls = this.#calls.filter((calledAt) => now - calledAt < MINUTE_MS);
    if (this.#calls.length >= this.#perMinute) return false;
    this.#calls.push(now);
    return true;
  }
}
