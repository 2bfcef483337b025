import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of the package, as `.vscodeignore` in the given directory names them one by one. */
export function packagedFiles(directory: string): readonly string[] {
  const lines = readFileSync(join(directory, ".vscodeignore"), "utf8").split(/\r?\n/);
  return lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
}
