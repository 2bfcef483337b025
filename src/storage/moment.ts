import type { Clock } from "./ports.ts";

/** On both clocks: one can be set back, the other may stand still while the computer sleeps. */
export interface Moment {
  readonly wallTime: number;
  readonly monotonic: number;
}

/** This moment. */
export function momentOf(clock: Clock): Moment {
  return { wallTime: clock.wallTime(), monotonic: clock.monotonic() };
}

/** Milliseconds since then, by the clock that says more. */
export function elapsedSince(moment: Moment, clock: Clock): number {
  return Math.max(clock.wallTime() - moment.wallTime, clock.monotonic() - moment.monotonic);
}

/**
 * Milliseconds since a wall time that some process wrote down; negative where it lies ahead. Where the clock was set in
 * between, one of the two clocks is off by as much, so the one that puts it nearer counts.
 */
export function ageOf(wallTime: number, clock: Clock): number {
  const [byWall, byMonotonic] = [clock.wallTime() - wallTime, clock.monotonic() - wallTime];
  return Math.abs(byWall) < Math.abs(byMonotonic) ? byWall : byMonotonic;
}

/** What takes this much longer than it can is a gap: the computer slept, or this process was stopped. */
const GAP_MS = 10_000;

/** No look takes longer. */
const LONGEST_LOOK_MS = 60_000;

/** Time for some looks after a gap: a network that was asleep as well takes some seconds to come back. */
const FRESH_MS = 15_000;

/** A panel whose looks take longer than any should is not waited for without end. */
const MOST_GAPS = 3;

/**
 * A wait for something that is looked at again and again, with pauses between the looks. A gap, which either clock may show,
 * counts for no more than some seconds, and some looks follow it in any case.
 */
export class Wait {
  readonly #clock: Clock;
  #endMs: number;
  #passedMs = 0;
  #countedAt: Moment;
  #gaps = 0;

  /** Begins now, and lasts for so long. */
  constructor(clock: Clock, milliseconds = Infinity) {
    this.#clock = clock;
    this.#endMs = milliseconds;
    this.#countedAt = momentOf(clock);
  }

  /** How long it has lasted, in milliseconds; to be asked after each look. */
  passed(): number {
    this.#count();
    return this.#passedMs;
  }

  /** The milliseconds until its end; negative after it. */
  left(): number {
    const passedMs = this.passed();
    return this.#endMs - passedMs;
  }

  /** Resolves after so long, or as soon as the signal aborts. */
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
