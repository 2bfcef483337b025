import type { Clock } from "../storage/ports.ts";
import type { Wait } from "../storage/moment.ts";
import type { Call } from "../resources/resource.ts";

const SHORTEST_MS = 1_000;
const LONGEST_MS = 5_000;

/** The least that a read is taken to cost a panel, however quickly it answers. */
const READ_MS = 100;

/** After each of these, looks are a second further apart: the longer it has taken, the less likely it happens now. */
const SLOWER_AFTER_MS = 15_000;

/** How long to pause between looks at a panel: longer where a look costs it more, and as time goes by. */
export class PollSchedule {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #wait: Wait;
  #lookedAt: number;
  #reads = 0;

  /** @param wait with whose end the last look is due */
  constructor(clock: Clock, wait: Wait) {
    this.#clock = clock;
    this.#startedAt = this.#lookedAt = clock.monotonic();
    this.#wait = wait;
  }

  /** A look begins; it makes its calls with the result, which counts them. */
  counting(call: Call): Call {
    this.#lookedAt = this.#clock.monotonic();
    this.#reads = 0;
    return async (id, params) => {
      this.#reads += 1;
      return call(id, params);
    };
  }

  /** How long to wait after the look that has just ended. */
  pauseMs(): number {
    const now = this.#clock.monotonic();
    const byCost = Math.min(LONGEST_MS, this.#reads * READ_MS);
    const byAge = Math.min(LONGEST_MS, SHORTEST_MS * (1 + Math.floor((now - this.#startedAt) / SLOWER_AFTER_MS)));
    const pause = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, now - this.#lookedAt), byCost, byAge);
    return Math.min(pause, Math.max(0, this.#wait.left()));
  }
}
