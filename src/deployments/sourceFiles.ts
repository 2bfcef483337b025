import type { BigIntStats } from "node:fs";
import { opendir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { codeOf } from "../storage/fileSystem.ts";
import { hashFile } from "../serverFiles/hashFile.ts";
import { LeftOutRules } from "./leftOut.ts";
import { nameProblem, type NameProblem } from "../serverFiles/remoteNames.ts";

/** Most files of one deployment. */
const MOST_FILES = 20_000;

/** A file to deploy. */
export interface SourceFile {
  /** Relative to the source folder, with `/`. */
  readonly path: string;
  readonly size: number;
  /** In lower-case hex. */
  readonly sha1: string;
  /** Last modification, in seconds since the epoch; the file on the server has the same. */
  readonly mtime: number;
}

/** A path that is not deployed. */
export interface LeftOut {
  /** Relative to the source folder; a directory, with everything in it, ends in `/`. */
  readonly path: string;
  /** The pattern that leaves it out; `link`: a symbolic link that leads out of the folder, or to a directory; `special`: no file. */
  readonly rule: { readonly pattern: string } | "link" | "special";
}

/** Why a source folder cannot be deployed. */
export type SourceProblem =
  | { readonly kind: "missing" }
  | { readonly kind: "notDirectory" }
  /** It lies outside the workspace folder. */
  | { readonly kind: "outside" }
  /** It has no files, or only such as are left out. */
  | { readonly kind: "empty" }
  | { readonly kind: "tooMany"; readonly most: number }
  /** Paths that panels cannot handle. */
  | { readonly kind: "names"; readonly names: readonly { readonly path: string; readonly problem: NameProblem }[] }
  /** `code` is Node's. */
  | { readonly kind: "unreadable"; readonly path: string; readonly code: string }
  /** A file has changed while it was read. */
  | { readonly kind: "changed"; readonly path: string };

/** Thrown if a source folder cannot be deployed; `problem` says why. */
export class SourceError extends Error {
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem) {
    super(`source folder: ${problem.kind}`);
    this.name = "SourceError";
    this.problem = problem;
  }
}

/** The content of a source folder. */
export interface Source {
  /** Sorted by path. */
  readonly files: readonly SourceFile[];
  readonly leftOut: readonly LeftOut[];
}

interface ReadOptions {
  /** The workspace folder. */
  readonly workspace: string;
  /** Relative to the workspace folder. */
  readonly folder: string;
  /** In the syntax of .gitignore. */
  readonly exclude: readonly string[];
  readonly signal: AbortSignal;
  /** Called after each file with the number of files read and found. */
  readonly onProgress?: (read: number, found: number) => void;
}

/** Lists and hashes the files of a source folder. Throws `SourceError`, or the signal's reason. */
export async function readSource({ workspace, folder, exclude, signal, onProgress }: ReadOptions): Promise<Source> {
  const root = await rootOf(workspace, folder);
  const { found, leftOut } = await listFiles(root, new LeftOutRules(exclude), signal);
  if (found.length === 0) throw new SourceError({ kind: "empty" });
  const names = problemsOf(found);
  if (names.length > 0) throw new SourceError({ kind: "names", names });
  const files: SourceFile[] = [];
  for (const path of found.toSorted()) {
    files.push(await hashed(root, path, signal));
    onProgress?.(files.length, found.length);
  }
  return { files, leftOut };
}

async function rootOf(workspace: string, folder: string): Promise<string> {
  const [base, root] = await Promise.all([realpath(workspace), realpath(join(workspace, folder))]).catch((): never => {
    throw new SourceError({ kind: "missing" });
  });
  if (!isWithin(base, root)) throw new SourceError({ kind: "outside" });
  if (!(await stat(root)).isDirectory()) throw new SourceError({ kind: "notDirectory" });
  return root;
}

function isWithin(base: string, path: string): boolean {
  return path === base || path.startsWith(base.endsWith(sep) ? base : base + sep);
}

async function listFiles(root: string, rules: LeftOutRules, signal: AbortSignal) {
  const found: string[] = [];
  const leftOut: LeftOut[] = [];
  const pending = [""];
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    // a directory is read in pieces, so thousands of entries do not block
    for await (const entry of await opendir(join(root, directory)).catch(unreadable(directory))) {
      signal.throwIfAborted();
      const path = directory + entry.name;
      const isDirectory = entry.isDirectory();
      const pattern = rules.ruleFor(isDirectory ? `${path}/` : path);
      if (pattern !== undefined) leftOut.push({ path: isDirectory ? `${path}/` : path, rule: { pattern } });
      else if (isDirectory) pending.push(`${path}/`);
      else if (entry.isFile() || (entry.isSymbolicLink() && (await isFileWithin(root, path)))) found.push(path);
      else leftOut.push({ path, rule: entry.isSymbolicLink() ? "link" : "special" });
      if (found.length > MOST_FILES) throw new SourceError({ kind: "tooMany", most: MOST_FILES });
    }
  }
  return { found, leftOut };
}

/** Whether a symbolic link leads to a file of the folder. */
async function isFileWithin(root: string, path: string): Promise<boolean> {
  try {
    const target = await realpath(join(root, path));
    return isWithin(root, target) && (await stat(target)).isFile();
  } catch {
    return false;
  }
}

function problemsOf(paths: readonly string[]) {
  const folded = new Map<string, string>();
  return paths.flatMap((path) => {
    const twin = folded.get(path.toLowerCase());
    folded.set(path.toLowerCase(), path);
    const problem = nameProblem(path) ?? (twin === undefined ? undefined : "caseTwin");
    return problem === undefined ? [] : [{ path, problem }];
  });
}

async function hashed(root: string, path: string, signal: AbortSignal): Promise<SourceFile> {
  const file = join(root, path);
  const before = await stat(file, { bigint: true }).catch(unreadable(path));
  const sha1 = await hashFile(file, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    return unreadable(path)(error);
  });
  const after = await stat(file, { bigint: true }).catch(unreadable(path));
  if (!isSame(before, after)) throw new SourceError({ kind: "changed", path });
  return { path, size: Number(after.size), sha1, mtime: Number(after.mtimeMs / 1000n) };
}

function isSame(before: BigIntStats, after: BigIntStats): boolean {
  return before.ino === after.ino && before.size === after.size && before.mtimeNs === after.mtimeNs;
}

function unreadable(path: string): (error: unknown) => never {
  return (error) => {
    throw new SourceError({ kind: "unreadable", path, code: codeOf(error) });
  };
}
