/** How often a log is read. */
export interface LogPace {
  /** Between two readings while the log grows, in milliseconds. */
  readonly fastestMs: number;
  /** Between two readings of a log that has not changed for long. */
  readonly slowestMs: number;
}

/** What a panel's own page does, and no slower than a person waits for. */
export const upgradePace: LogPace = { fastestMs: 2_000, slowestMs: 10_000 };

/** For logs that have no end; each reading is up to 3,000 lines (docs/protocol.md 7.10). */
export const tailPace: LogPace = { fastestMs: 5_000, slowestMs: 30_000 };

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/** The pause after a reading, `unchanged` readings after the last one that brought something. */
export function pauseAfterReading({ fastestMs, slowestMs }: LogPace, unchanged: number): number {
  return Math.min(slowestMs, fastestMs * 1.5 ** unchanged);
}

/**
 * The pause after a failed reading, the `failures`th in a row.
 * @param random from 0 to 1; windows that lost the same panel do not come back together
 */
export function pauseAfterFailure(failures: number, random: number): number {
  const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  return longest * (0.5 + random / 2);
}
