import type { LongestStep } from "./heartbeat.ts";

/** Sites of the measured panel. */
export const SITES = 10_000;

/** A directory of its server, and how many files that has. */
export const DIRECTORY = "/www/wwwroot/many.example.com";
export const FILES = 10_000;

export const ROUNDS = 5;

/** The longest that a step may block the extension host, in milliseconds: with up to 1,000 rows, and with more. */
export const budgetMs = (rows: number): number => (rows <= 1_000 ? 16 : 50);

/** The steps of each round, in this order, with the rows that the group or the list shows after them. */
export const benchSteps = {
  idle: 0,
  "open the group": 200,
  "filter one page": 100,
  "clear the filter": 200,
  "go to, pages arriving": 1_048,
  "load more up to 1,000": 1_000,
  "filter to some": 10,
  "clear the filter of 1,000": 1_000,
  "refresh 1,000, all changed": 1_000,
  "load more up to the most": 2_000,
  "clear the filter of the most": 2_000,
  "refresh the most, all changed": 2_000,
  "open 10,000 files": 2_001,
  "read a folder of 10,000 files": 10_000,
  "go to, ten panels": 5_000,
} as const satisfies Readonly<Record<string, number>>;

export type BenchStep = keyof typeof benchSteps;

/** The step that may show more rows: pages that are under way when the list is full still arrive. */
export const openEnded: BenchStep = "go to, ten panels";

/** One step of one round, including the work of VS Code in the extension host that it caused. */
export interface Measurement {
  readonly step: BenchStep;
  readonly longest: LongestStep;
  /** Rows that the group or the list shows afterwards. */
  readonly rows: number;
  /** Tree items that VS Code asked for. */
  readonly drawn: number;
}
