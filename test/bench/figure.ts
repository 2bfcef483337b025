/** A measured value with its limit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: "ms" | "×" | "" | "KB";
}

/** The middle value; of an even number the greater of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The milliseconds that a task takes. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await task();
  return performance.now() - begun;
}

/** Formats figures as a table for people; throws where one was not measured. */
export function figureTable(figures: readonly Figure[]): string {
  const lines = figures.map(({ name, value, limit, unit }) => {
    if (!Number.isFinite(value)) throw new Error(`“${name}” was not measured`);
    return [name, shown(value, unit), `≤ ${shown(limit, unit)}`, value <= limit ? "ok" : "OVER"];
  });
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ")).join("\n");
}

function shown(value: number, unit: Figure["unit"]): string {
  const digits = { ms: 2, "×": 3, "": 0, KB: 1 }[unit];
  return `${value.toFixed(digits)}${unit === "" ? "" : ` ${unit}`}`;
}
