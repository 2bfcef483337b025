import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hasQueue, longFirst, taken } from "../queue.ts";
import { leaveResult, runMocha, sumResults, type SuiteResult } from "../runMocha.ts";

/** Runs the test files that are bundled beside this one, as far as no other run takes them; called by VS Code in the extension host. */
export async function run(): Promise<void> {
  const names = readdirSync(__dirname, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".test.cjs"),
  );
  const inOrder = longFirst(names.toSorted()).map((name) => join(__dirname, name));
  // by itself, a file may have no test where no panel runs
  const groups = hasQueue ? inOrder.map((file) => [file]) : [inOrder];
  const results: SuiteResult[] = [];
  for (const files of taken(groups)) results.push(await runMocha({ files, grep: process.env["TEST_GREP"] }));
  const result = sumResults(results);
  leaveResult(result);
  const { failed } = result;
  if (failed > 0) throw new Error(`${failed} failed`);
}
