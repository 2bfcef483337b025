/**
 * Plants defects, one after another, and shows which of them the unit tier finds: `npm run mutants [-- words]`, where words choose
 * layers and defects. Works in a copy of the project; two at a time.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { outDir, projectDir } from "../../scripts/paths.ts";
import { mutants, type Mutant } from "./mutants.ts";

const AT_ONCE = 2;
/** Of one run of the tier; a planted defect may keep it from ending. */
const DEADLINE_MS = 240_000;

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const chosen = mutants.filter(({ layer, defect }) =>
  words.every((word) => `${layer} ${defect}`.toLowerCase().includes(word)),
);
const waiting = [...chosen];
const results: { readonly mutant: Mutant; readonly result: "found" | "survived" | "does not apply" }[] = [];
await Promise.all(Array.from({ length: AT_ONCE }, async (_, index) => work(join(outDir, "mutants", String(index)))));

for (const { mutant, result } of results.toSorted((a, b) => chosen.indexOf(a.mutant) - chosen.indexOf(b.mutant)))
  console.log(`${result.padEnd(14)} ${mutant.layer.padEnd(12)} ${mutant.defect} (${mutant.file})`);
const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
console.log(`\n${count("found")} found, ${count("survived")} survived, ${count("does not apply")} do not apply`);
process.exit(count("does not apply") === 0 ? 0 : 1);

async function work(directory: string): Promise<void> {
  copyProject(directory);
  // else every defect would count as found
  if (!(await passes(directory))) throw new Error("The unit tier fails without any defect");
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const path = join(directory, mutant.file);
    const text = readOr(path);
    if (text.split(mutant.find).length !== 2) {
      results.push({ mutant, result: "does not apply" });
      continue;
    }
    writeFileSync(
      path,
      text.replace(mutant.find, () => mutant.replace),
    );
    const passed = await passes(directory);
    writeFileSync(path, text);
    results.push({ mutant, result: passed ? "survived" : "found" });
    console.log(`${passed ? "survived" : "found   "} ${mutant.layer}: ${mutant.defect}`);
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
  const child = spawn(process.execPath, ["test/runInNode.ts", "unit"], {
    cwd: directory,
    env: { ...process.env, TEST_BAIL: "1" },
    stdio: "ignore",
    timeout: DEADLINE_MS,
    killSignal: "SIGKILL",
  });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code === 0)));
}
