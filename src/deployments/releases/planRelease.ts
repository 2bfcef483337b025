import { posix } from "node:path";
import { DeploymentError } from "../deploymentError.ts";
import { placedAs, type DeploymentPlan, type Replaced } from "../deploymentPlan.ts";
import type { PlacedFile } from "../deploymentRecord.ts";
import { newMode, type Comes, type There } from "../exchange/exchangeList.ts";
import type { Looked } from "../exchange/exchangeLook.ts";
import { comesOf, type NewDirectory, type PlannedRecord } from "../exchangeRecords.ts";
import type { ServerFile } from "../../serverFiles/remoteFiles.ts";
import type { Source, SourceFile } from "../sourceFiles.ts";
import { USER_INI } from "./servedDirectory.ts";
import { type SharedPlan } from "./sharedPaths.ts";
import { directoriesAbove } from "../../characters/isBelow.ts";

/** The release that a new one is compared with, and gets its files from where they are the same. Paths are relative to it. */
export interface BaseRelease {
  readonly placed: readonly PlacedFile[];
  /** What listings say at the paths of its files; missing paths do not exist. */
  readonly server: ReadonlyMap<string, ServerFile>;
}

/** The files of a base release that somebody has written to: a listing does not say whether they are others. */
export function writtenSince({ placed, server }: BaseRelease): readonly PlacedFile[] {
  return placed.filter((file) => server.get(file.path)?.isFile === true && !isAsPlaced(file, server.get(file.path)));
}

function isAsPlaced({ size, mtime }: PlacedFile, there: ServerFile | undefined): boolean {
  return there?.isFile === true && there.size === size && there.mtime === mtime;
}

/**
 * Compares the files of a new release with those of the one before it. What is `unchanged` comes from there, all else is sent.
 * @param looked what the base has at the paths of `writtenSince`
 */
export function compareRelease(
  files: readonly SourceFile[],
  base: BaseRelease,
  deployment: string,
  looked: ReadonlyMap<string, Looked>,
): DeploymentPlan {
  const { placed, server } = base;
  const placedAt = new Map(placed.map((file) => [file.path, file]));
  const inSource = new Set(files.map(({ path }) => path));
  const added: SourceFile[] = [];
  const changed: Replaced[] = [];
  const unchanged: PlacedFile[] = [];
  for (const file of files) {
    const { path, sha1, says } = file;
    const before = placedAt.get(path);
    const there = server.get(path);
    if (says !== undefined || before?.isLink === true) {
      // nothing of the release before is looked at for a link, which the new one makes anew
      if (says !== undefined && before?.isLink === true && before.sha1 === sha1)
        unchanged.push(placedAs(file, deployment));
      else added.push(file);
      continue;
    }
    const now = before !== undefined && isAsPlaced(before, there) ? before.sha1 : sha1Of(looked.get(path));
    if (now === undefined) added.push(file);
    else if (now === sha1) unchanged.push({ ...placedAs(file, deployment), mtime: there?.mtime ?? 0 });
    else changed.push({ ...file, isOurs: before?.sha1 === now, there: { kind: "file", sha1: now } });
  }
  const removed = placed.filter(({ path }) => !inSource.has(path) && server.has(path));
  return { added, changed, unchanged, removed, emptied: [], kept: [], others: [] };
}

function sha1Of(looked: Looked | undefined): string | undefined {
  return looked?.kind === "file" ? looked.sha1 : undefined;
}

/** What the list of a release is made of. */
export interface ReleaseParts {
  /** Its directory, relative to the website's own. */
  readonly path: string;
  readonly served: string;
  readonly plan: SharedPlan;
  /** Paths of files that come from the release before it. */
  readonly taken: ReadonlySet<string>;
  /** Whether the directory of all releases is there. */
  readonly hasReleases: boolean;
}

/**
 * The records of a release in the order in which they are done: what all releases share, its directories, its files, and the links. Throws a
 * `DeploymentError` where visitors would see nothing of it.
 */
export function releaseRecords({ path, served, plan, taken, hasReleases }: ReleaseParts): readonly PlannedRecord[] {
  const { files, directories } = plan.rest;
  assertServable(plan.rest, served);
  const within = (each: string) => posix.join(path, each);
  const above = plan.shared.flatMap((shared) => directoriesAbove(shared.path));
  const modes = new Map<string, number>(above.map((each) => [each, 0o755]));
  for (const { path: each, mode } of directories) modes.set(each, mode);
  const own = [...modes].map(([each, mode]) => ({ path: each, mode })).toSorted(byPath);
  const releases = posix.dirname(path);
  return [
    ...making(plan.directories),
    ...placing(plan.files, new Set(plan.directories.map((each) => each.path))),
    ...(hasReleases ? [] : [makes(releases, 0o755, "nothing")]),
    makes(path, 0o755, hasReleases ? "nothing" : "later"),
    ...own.map((each) => makes(within(each.path), each.mode, "later")),
    ...files.map((file) => {
      const record = comesTo(within(file.path), file, "later");
      // a link is made anew
      return taken.has(file.path) && file.says === undefined ? { record: record.record } : record;
    }),
    ...plan.shared.map((shared) => ({
      record: { there: { kind: "later" }, comes: { kind: "shared" }, mode: 0o777, path: within(shared.path) } as const,
    })),
  ];
}

/** Visitors see nothing of a directory that is not there, and the panel moves a file of its own to it (docs/protocol.md 6.44). */
function assertServable({ files, directories }: Pick<Source, "files" | "directories">, served: string): void {
  if (served !== "" && !directories.some(({ path }) => path === served))
    throw new DeploymentError({ kind: "release", why: "notServed", path: served });
  const ini = posix.join(served, USER_INI);
  if (files.some(({ path }) => path === ini)) throw new DeploymentError({ kind: "release", why: "userIni", path: ini });
}

/** Directories of the website's own, of which those above others come first. */
function making(directories: readonly NewDirectory[]): readonly PlannedRecord[] {
  const all = new Set(directories.map(({ path }) => path));
  return directories.map(({ path, mode }) => makes(path, mode, all.has(posix.dirname(path)) ? "later" : "nothing"));
}

function placing(files: readonly SourceFile[], directories: ReadonlySet<string>): readonly PlannedRecord[] {
  return files.map((file) => comesTo(file.path, file, directories.has(posix.dirname(file.path)) ? "later" : "nothing"));
}

function makes(path: string, mode: number, there: There["kind"] & ("later" | "nothing")): PlannedRecord {
  const comes: Comes = { kind: "directory" };
  return { record: { there: { kind: there }, comes, mode: newMode("directory", mode), path } };
}

function comesTo(
  path: string,
  source: SourceFile,
  there: There["kind"] & ("later" | "nothing"),
): Required<PlannedRecord> {
  return {
    record: { there: { kind: there }, comes: comesOf(source), mode: newMode("file", source.mode), path },
    source,
  };
}

function byPath(one: NewDirectory, other: NewDirectory): number {
  return one.path < other.path ? -1 : 1;
}
