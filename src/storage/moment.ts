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

/** The milliseconds since then, by the clock that says more. */
export function elapsedSince(moment: Moment, clock: Clock): number {
  return Math.max(clock.wallTime() - moment.wallTime, clock.monotonic() - moment.monotonic);
}
