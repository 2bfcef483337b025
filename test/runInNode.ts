/**
 * Runs all test files of a folder in this process: `node scripts/node.mjs test/runInNode.ts unit`, which runs
 * `contract` too; with `0/4` the first of four parts. `TEST_GREP` picks tests by name, `TEST_RESULTS` names the results
 * file, with `TEST_BAIL` it ends with the first failure.
 */
import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { runMocha } from "./runMocha.ts";

/** Folders that belong to another one's tier. */
const COMPANIONS: Readonly<Record<string, string>> = { unit: "contract" };

const [folder = "unit", chosen = "0/1"] = process.argv.slice(2);
const [part = 0, parts = 1] = chosen.split("/").map(Number);
const folders = [folder, COMPANIONS[folder] ?? []].flat();
const files = folders.flatMap((name) => globSync(join(import.meta.dirname, name, "**/*.test.ts")).toSorted());
const size = (file: string) => statSync(file).size;
// long files take long: each part gets as many of them
const dealt = files.toSorted((a, b) => size(b) - size(a)).filter((_, index) => index % parts === part);
const { failed } = await runMocha({
  files: parts === 1 ? files : dealt,
  grep: process.env["TEST_GREP"],
  bail: process.env["TEST_BAIL"] !== undefined,
  resultsFile: process.env["TEST_RESULTS"],
});
// what a test has left open must not keep the tier alive
process.exit(failed > 0 ? 1 : 0);
