import type { Clock } from "./ports.ts";

/** On both clocks: one can be set back, the other may stand still while the computer sleeps. */
export interface Moment {
  readonly now: number;
  readonly uptime: number;
}

/** This moment. */
export function momentOf(clock: Clock): Moment {
  return { now: clock.now(), uptime: clock.uptime() };
}

/** The milliseconds since then, by the clock that says more. */
export function elapsedSince(moment: Moment, clock: Clock): number {
  return Math.max(clock.now() - moment.now, clock.uptime() - moment.uptime);
}
