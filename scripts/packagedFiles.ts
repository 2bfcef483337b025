import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Reads the files of the package from `.vscodeignore`; a pattern there stands for those that a build has made. */
export function packagedFiles(directory: string): readonly string[] {
  const lines = readFileSync(join(directory, ".vscodeignore"), "utf8").split(/\r?\n/);
  const named = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  return named.flatMap((name) => (name.includes("*") ? globSync(name, { cwd: directory }).toSorted() : name));
}
