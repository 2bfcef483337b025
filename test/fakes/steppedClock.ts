import type { Clock } from "../../src/storage/ports.ts";

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock on which time passes only when a test says so; whoever sleeps is woken at their moment. */
export class SteppedClock implements Clock {
  /** What a person has set it on by; only `now` follows. */
  setBy = 0;
  #time = 1_700_000_000_000;
  readonly #sleepers = new Set<Sleeper>();

  now(): number {
    return this.#time + this.setBy;
  }

  uptime(): number {
    return this.#time;
  }

  /** How many sleep now. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper = { until: this.#time + milliseconds, wake: resolve };
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop);
    this.#sleepers.add(sleeper);
    try {
      await promise;
    } finally {
      this.#sleepers.delete(sleeper);
      signal.removeEventListener("abort", stop);
    }
  }

  /** Lets time pass, and everything happen that happens in it. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#time + milliseconds;
    await settled();
    for (;;) {
      const [next] = [...this.#sleepers].filter(({ until }) => until <= end).toSorted((a, b) => a.until - b.until);
      if (next === undefined) break;
      this.#time = Math.max(this.#time, next.until);
      next.wake();
      await settled();
    }
    this.#time = end;
  }
}

/** Resolves when everything that waits for nothing outside has been done. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
