import type { BigIntStats } from "node:fs";
import { lstat, opendir, readlink, realpath, stat } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import { hashOpened } from "../serverFiles/hashFile.ts";
import { deployedNameProblem, type DeployedNameProblem } from "../serverFiles/remoteNames.ts";
import { sha1Of } from "../serverFiles/sha1Of.ts";
import { codeOf } from "../storage/fileSystem.ts";
import { LeftOutRules } from "./leftOut/leftOut.ts";
import { windowsScripts } from "./source/windowsScripts.ts";
import { openSource } from "./openSource.ts";
import { directoriesAbove } from "../characters/isBelow.ts";

/** Most files of one deployment. */
const MOST_FILES = 20_000;

/** A file to deploy, or a symbolic link to a directory of the folder. */
export interface SourceFile {
  /** Relative to the source folder, with `/`. */
  readonly path: string;
  /** Where its bytes are, absolute: of a symbolic link to a file the file that it leads to. */
  readonly realPath: string;
  /** What a link to a directory says, from its own directory: it stays a link. */
  readonly says?: string;
  /** Of a link to a directory the length of what it says. */
  readonly size: number;
  /** In lower-case hex; of a link to a directory by what it says. */
  readonly sha1: string;
  /** Last modification, in seconds since the epoch; the file on the server has the same. */
  readonly mtime: number;
  /** Its permissions: what is new on the server never gets wider ones. */
  readonly mode: number;
}

/** A directory that is not left out, with or without files: programs write into empty ones. */
export interface SourceDirectory {
  /** Relative to the source folder, with `/` and without one at the end. */
  readonly path: string;
  /** Its permissions. */
  readonly mode: number;
}

/** A path that is not deployed. */
export interface LeftOut {
  /** Relative to the source folder; a directory, with everything in it, ends in `/`. */
  readonly path: string;
  /** The pattern that leaves it out; `link`: a symbolic link that leads out of the folder; `broken`: one to nothing; `special`: no file. */
  readonly rule: { readonly pattern: string } | "link" | "broken" | "special";
  /**
   * Of a symbolic link. With a pattern, what the pattern is about: a file of the folder, relative to it. Otherwise what the link
   * says.
   */
  readonly leadsTo?: string;
}

/** A name that cannot be deployed. */
export interface NameAtFault {
  /** Relative to the source folder, up to the name itself; a directory, which is named once for all in it, ends in `/`. */
  readonly path: string;
  readonly problem: DeployedNameProblem;
}

/** Why a source folder cannot be deployed. */
export type SourceProblem =
  /** `path` is the one of the settings, below the workspace folder. */
  | { readonly kind: "missing"; readonly path: string }
  | { readonly kind: "notDirectory" }
  /** It lies outside the workspace folder. */
  | { readonly kind: "outside" }
  /** It has no files, or only such as are left out. */
  | { readonly kind: "empty" }
  | { readonly kind: "tooMany"; readonly most: number }
  /** Names that cannot be deployed. */
  | { readonly kind: "names"; readonly names: readonly NameAtFault[] }
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
  /** Sorted by path, so each after the one that it is in. */
  readonly directories: readonly SourceDirectory[];
  readonly leftOut: readonly LeftOut[];
  /** Patterns of `exclude` that match nothing of the folder. */
  readonly unmatched: readonly string[];
  /** Scripts that steps run and that have Windows line ends. */
  readonly windowsScripts: readonly string[];
}

interface ReadOptions {
  /** The workspace folder. */
  readonly workspace: string;
  /** Relative to the workspace folder. */
  readonly folder: string;
  /** In the syntax of .gitignore. */
  readonly exclude: readonly string[];
  /** The only files that are read, relative to the folder; absent: all of them. */
  readonly only?: ReadonlySet<string>;
  /** What the server runs with it, and where below what is deployed to. */
  readonly steps?: readonly { readonly run: string; readonly directory: string }[];
  readonly signal: AbortSignal;
  /** Called after each file with the number of files read and found. */
  readonly onProgress?: (read: number, found: number) => void;
}

/** Lists and hashes the files of a source folder. Throws `SourceError`, or the signal's reason. */
export async function readSource({
  workspace,
  folder,
  exclude,
  only,
  steps = [],
  signal,
  onProgress,
}: ReadOptions): Promise<Source> {
  const root = await rootOf(workspace, folder);
  const rules = new LeftOutRules(exclude);
  const { found, directories, leftOut, names } = await listFiles(root, rules, signal, only);
  if (only === undefined && found.length === 0 && names.length === 0) throw new SourceError({ kind: "empty" });
  if (names.length > 0) throw new SourceError({ kind: "names", names });
  const files: SourceFile[] = [];
  for (const each of found.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    files.push(await hashed(each, signal));
    onProgress?.(files.length, found.length);
  }
  const closed = leftOut.flatMap(({ path }) => (path.endsWith("/") ? [path] : []));
  return {
    files,
    directories: await directoriesOf(root, directories),
    leftOut,
    unmatched: only === undefined ? rules.unmatched(closed) : [],
    windowsScripts: await windowsScripts(files, steps),
  };
}

async function rootOf(workspace: string, folder: string): Promise<string> {
  const [base, root] = await Promise.all([realpath(workspace), realpath(join(workspace, folder))]).catch((): never => {
    throw new SourceError({ kind: "missing", path: folder });
  });
  if (!isWithin(base, root)) throw new SourceError({ kind: "outside" });
  if (!(await stat(root)).isDirectory()) throw new SourceError({ kind: "notDirectory" });
  return root;
}

/** Whether a path of this computer is a directory or in it. */
export function isWithin(base: string, path: string): boolean {
  return path === base || path.startsWith(base.endsWith(sep) ? base : base + sep);
}

/** A file that is to be deployed, or a link, before it is read. */
type FoundFile = Pick<SourceFile, "path" | "realPath" | "says">;

async function listFiles(root: string, rules: LeftOutRules, signal: AbortSignal, only?: ReadonlySet<string>) {
  const above = new Set([...(only ?? [])].flatMap((path) => directoriesAbove(path).map((each) => `${each}/`)));
  const found: FoundFile[] = [];
  const leftOut: LeftOut[] = [];
  const names: NameAtFault[] = [];
  const directories: string[] = [];
  const pending = [""];
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    // a directory is read in pieces, so thousands of entries do not block
    for await (const entry of await opendir(join(root, directory)).catch(unreadable(directory))) {
      signal.throwIfAborted();
      const path = entry.isDirectory() ? `${directory}${entry.name}/` : directory + entry.name;
      const isMeant = only === undefined || only.has(path) || above.has(path);
      if (!isMeant) continue;
      const pattern = rules.ruleFor(path);
      const problem = pattern === undefined ? await nameProblemOf(root, path) : undefined;
      if (pattern !== undefined) leftOut.push({ path, rule: { pattern } });
      else if (problem !== undefined) names.push({ path, problem });
      else if (entry.isDirectory()) {
        pending.push(path);
        directories.push(path.slice(0, -1));
      } else if (entry.isFile()) found.push({ path, realPath: join(root, path) });
      else if (entry.isSymbolicLink()) {
        const led = await follow(root, path, rules);
        if ("rule" in led) leftOut.push(led);
        else found.push(led);
      } else leftOut.push({ path, rule: "special" });
      if (found.length > MOST_FILES) throw new SourceError({ kind: "tooMany", most: MOST_FILES });
    }
  }
  return { found, directories, leftOut, names };
}

/** What Node puts in the place of bytes that are no UTF-8. */
const REPLACEMENT = "\uFFFD";

async function nameProblemOf(root: string, path: string): Promise<DeployedNameProblem | undefined> {
  // a file may have this character in its name, too
  const isReplaced = path.includes(REPLACEMENT) && (await isMissing(join(root, path)));
  return isReplaced ? "encoding" : deployedNameProblem(path.replace(/\/$/, ""));
}

async function isMissing(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => codeOf(error) === "ENOENT",
  );
}

/**
 * What a symbolic link stands for: a file or a directory of the folder that no rule leaves out under its own name either, or nothing. A link
 * to a directory stays one: programs such as Node.js look beside what it leads to, and one that leads to a directory above has no end.
 */
async function follow(root: string, path: string, rules: LeftOutRules): Promise<FoundFile | LeftOut> {
  const link = join(root, path);
  let rule: "link" | "broken" = "link";
  try {
    const realPath = await realpath(link);
    const facts = await stat(realPath);
    if (isWithin(root, realPath) && (facts.isFile() || facts.isDirectory())) {
      const leadsTo = relative(root, realPath).replaceAll(sep, "/");
      const pattern = facts.isFile() ? rules.ruleFor(leadsTo) : ruleForLink(path, leadsTo, rules);
      if (pattern !== undefined) return { path, rule: { pattern }, leadsTo };
      if (facts.isFile()) return { path, realPath };
      return { path, realPath: link, says: posix.relative(posix.dirname(path), leadsTo) || "." };
    }
  } catch {
    rule = "broken";
  }
  return { path, rule, leadsTo: await readlink(link).catch(unreadable(path)) };
}

/** The pattern that leaves out a link to a directory: by its name, as if it was the directory, or by the directory's own. */
function ruleForLink(path: string, leadsTo: string, rules: LeftOutRules): string | undefined {
  return rules.ruleFor(`${path}/`) ?? (leadsTo === "" ? undefined : rules.ruleFor(`${leadsTo}/`));
}

async function directoriesOf(root: string, paths: readonly string[]): Promise<readonly SourceDirectory[]> {
  const directories: SourceDirectory[] = [];
  for (const path of paths.toSorted()) {
    const { mode } = await stat(join(root, path)).catch(unreadable(path));
    // who can list a directory can enter it; Windows has no bits for that
    directories.push({ path, mode: (mode | ((mode & READABLE) >> 2)) & PERMISSIONS });
  }
  return directories;
}

const PERMISSIONS = 0o777;
const READABLE = 0o444;

async function hashed({ path, realPath, says }: FoundFile, signal: AbortSignal): Promise<SourceFile> {
  if (says !== undefined)
    return { path, realPath, says, size: Buffer.byteLength(says), sha1: sha1Of(says), mtime: 0, mode: PERMISSIONS };
  const file = await openSource(realPath).catch(unreadable(path));
  try {
    const before = await file.stat({ bigint: true }).catch(unreadable(path));
    if (!before.isFile()) throw new SourceError({ kind: "changed", path });
    const sha1 = await hashOpened(file, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      return unreadable(path)(error);
    });
    const after = await file.stat({ bigint: true }).catch(unreadable(path));
    if (!isSame(before, after)) throw new SourceError({ kind: "changed", path });
    // an archive has no times before the epoch
    const mtime = Math.max(0, Number(after.mtimeMs / 1000n));
    return { path, realPath, size: Number(after.size), sha1, mtime, mode: Number(after.mode) & PERMISSIONS };
  } finally {
    await file.close();
  }
}

function isSame(before: BigIntStats, after: BigIntStats): boolean {
  return before.size === after.size && before.mtimeNs === after.mtimeNs;
}

function unreadable(path: string): (error: unknown) => never {
  return (error) => {
    const code = codeOf(error);
    // a link was put in the place of the file that was listed
    throw new SourceError(code === "ELOOP" ? { kind: "changed", path } : { kind: "unreadable", path, code });
  };
}
