/**
 * Plants defects, one after another, and shows which of them the unit tier finds: `npm run mutants [-- words]`, where words choose
 * layers and defects; `npm run mutants -- --check` only checks that each of them can be planted. Works in copies of the project,
 * two at a time.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { outDir, projectDir } from "../../scripts/paths.ts";
import { withMemoryDirectory } from "../memoryDirectory.ts";
import { mutants, type Mutant } from "./mutants.ts";

const AT_ONCE = 2;
/** Limit for one run of the tier; a planted defect may keep it from ending. */
const DEADLINE_MS = 480_000;

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

const waiting = [...chosen];
const survivors = new Set<Mutant>();
await Promise.all(Array.from({ length: AT_ONCE }, async (_, index) => work(join(outDir, "mutants", String(index)))));
for (const mutant of chosen) console.log(`${survivors.has(mutant) ? "survived" : "found   "} ${wordsOf(mutant)}`);
console.log(`\n${chosen.length - survivors.size} found, ${survivors.size} survived`);

function wordsOf({ layer, defect, file }: Mutant): string {
  return `${layer.padEnd(12)} ${defect} (${file})`;
}

async function work(directory: string): Promise<void> {
  copyProject(directory);
  // otherwise every defect would count as found
  if (!(await passes(directory))) throw new Error("The unit tier fails without any defect");
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const path = join(directory, mutant.file);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(mutant.find, () => mutant.replace),
    );
    const survived = await passes(directory);
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

/** Whether the unit tier passes; it ends with its first failure. */
async function passes(directory: string): Promise<boolean> {
  return withMemoryDirectory(async (environment) => {
    const child = spawn(process.execPath, ["test/runInNode.ts", "unit"], {
      cwd: directory,
      env: { ...process.env, ...environment, TEST_BAIL: "1" },
      stdio: "ignore",
      timeout: DEADLINE_MS,
      killSignal: "SIGKILL",
    });
    return new Promise<boolean>((resolve) => child.once("exit", (code) => resolve(code === 0)));
  });
}
