import { PanelError } from "../wire/answers/failure.ts";
import type { Clock } from "../storage/ports.ts";

/**
 * How long a call waits for a silent panel, in queues too: for as long as the call itself may take, and anew after each
 * answer that any call gets. So a slow panel is waited for, and a dead one keeps all who queue waiting for no longer than
 * the first.
 */
export class Patience {
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #heardAt: () => number;
  readonly #ended = new AbortController();
  readonly #lost = new AbortController();

  /** @param heardAt when the panel answered last, as an `uptime` */
  constructor(clock: Clock, deadlineMs: number, heardAt: () => number) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    this.#heardAt = heardAt;
    void this.#watch(clock.uptime());
  }

  /** Aborts when patience is lost. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** What a call failed with, where it was cancelled because patience was lost. */
  get failure(): PanelError {
    return new PanelError({ kind: "timeout", afterMs: this.#deadlineMs });
  }

  /** From now on the call's own deadline counts alone; must be called however the call ends. */
  end(): void {
    // without a reason Node makes an error with its stack, at each call
    this.#ended.abort("ended");
  }

  async #watch(since: number): Promise<void> {
    for (;;) {
      const silent = this.#clock.uptime() - Math.max(since, this.#heardAt());
      if (silent >= this.#deadlineMs) return this.#lost.abort();
      try {
        await this.#clock.sleep(this.#deadlineMs - silent, this.#ended.signal);
      } catch {
        return;
      }
    }
  }
}
