import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Reads the files of the package from `.vscodeignore`, which names each of them. */
export function packagedFiles(directory: string): readonly string[] {
  const lines = readFileSync(join(directory, ".vscodeignore"), "utf8").split(/\r?\n/);
  return lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
}
