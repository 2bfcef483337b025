import type { Clock } from "../../src/storage/ports.ts";
import { afterSleep, settled } from "./steppedClock.ts";

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/**
 * A clock on which time passes only while everybody sleeps: once all else has been done it leaps to the moment of whoever
 * wakes first. What waits for real files, locks or servers needs a `SteppedClock`.
 */
export class LeapingClock implements Clock {
  /** Milliseconds since the epoch, as if nobody set the clock. */
  time: number;
  /** What a person has set it on by; only `wallTime` follows. */
  setBy = 0;
  /** Called after each leap with the new time, so that a test can act at a moment. */
  onSlept: (time: number) => void = () => undefined;
  readonly #sleepers = new Set<Sleeper>();
  #isLeaping = false;

  constructor(time = 1_700_000_000_000) {
    this.time = time;
  }

  wallTime(): number {
    return this.time + this.setBy;
  }

  monotonic(): number {
    return this.time;
  }

  after(milliseconds: number, act: () => void): () => void {
    return afterSleep(this, milliseconds, act);
  }

  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // in whole milliseconds, as a real one
    const sleeper = { until: this.time + Math.ceil(milliseconds), wake: resolve };
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop);
    this.#sleepers.add(sleeper);
    if (!this.#isLeaping) void this.#leap();
    try {
      await promise;
    } finally {
      this.#sleepers.delete(sleeper);
      signal.removeEventListener("abort", stop);
    }
    signal.throwIfAborted();
  }

  async #leap(): Promise<void> {
    this.#isLeaping = true;
    await settled();
    while (this.#sleepers.size > 0) {
      const [first] = [...this.#sleepers].toSorted((a, b) => a.until - b.until);
      this.time = Math.max(this.time, first?.until ?? 0);
      this.onSlept(this.time);
      first?.wake();
      await settled();
    }
    this.#isLeaping = false;
  }
}
