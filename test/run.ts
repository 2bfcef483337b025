/**
 * Runs test tiers: `node scripts/node.mjs test/run.ts [tier …] [--files short|rest|all] [--grep text]`. Without tiers it runs all that
 * have such files; `npm test` takes the short ones. Runs go side by side, and each prints what it has to when it has ended. One that fails, crashes
 * or runs no test does not stop the others. The sums go to `out/results/all.json`; what a run has left beside it has the time of each file.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { keepCompiled } from "./keepCompiled.ts";
import { withMemoryDirectory } from "./memoryDirectory.ts";
import { ProcessorTime } from "./processorTime.ts";
import { sumResults, type SuiteResult } from "./runMocha.ts";
import { runProcess } from "./runProcess.ts";
import { QUEUE_VARIABLE } from "./queue.ts";
import { isSelection, SELECTION_VARIABLE } from "./testFiles.ts";
import { chooseTiers, type Run, type Tier } from "./tiers.ts";
import { installServer } from "../scripts/vscode/installServer.ts";
import { hasServer, outDir, projectDir } from "../scripts/paths.ts";

/** Printed at the end, not enforced: on 2 cores, with VS Code's installation. */
const BUDGETS = "npm test 300 s, beside a load of 8 450 s; npm run test:all 900 s";
/** A file that takes longer is named, in processor seconds. */
const MUCH = 10;
const BUILD_DEADLINE_MS = 120_000;
const REPORT_DEADLINE_MS = 300_000;
/** How many runs with a VS Code go at once. They mostly wait, but each needs a gigabyte of memory. */
const MOST_WITH_VSCODE = 3;

const { values, positionals } = parseArgs({
  options: { grep: { type: "string" }, files: { type: "string", default: "all" } },
  allowPositionals: true,
});
const { grep, files: selection } = values;
if (!isSelection(selection)) throw new Error(`--files is short, rest or all, not ${selection}`);
const processorTime = new ProcessorTime();
const isAll = positionals.length === 0;
const tiers = chooseTiers(positionals, selection, grep !== undefined);
const resultsDir = join(outDir, "results");
rmSync(resultsDir, { recursive: true, force: true });
// the second run of `.ci/run` keeps the pictures of the first
if (selection !== "rest")
  for (const old of globSync("screenshots/failure-*", { cwd: outDir })) rmSync(join(outDir, old));
mkdirSync(resultsDir, { recursive: true });

// only `npm run test:live` may change running panels
const live = Object.keys(process.env).filter((name) => name.startsWith("SERVER_PANEL_LIVE_"));
if (isAll) for (const name of live) delete process.env[name];
// a running panel is one for all runs, and so is the focus of a desktop
const isShared = (!isAll && live.length > 0) || tiers.some(({ name }) => name === "desktop");
const cores = availableParallelism();
const withVsCode = pLimit(isShared ? 1 : Math.min(MOST_WITH_VSCODE, cores + 1));
const inNode = isShared ? withVsCode : pLimit(cores);

// `.ci/run` has two runs covered together, of which the second makes the report
const measures = isAll && grep === undefined && (selection === "all" || process.env["TEST_COVERAGE"] !== undefined);
const coverageDir = join(outDir, "coverage");
if (measures && selection !== "rest") rmSync(coverageDir, { recursive: true, force: true });

const isAlone = tiers.flatMap(({ runs }) => runs).length === 1;
const preparing = prepare();
const results = await Promise.all(
  tiers.map(async (tier) => {
    const parts = tier.runs.map((one, index) => (one.hasVsCode ? withVsCode : inNode)(() => run(tier, one, index)));
    return { name: tier.name, ...failWithoutTests(sumResults(await Promise.all(parts))) };
  }),
);
const checks = measures && selection !== "short" ? [await checkCoverage()] : [];
const { passed, failed, remarks, files } = failWithoutTests(sumResults([...results, ...checks]));
console.log();
for (const line of remarks) console.log(line);
if (isAll && !hasServer)
  console.log(
    `ui       not available on ${process.platform}-${process.arch}: VS Code's server from npm is for Linux on x64`,
  );
for (const { name, ...result } of results)
  console.log(`${name.padEnd(8)} ${result.passed} passed, ${result.failed} failed`);
const long = files.filter(({ processorSeconds }) => processorSeconds > MUCH);
if (long.length > 0) {
  console.log(
    `more than ${MUCH} processor seconds each (in an extension host that process alone, without its window):`,
  );
  for (const { file, seconds, processorSeconds } of long.toSorted(
    (one, other) => other.processorSeconds - one.processorSeconds,
  ))
    console.log(`  ${nameOf(file)} ${processorSeconds.toFixed(0)} s, in ${seconds.toFixed(0)} s`);
}
console.log(`budgets on 2 cores: ${BUDGETS}`);
console.log(
  `took ${(performance.now() / 1000).toFixed(0)} s, and ${processorTime.seconds().toFixed(0)} s of processors`,
);
console.log(`${passed} passed, ${failed} failed`);
writeFileSync(join(resultsDir, "all.json"), JSON.stringify({ passed, failed }));
process.exit(failed === 0 ? 0 : 1);

/** Installs and builds what runs with a VS Code need; whether that succeeded. The others do not wait for it. */
async function prepare(): Promise<boolean> {
  if (!tiers.some(({ runs }) => runs.some(({ hasVsCode }) => hasVsCode))) return true;
  try {
    if (hasServer && tiers.some(({ name }) => name !== "desktop")) await installServer();
  } catch (error) {
    console.error(String(error));
    return false;
  }
  return runProcess(["esbuild.mjs"], { deadlineMs: BUILD_DEADLINE_MS });
}

/** Runs a part of a tier to its end or its deadline. One that leaves no result, or fails without a failed test, counts as one failed. */
async function run(tier: Tier, { args, hasVsCode, queue, isMeasured }: Run, index: number): Promise<SuiteResult> {
  const { name, deadline, runs } = tier;
  if (hasVsCode && !(await preparing))
    return {
      passed: 0,
      failed: 1,
      remarks: [`failed: ${name}: VS Code is not installed, or the build failed`],
      files: [],
    };
  const started = performance.now();
  const file = join(resultsDir, `${name}-${index}`);
  const inEnvironment = async (more: Readonly<Record<string, string>>) =>
    runProcess(args, {
      deadlineMs: deadline * 1000,
      environment: {
        ...more,
        TEST_RESULTS: `${file}.json`,
        [SELECTION_VARIABLE]: selection,
        // nobody looks at them after each change
        ...(selection === "short" ? { PICTURES: process.env["PICTURES"] ?? "none" } : {}),
        ...(grep === undefined ? {} : { TEST_GREP: grep }),
        ...(queue === undefined ? {} : { [QUEUE_VARIABLE]: join(resultsDir, queue) }),
        ...(measures && isMeasured ? { NODE_V8_COVERAGE: coverageDir } : keepCompiled),
      },
      ...(isAlone ? {} : { outputFile: `${file}.log` }),
    });
  const succeeded = await (hasVsCode ? inEnvironment({}) : withMemoryDirectory(inEnvironment));
  if (!isAlone) {
    const part = runs.length > 1 ? `, part ${index + 1} of ${runs.length}` : "";
    const seconds = (performance.now() - started) / 1000;
    console.log(`\n── ${name} tier${part}, ${seconds.toFixed(0)} s ──\n${readOr(`${file}.log`, "")}`);
  }
  const nothing = JSON.stringify({ passed: 0, failed: 1, remarks: [`failed: ${name}: left no result`], files: [] });
  const result = JSON.parse(readOr(`${file}.json`, nothing)) as SuiteResult;
  return { ...result, failed: succeeded ? result.failed : Math.max(1, result.failed) };
}

/** The text of a file, which a run that was interrupted before it began has not written. */
function readOr(file: string, otherwise: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : otherwise;
}

/** Reports how much of the code the unit tier has covered; fails below the limits in `.c8rc.json`. */
async function checkCoverage(): Promise<SuiteResult> {
  console.log("\n── coverage ──");
  const isEnough = await runProcess(["node_modules/c8/bin/c8.js", "report"], { deadlineMs: REPORT_DEADLINE_MS });
  if (isEnough) return { passed: 0, failed: 0, remarks: [], files: [] };
  return { passed: 0, failed: 1, remarks: ["failed: coverage: below the limits, or without a report"], files: [] };
}

/** A result that has failed where no test has run: they were chosen by a name which none has. */
function failWithoutTests(result: SuiteResult): SuiteResult {
  return result.passed + result.failed === 0 ? { ...result, failed: 1 } : result;
}

/** Where a test file is within the project's tests; in a VS Code it is a bundle. */
function nameOf(file: string): string {
  return relative(projectDir, resolve(projectDir, file))
    .replace(/^(?:test|out)[\\/]/, "")
    .replace(/\.test\.\w+$/, "");
}
