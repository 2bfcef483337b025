import assert from "node:assert/strict";

/** In milliseconds: what a busy machine adds to the shortest of several tries. What freezes takes seconds. */
const GRACE_MS = 120;

/** Coverage counts every branch of our code, and nothing of the parser that it is compared with. */
const SLOWER = process.env["NODE_V8_COVERAGE"] === undefined ? 1 : 10;

/** How much of the processor a task takes at least, of some tries, and what it gave or threw. */
export function shortestOf(task: () => unknown, tries = 3): { readonly ms: number; readonly outcome: unknown } {
  let ms = Infinity;
  let outcome: unknown;
  for (let attempt = 0; attempt < tries; attempt++) {
    const before = process.cpuUsage();
    outcome = outcomeOf(task);
    // others on the machine make it wait, which is no work of its own
    const { user, system } = process.cpuUsage(before);
    ms = Math.min(ms, (user + system) / 1_000);
  }
  return { ms, outcome };
}

/** Fails where a task takes much longer than a yardstick that was measured in the same run. */
export function assertProportional(what: string, ms: number, yardstickMs: number): void {
  assert.ok(
    ms <= SLOWER * (3 * yardstickMs + GRACE_MS),
    `${what}: ${ms.toFixed()} ms, where ${yardstickMs.toFixed()} ms are fair`,
  );
}

function outcomeOf(task: () => unknown): unknown {
  try {
    return task();
  } catch (error) {
    return error;
  }
}
