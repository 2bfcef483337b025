import { isTransient, type PanelFailure } from "../wire/answers/failure.ts";

/** A panel that gives nothing but pages before its first answer has its API closed, or is none. */
const MOST_FIRST_PAGES = 4;

/** So many odd answers in a row a panel may give in the middle of its own restart. */
const MOST_ODD_ANSWERS = 5;

const LONGEST_RETRY_MS = 30 * 60_000;

/** A computer that slept has hardly tried. */
const FEWEST_TRIES = 10;

/** What is known of a row of failures. */
export interface RetryState {
  /** How many there were, this one included. */
  readonly failures: number;
  /** Whether the panel answered before. */
  readonly hasAnswered: boolean;
  readonly forMs: number;
}

/** Whether a panel that failed like this is asked again. One that refuses us never is (docs/architecture.md). */
export function shouldRetry(failure: PanelFailure, { failures, hasAnswered, forMs }: RetryState): boolean {
  if (forMs >= LONGEST_RETRY_MS && failures >= FEWEST_TRIES) return false;
  if (failure.kind === "page") return hasAnswered || failures < MOST_FIRST_PAGES;
  if (isTransient(failure)) return true;
  const isOdd = failure.kind === "malformed" || failure.kind === "unsupported" || failure.kind === "rejected";
  return isOdd && hasAnswered && failures < MOST_ODD_ANSWERS;
}
