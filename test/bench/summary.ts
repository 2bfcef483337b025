import { benchSteps, budgetMs, openEnded, ROUNDS, type BenchStep, type Measurement } from "./benchSteps.ts";

/** One step over all rounds, in milliseconds. */
export interface SummaryRow {
  readonly step: BenchStep;
  readonly rows: number;
  readonly worked: { readonly median: number; readonly worst: number };
  /** Without the steps in which V8 collected all garbage. */
  readonly workedUncollected: { readonly median: number; readonly worst: number };
  readonly elapsed: { readonly median: number; readonly worst: number };
  /** Judged by the median of the work and the worst without a collection; `idle` shows what machine and heartbeat add. */
  readonly isWithinBudget: boolean;
}

/** Sums up each step; throws where one was not measured in every round, or did not do what its name says. */
export function summary(measurements: readonly Measurement[]): readonly SummaryRow[] {
  return (Object.keys(benchSteps) as BenchStep[]).map((step) => {
    const rows = benchSteps[step];
    const found = measurements.filter((measurement) => measurement.step === step);
    if (found.length !== ROUNDS) throw new Error(`“${step}” was measured ${found.length} times instead of ${ROUNDS}`);
    const wrong = found.find(({ rows: shown }) => (step === openEnded ? shown < rows : shown !== rows));
    if (wrong !== undefined) throw new Error(`“${step}” showed ${wrong.rows} rows instead of ${rows}`);
    if (step !== "idle" && found.some(({ drawn }) => drawn === 0)) throw new Error(`“${step}” drew nothing`);
    const worked = spread(found.map(({ longest }) => longest.worked));
    const workedUncollected = spread(found.map(({ longest }) => longest.workedUncollected));
    const isWithinBudget = Math.max(worked.median, workedUncollected.worst) <= budgetMs(rows);
    const elapsed = spread(found.map(({ longest }) => longest.elapsed));
    return { step, rows, worked, workedUncollected, elapsed, isWithinBudget };
  });
}

/** Formats the rows as a table for people. */
export function tableOf(rows: readonly SummaryRow[]): string {
  const lines = rows.map(({ step, rows: shown, worked, workedUncollected, elapsed, isWithinBudget }) => [
    step,
    String(shown),
    ...[worked.median, worked.worst, workedUncollected.worst, elapsed.median, elapsed.worst].map((ms) => ms.toFixed(1)),
    isWithinBudget ? "ok" : "OVER",
  ]);
  const head = [
    "longest step, ms",
    "rows",
    "work: median",
    "worst",
    "but for major GC",
    "clock: median",
    "worst",
    `≤ ${budgetMs(1_000)}, above 1,000 rows ≤ ${budgetMs(Infinity)}`,
  ];
  const all = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) => line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))))
    .map((line) => line.join("  "))
    .join("\n");
}

function spread(values: readonly number[]): SummaryRow["worked"] {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, worst: sorted.at(-1) ?? Number.NaN };
}
