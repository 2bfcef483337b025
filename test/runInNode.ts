/**
 * Runs the test files of a folder in this process: `node scripts/node.mjs test/runInNode.ts unit`, which runs `contract` too; with
 * `sweeps` only its `*.sweep.test.ts`, with `others` all but them. `TEST_GREP` picks tests by name, `TEST_RESULTS` names the results
 * file, with `TEST_BAIL` it ends with the first failure. `TEST_QUEUE` names a folder in which processes that share the work write
 * down what they take: each takes one file after another, so all of them end at about the same time.
 */
import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { end } from "./atEnd.ts";
import { leaveResult, runMocha, sumResults, type SuiteResult } from "./runMocha.ts";
import { isShort, isSweep, testFiles } from "./testFiles.ts";

/** Folders that belong to another one's tier. */
const COMPANIONS: Readonly<Record<string, string>> = { unit: "contract" };

const [folder = "unit", kind] = process.argv.slice(2);
const files = [folder, COMPANIONS[folder] ?? []]
  .flat()
  .flatMap(testFiles)
  .filter((file) => kind === undefined || isSweep(file) === (kind === "sweeps"));

process.on("unhandledRejection", (reason) => console.error("A promise was rejected, and nobody handled it:", reason));

const { TEST_QUEUE: queue } = process.env;
const results: SuiteResult[] = [];
if (queue === undefined) results.push(await run(files));
else for (const [index, group] of groups().entries()) if (take(queue, index)) results.push(await run(group));
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

async function run(taken: readonly string[]): Promise<SuiteResult> {
  const { TEST_GREP: grep, TEST_BAIL: bail } = process.env;
  return runMocha({ files: taken, grep, bail: bail !== undefined });
}

/** What a process takes at once, in order: what is in Chinese, which shares a VS Code that speaks it, then file after file, the long ones first. */
function groups(): readonly (readonly string[])[] {
  const isChinese = (file: string) => basename(dirname(file)) === "chinese";
  const others = files.filter((file) => !isChinese(file));
  const inOrder = [...others.filter((file) => !isShort(file)), ...others.filter(isShort)];
  return [files.filter(isChinese), ...inOrder.map((file) => [file])].filter((group) => group.length > 0);
}

/** Whether this process is the one that takes a group. */
function take(directory: string, index: number): boolean {
  mkdirSync(directory, { recursive: true });
  try {
    mkdirSync(join(directory, String(index)));
    return true;
  } catch {
    return false;
  }
}
