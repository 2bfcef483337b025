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
const [first = ""] = directories;
// otherwise every defect would count as found; tests of a folder alone may fail that pass in the whole tier
for (const folder of new Set(["unit", ...chosen.map(({ file }) => nearestTests(file))]))
  if (!(await passes(first, folder))) throw new Error(`The tests of ${folder} fail without any defect`);

const waiting = [...chosen];
const survivors = new Set<Mutant>();
await Promise.all(directories.map(async (directory) => work(directory)));
for (const mutant of chosen) console.log(`${survivors.has(mutant) ? "survived" : "found   "} ${wordsOf(mutant)}`);
console.log(`\n${chosen.length - survivors.size} found, ${survivors.size} survived`);

function wordsOf({ layer, defect, file }: Mutant): string {
  return `${layer.padEnd(12)} ${defect} (${file})`;
}

async function work(directory: string): Promise<void> {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const path = join(directory, mutant.file);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(mutant.find, () => mutant.replace),
    );
    const survived = (await passes(directory, nearestTests(mutant.file))) && (await passes(directory, "unit"));
    writeFileSync(path, text);
    if (survived) survivors.add(mutant);
    console.log(`${survived ? "survived" : "found   "} ${mutant.layer}: ${mutant.defect}`);
  }
  rmSync(directory, { recursive: true, force: true });
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

/** Whether the tests of a folder pass; they end with their first failure. */
async function passes(directory: string, folder: string): Promise<boolean> {
  return withMemoryDirectory(async (environment) => {
    const child = spawn(process.execPath, ["test/runInNode.ts", folder], {
      cwd: directory,
      env: { ...process.env, ...environment, TEST_BAIL: "1" },
      stdio: "ignore",
      timeout: DEADLINE_MS,
      killSignal: "SIGKILL",
    });
    return new Promise<boolean>((resolve) => child.once("exit", (code) => resolve(code === 0)));
  });
}
