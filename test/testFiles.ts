import { globSync } from "node:fs";
import { join, relative } from "node:path";
import { projectDir } from "../scripts/paths.ts";
import { isShort } from "./testNames.ts";

/** What a run takes of its tier: the `short` files, which `npm test` runs, the `rest` of them, or all. */
export type Selection = (typeof selections)[number];

const selections = ["short", "rest", "all"] as const;

export function isSelection(word: string): word is Selection {
  return selections.some((selection) => selection === word);
}

/** The variable that tells a run its selection. */
export const SELECTION_VARIABLE = "TEST_FILES";

/** Tiers that run in `npm run test:all` alone, with files of any name. */
const LONG_TIERS: readonly string[] = ["live", "liveHost", "chinese", "forks"];

/** The test files below a folder of `test` that the present run takes, with their places in the project. */
export function testFiles(folder: string): readonly string[] {
  const selection = LONG_TIERS.includes(folder) ? "all" : ((process.env[SELECTION_VARIABLE] ?? "all") as Selection);
  return globSync(join(projectDir, "test", folder, "**/*.test.ts"))
    .filter((file) => selection === "all" || isShort(file) === (selection === "short"))
    .map((file) => relative(projectDir, file))
    .toSorted();
}
