/**
 * Plants defects, one after another, and shows which of them the unit tier finds: `npm run mutants [-- words]`, where words choose
 * layers and defects; `npm run mutants -- --check` only checks that each of them can be planted. Works in copies of the project,
 * two at a time. The tests that mirror the defect's folder come first: mostly they find it, and the other ones take minutes.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { outDir, projectDir } from "../../scripts/paths.ts";
import { withMemoryDirectory } from "../memoryDirectory.ts";
import type { SuiteResult } from "../runMocha.ts";
import { mutants, type Mutant } from "./mutants.ts";

const AT_ONCE = 2;
/** Limit for one run of tests; a planted defect may keep it from ending. */
const DEADLINE_MS = 1_800_000;

const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });
const chosen = mutants.filter(({ layer, defect }) =>
  positionals.every((word) => `${layer} ${defect}`.toLowerCase().includes(word.toLowerCase())),
);
const unplantable = chosen.filter(({ file, find }) => readOr(join(projectDir, file)).split(find).length !== 2);
for (const mutant of unplantable) console.log(`does not apply ${wordsOf(mutant)}`);
if (unplantable.length > 0) process.exit(1);
if (values.check === true) {
  console.log(`All ${chosen.length} defects can be planted`);
  process.exit(0);
}

const directories = Array.from({ length: AT_ONCE }, (_, index) => join(outDir, "mutants", String(index)));
for (const directory of directories) copyProject(directory);

/** The first test that failed, for each folder of tests without any defect: there every defect would count as found. */
const withoutDefect = new Map<string, Promise<string | undefined>>();
const foundBy = new Map<Mutant, string>();
// the whole tier takes minutes, so it is only for what the nearest tests have missed
for (const testsOf of [nearestTests, () => "unit"]) {
  const waiting = chosen.filter((mutant) => !foundBy.has(mutant));
  await Promise.all(directories.map(async (directory) => plantAll(directory, waiting, testsOf)));
}
for (const directory of directories) rmSync(directory, { recursive: true, force: true });
for (const mutant of chosen) {
  const test = foundBy.get(mutant);
  console.log(test === undefined ? `survived ${wordsOf(mutant)}` : `found    ${wordsOf(mutant)} by: ${test}`);
}
console.log(`\n${foundBy.size} found, ${chosen.length - foundBy.size} survived`);

function wordsOf({ layer, defect, file }: Mutant): string {
  return `${layer.padEnd(12)} ${defect} (${file})`;
}

/** Plants what waits, one after another, and runs the tests for each file there. */
async function plantAll(directory: string, waiting: Mutant[], testsOf: (file: string) => string): Promise<void> {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const folder = testsOf(mutant.file);
    const known = withoutDefect.get(folder) ?? firstFailure(directory, folder);
    withoutDefect.set(folder, known);
    const failedBefore = await known;
    if (failedBefore !== undefined) throw new Error(`Without any defect the tests of ${folder} fail: ${failedBefore}`);
    const path = join(directory, mutant.file);
    const text = readFileSync(path, "utf8");
    const { find, replace } = mutant;
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    const test = await firstFailure(directory, folder);
    writeFileSync(path, text);
    if (test !== undefined) foundBy.set(mutant, test);
    console.log(`${test === undefined ? "missed" : "found "} by ${folder}: ${wordsOf(mutant)}`);
  }
}

function copyProject(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  const files = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: projectDir,
    encoding: "utf8",
  });
  for (const file of files.split("\0").filter((name) => name !== "")) {
    const to = join(directory, file);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(projectDir, file), to);
  }
  symlinkSync(join(projectDir, "node_modules"), join(directory, "node_modules"));
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The folder of the unit tier that mirrors a file's folder, or else one of those above it; all of it for a file outside of `src`. */
function nearestTests(file: string): string {
  let folder = relative("src", dirname(file));
  if (folder.startsWith("..")) return "unit";
  while (!existsSync(join(projectDir, "test", "unit", folder))) folder = dirname(folder);
  return join("unit", folder);
}

/** The first of a folder's tests that fails, with which they end. */
async function firstFailure(directory: string, folder: string): Promise<string | undefined> {
  const resultsFile = `${directory}.json`;
  rmSync(resultsFile, { force: true });
  return withMemoryDirectory(async (environment) => {
    const child = spawn(process.execPath, ["test/runInNode.ts", folder], {
      cwd: directory,
      env: { ...process.env, ...environment, TEST_BAIL: "1", TEST_RESULTS: resultsFile },
      stdio: "ignore",
      timeout: DEADLINE_MS,
      killSignal: "SIGKILL",
    });
    const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
    if (code === 0) return undefined;
    if (!existsSync(resultsFile)) return "left no result";
    return (JSON.parse(readFileSync(resultsFile, "utf8")) as SuiteResult).remarks.join("; ");
  });
}
