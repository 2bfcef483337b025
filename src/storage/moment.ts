import type { Clock } from "./ports.ts";

/** A time on both clocks: one can be set back, the other may stop while the computer sleeps. */
export interface Moment {
  readonly wallTime: number;
  readonly monotonic: number;
}

/** This moment. */
export function momentOf(clock: Clock): Moment {
  return { wallTime: clock.wallTime(), monotonic: clock.monotonic() };
}

/** Milliseconds since then, by the clock that shows more. */
export function elapsedSince(moment: Moment, clock: Clock): number {
  return Math.max(clock.wallTime() - moment.wallTime, clock.monotonic() - moment.monotonic);
}

/**
 * Milliseconds since a wall time that some process has stored; negative if it lies ahead. If the clock was set in
 * between, one of the two clocks is off by as much, so the smaller age counts.
 */
export function ageOf(wallTime: number, clock: Clock): number {
  const [byWall, byMonotonic] = [clock.wallTime() - wallTime, clock.monotonic() - wallTime];
  if (Math.abs(byWall) < Math.abs(byMonotonic)) return byWall;
  return byMonotonic;
}

/** Excess time that counts as a gap: the computer slept, or this process was stopped. */
const GAP_MS = 10_000;

/** Longest time that one look takes. */
const LONGEST_LOOK_MS = 60_000;

/** Time for some looks after a gap: a network that was asleep as well takes some seconds to come back. */
const FRESH_MS = 15_000;

/** Most gaps that extend a wait: a panel whose looks take too long must not extend it for ever. */
const MOST_GAPS = 3;

/**
 * A wait with repeated looks and pauses between them. A gap, on either clock, counts only as a few seconds, and
 * leaves time for some looks after it.
 */
export class Wait {
  readonly #clock: Clock;
  #endMs: number;
  #passedMs = 0;
  #countedAt: Moment;
  #gaps = 0;

  /** Begins now. */
  constructor(clock: Clock, milliseconds = Infinity) {
    this.#clock = clock;
    this.#endMs = milliseconds;
    this.#countedAt = momentOf(clock);
  }

  /** Milliseconds since its start, without gaps; call it after each look. */
  passed(): number {
    this.#count();
    return this.#passedMs;
  }

  /** The milliseconds until its end; negative after it. */
  left(): number {
    const passedMs = this.passed();
    return this.#endMs - passedMs;
  }

  /** Resolves after this time, or when the signal aborts. */
  async pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.#count();
    await this.#clock.sleep(milliseconds, signal).catch(() => undefined);
    this.#count(milliseconds);
  }

  #count(longestMs = LONGEST_LOOK_MS): void {
    const since = this.#countedAt;
    this.#countedAt = momentOf(this.#clock);
    const passed = this.#countedAt.monotonic - since.monotonic;
    const isGap = elapsedSince(since, this.#clock) > longestMs + GAP_MS && this.#gaps < MOST_GAPS;
    this.#passedMs += isGap ? Math.min(passed, GAP_MS) : passed;
    if (!isGap) return;
    this.#gaps += 1;
    this.#endMs = Math.max(this.#endMs, this.#passedMs + FRESH_MS);
  }
}
