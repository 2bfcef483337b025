import type { LongestStep } from "./heartbeat.ts";

/** Sites of the panel that is measured. */
export const SITES = 10_000;

export const ROUNDS = 5;

/** No step may block the extension host for longer, in milliseconds. */
export const BUDGET_MS = 16;

/** What is done in each round, in this order, with the rows that the group shows then. */
export const benchSteps = {
  idle: 0,
  "open the group": 200,
  "filter one page": 100,
  "clear the filter": 200,
  "go to, pages arriving": 202,
  "load more up to all": SITES,
  "go to, all loaded": 201,
  "go to, typed": 111,
  "filter all to some": 111,
  "filter all to many": 1_000,
  "clear the filter of all": SITES,
  "refresh, all rows changed": SITES,
} as const satisfies Readonly<Record<string, number>>;

export type BenchStep = keyof typeof benchSteps;

/** One step of one round, with all that VS Code did of it in the extension host. */
export interface Measurement {
  readonly step: BenchStep;
  readonly longest: LongestStep;
  /** Rows that the group shows after it. */
  readonly rows: number;
  /** Tree items that VS Code asked for. */
  readonly drawn: number;
}
