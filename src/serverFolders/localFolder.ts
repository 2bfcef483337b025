import { lstat, readdir } from "node:fs/promises";
import type { LeftOutRules } from "../deployments/leftOut/leftOut.ts";
import { openSource } from "../deployments/openSource.ts";
import { hashOpened } from "../serverFiles/hashFile.ts";
import { textOfPath } from "./records.ts";

/** Most files of a folder that is compared: their list goes to the server in one piece. */
export const MOST_FILES = 100_000;

/** What is below a folder of this computer. Paths are relative, with `/`, in bytes: Latin-1, one sign a byte. */
export interface LocalFolder {
  readonly files: ReadonlyMap<string, { readonly size: number }>;
  readonly links: readonly string[];
  /** Neither files, directories nor links. */
  readonly others: readonly string[];
  /** Directories and files that could not be looked at. */
  readonly unread: readonly string[];
  readonly leftOut: number;
}

/** A folder has more files than can be compared. */
export class TooManyFiles extends Error {}

/** How many entries of a directory are looked at at once. */
const AT_ONCE = 64;

const SLASH = "/";

/** The place of a path below a folder, whatever bytes it has. */
export function localPlace(folder: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}${SLASH}`), Buffer.from(path, "latin1")]);
}

/** Lists a folder without following links. Throws `TooManyFiles`, file errors for the folder itself, and the signal's reason. */
export async function listLocalFolder(
  folder: string,
  rules: LeftOutRules,
  signal: AbortSignal,
  onCount: (files: number) => void,
): Promise<LocalFolder> {
  const files = new Map<string, { readonly size: number }>();
  const [links, others, unread]: [string[], string[], string[]] = [[], [], []];
  let leftOut = 0;
  const lookAt = async (path: string): Promise<string | undefined> => {
    const facts = await lstat(localPlace(folder, path)).catch(() => undefined);
    if (facts === undefined) unread.push(path);
    else if (isLeftOut(rules, path, facts.isDirectory())) leftOut += 1;
    else if (facts.isDirectory()) return path;
    else if (facts.isSymbolicLink()) links.push(path);
    else if (facts.isFile()) files.set(path, { size: facts.size });
    else others.push(path);
    return undefined;
  };
  const waiting = [""];
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const below = directory === "" ? "" : `${directory}${SLASH}`;
    let names: readonly Buffer[];
    try {
      names = await readdir(localPlace(folder, directory), { encoding: "buffer" });
    } catch (error) {
      if (directory === "") throw error;
      unread.push(directory);
      continue;
    }
    for (let first = 0; first < names.length; first += AT_ONCE) {
      signal.throwIfAborted();
      const part = names.slice(first, first + AT_ONCE).map((name) => below + name.toString("latin1"));
      const directories = await Promise.all(part.map(lookAt));
      waiting.push(...directories.filter((path) => path !== undefined));
      if (files.size > MOST_FILES) throw new TooManyFiles();
      onCount(files.size);
    }
  }
  return { files, links, others, unread, leftOut };
}

/** Whether a path is among those that deployments leave out. */
export function isLeftOut(rules: LeftOutRules, path: string, isDirectory: boolean): boolean {
  const text = textOfPath(path);
  return rules.ruleFor(isDirectory ? `${text}${SLASH}` : text) !== undefined;
}

/** The sha1 of a file of the folder; `undefined`: it could not be read, or is no file any more. Rejects with the signal's reason. */
export async function hashLocal(folder: string, path: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    // nothing that was put in its place since is followed, or waited for
    const file = await openSource(localPlace(folder, path));
    try {
      if (!(await file.stat()).isFile()) return undefined;
      return await hashOpened(file, signal);
    } finally {
      await file.close();
    }
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
