import type { Clock } from "../../src/storage/ports.ts";

/** A clock that leaps over each sleep: time passes only while somebody sleeps, and at once. */
export class LeapingClock implements Clock {
  /** Milliseconds since the epoch. */
  time: number;
  /** Called after each sleep with the new time, so that a test can act at a moment. */
  onSlept: (time: number) => void = () => undefined;

  constructor(time = 1_700_000_000_000) {
    this.time = time;
  }

  now(): number {
    return this.time;
  }

  uptime(): number {
    return this.time;
  }

  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    // in whole milliseconds, as a real one
    this.time += Math.ceil(milliseconds);
    this.onSlept(this.time);
    signal.throwIfAborted();
  }
}
