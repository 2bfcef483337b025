/**
 * Runs the test files of a folder in this process: `node scripts/node.mjs test/runInNode.ts unit`, which runs `contract` too; with
 * `sweeps` only its `*.sweep.test.ts`, with `others` all but them. `TEST_GREP` picks tests by name, `TEST_RESULTS` names the results
 * file, with `TEST_BAIL` it ends with the first failure. Processes that share the work (`queue.ts`) take file after file.
 */
import { basename, dirname } from "node:path";
import { end } from "./atEnd.ts";
import { hasQueue, longFirst, taken } from "./queue.ts";
import { leaveResult, runMocha, sumResults, type SuiteResult } from "./runMocha.ts";
import { testFiles } from "./testFiles.ts";
import { isSweep } from "./testNames.ts";

/** Folders that belong to another one's tier. */
const COMPANIONS: Readonly<Record<string, string>> = { unit: "contract" };

const [folder = "unit", kind] = process.argv.slice(2);
const files = [folder, COMPANIONS[folder] ?? []]
  .flat()
  .flatMap(testFiles)
  .filter((file) => kind === undefined || isSweep(file) === (kind === "sweeps"));

process.on("unhandledRejection", (reason) => console.error("A promise was rejected, and nobody handled it:", reason));

const results: SuiteResult[] = [];
for (const group of taken(hasQueue ? groups() : [files])) results.push(await run(group));
try {
  await end();
} catch (error) {
  console.error(error);
  results.push({ passed: 0, failed: 1, remarks: [`failed: at the end of ${folder}: ${String(error)}`], files: [] });
}
const result = sumResults(results);
leaveResult(result);
// what a test has left open must not keep the tier alive
process.exit(result.failed > 0 ? 1 : 0);

async function run(group: readonly string[]): Promise<SuiteResult> {
  const { TEST_GREP: grep, TEST_BAIL: bail } = process.env;
  return runMocha({ files: group, grep, bail: bail !== undefined });
}

/** What a process takes at once, in order: what is in Chinese, which shares a VS Code that speaks it, then file after file. */
function groups(): readonly (readonly string[])[] {
  const isChinese = (file: string) => basename(dirname(file)) === "chinese";
  const others = longFirst(files.filter((file) => !isChinese(file)));
  return [files.filter(isChinese), ...others.map((file) => [file])].filter((group) => group.length > 0);
}
