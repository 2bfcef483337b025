/**
 * Runs all test files of a folder in this process: `node scripts/node.mjs test/runInNode.ts unit`, which runs
 * `contract` too; with `sweeps` those that try masses of inputs, faults or cuts, which are `*.sweep.test.ts`, with `others` all but them;
 * with `0/4` the first of four parts. `TEST_GREP` picks tests by name, `TEST_RESULTS` names the results file, with `TEST_BAIL` it ends
 * with the first failure.
 */
import { globSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { runMocha } from "./runMocha.ts";

/** Folders that belong to another one's tier. */
const COMPANIONS: Readonly<Record<string, string>> = { unit: "contract" };

const [folder = "unit", chosen = "0/1"] = process.argv.slice(2);
const isKind = chosen === "sweeps" || chosen === "others";
const [part = 0, parts = 1] = isKind ? [] : chosen.split("/").map(Number);
const folders = [folder, COMPANIONS[folder] ?? []].flat();
const files = folders
  .flatMap((name) => globSync(join(import.meta.dirname, name, "**/*.test.ts")).toSorted())
  .filter((file) => !isKind || file.endsWith(".sweep.test.ts") === (chosen === "sweeps"));

const isChinese = (file: string) => basename(dirname(file)) === "chinese";

/** What goes to one part together: tests in Chinese share a VS Code that speaks it. */
const groupOf = (file: string) => (isChinese(file) ? "chinese" : file);

/** One language after the other. */
const inOrder = (one: string, other: string) =>
  Number(isChinese(other)) - Number(isChinese(one)) || one.localeCompare(other);

/** The files of each part, dealt so that each has about as much: long files take long. */
function deal(): readonly (readonly string[])[] {
  const sizeOf = (group: readonly string[]) => group.reduce((sum, file) => sum + statSync(file).size, 0);
  const groups = Object.values(Object.groupBy(files, groupOf)).flatMap((group) => (group === undefined ? [] : [group]));
  const dealt = Array.from({ length: parts }, () => ({ size: 0, files: [] as readonly string[] }));
  for (const group of groups.toSorted((one, other) => sizeOf(other) - sizeOf(one))) {
    const [least] = dealt.toSorted((one, other) => one.size - other.size);
    if (least === undefined) break;
    least.size += sizeOf(group);
    least.files = [...least.files, ...group];
  }
  return dealt.map((each) => each.files.toSorted(inOrder));
}

const { failed } = await runMocha({
  files: deal()[part] ?? [],
  grep: process.env["TEST_GREP"],
  bail: process.env["TEST_BAIL"] !== undefined,
  resultsFile: process.env["TEST_RESULTS"],
});
// what a test has left open must not keep the tier alive
process.exit(failed > 0 ? 1 : 0);
