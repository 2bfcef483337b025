import type { Clock } from "../../src/storage/ports.ts";

/** A clock that stands still until a test lets time pass; knows who sleeps. */
export class HeldClock implements Clock {
  /** Milliseconds since the epoch. */
  time = 1_700_000_000_000;
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();

  /** How many sleeps have neither ended nor been aborted. */
  get pending(): number {
    return this.#sleepers.size;
  }

  now(): number {
    return this.time;
  }

  uptime(): number {
    return this.time;
  }

  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const sleeper = { until: this.time + milliseconds, wake: resolve };
      this.#sleepers.add(sleeper);
      signal.addEventListener("abort", () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason as Error);
      });
    });
  }

  /** Lets time pass and wakes whom it wakes; they have run when it resolves. */
  async pass(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    for (const sleeper of this.#sleepers)
      if (sleeper.until <= this.time) {
        this.#sleepers.delete(sleeper);
        sleeper.wake();
      }
    await settled();
  }
}

/** Resolves when all that is ready to run has run. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
