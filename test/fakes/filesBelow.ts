import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../src/storage/fileSystem.ts";

/** A file as it was read. */
export interface ReadFile {
  readonly path: string;
  readonly text: string;
}

/**
 * All files below a directory, at any depth, without those that somebody deletes meanwhile: a lock lives for moments, and
 * VS Code tidies up.
 */
export async function filesBelow(directory: string): Promise<readonly ReadFile[]> {
  const entries = (await unlessGone(readdir(directory, { withFileTypes: true }))) ?? [];
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly ReadFile[]> => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      const text = entry.isFile() ? await unlessGone(readFile(path, "utf8")) : undefined;
      return text === undefined ? [] : [{ path, text }];
    }),
  );
  return found.flat();
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
