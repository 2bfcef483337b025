import { isAnswer, isTransient, type PanelFailure } from "../wire/answers/failure.ts";

/** Pauses between readings of a log. */
export interface LogPace {
  /** Between two readings while the log grows, in milliseconds. */
  readonly fastestMs: number;
  /** Between two readings of a log that has not changed for long. */
  readonly slowestMs: number;
}

/** As fast as the panel's own page, and never slower than people would wait. */
export const upgradePace: LogPace = { fastestMs: 2_000, slowestMs: 10_000 };

/** For logs that have no end; each reading is up to 3,000 lines (docs/protocol.md 7.10). */
export const tailPace: LogPace = { fastestMs: 5_000, slowestMs: 30_000 };

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/** The pause after a reading; `unchanged`: readings since the last change. */
export function pauseAfterReading({ fastestMs, slowestMs }: LogPace, unchanged: number): number {
  return Math.min(slowestMs, fastestMs * 1.5 ** unchanged);
}

/**
 * The pause after the last of `failures` consecutive failed readings.
 * @param random from 0 to 1; windows that lost the same panel do not come back together
 */
export function pauseAfterFailure(failures: number, random: number): number {
  const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  return longest * (0.5 + random / 2);
}

/** Most pages at first: a panel that sends nothing else has its API closed, or is no panel. */
const MOST_FIRST_PAGES = 4;

/** Most odd answers in a row: a panel that is restarting itself gives some. */
const MOST_ODD_ANSWERS = 5;

const LONGEST_RETRY_MS = 30 * 60_000;

/** Minimum failures before giving up: a sleeping computer produces a few. */
const FEWEST_TRIES = 10;

/** State of consecutive failures. */
export interface RetryState {
  /** Number of failures, this one included. */
  readonly failures: number;
  /** Whether the panel answered before. */
  readonly hasAnswered: boolean;
  readonly forMs: number;
}

/** Whether to retry after this failure. Never after a refusal (docs/architecture.md). */
export function shouldRetry(failure: PanelFailure, { failures, hasAnswered, forMs }: RetryState): boolean {
  if (forMs >= LONGEST_RETRY_MS && failures >= FEWEST_TRIES) return false;
  if (failure.kind === "page") return hasAnswered || failures < MOST_FIRST_PAGES;
  if (isTransient(failure)) return true;
  // what is too large stays so
  const isOdd = isAnswer(failure) && failure.kind !== "tooLarge";
  return isOdd && hasAnswered && failures < MOST_ODD_ANSWERS;
}
