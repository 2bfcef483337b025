import { posix } from "node:path";
import { kindOf, type DeploymentPlan } from "./deploymentPlan.ts";
import type { PlacedFile } from "./deploymentRecord.ts";
import { newMode, type Comes, type ExchangeRecord, type There } from "./exchange/exchangeList.ts";
import { listedPath, type Place } from "./place.ts";
import type { SourceFile } from "./sourceFiles.ts";
import { isBelow } from "../characters/isBelow.ts";

/** A directory that the server does not have yet. */
export interface NewDirectory {
  /** Relative to the website's root. */
  readonly path: string;
  /** Permission bits of the source's. */
  readonly mode: number;
}

/** A record, and the file that its bytes come from. */
export interface PlannedRecord {
  readonly record: ExchangeRecord;
  readonly source?: Pick<SourceFile, "realPath" | "says" | "size" | "sha1" | "mtime">;
}

/** What a file of the source, or a link, is to be at its path. */
export function comesOf({ says, sha1 }: SourceFile): Comes {
  return { kind: says === undefined ? "file" : "link", sha1 };
}

/** Files that name others: they come after those. */
const PAGE = /\.(?:html?|xhtml|php|phtml|jsp|aspx?)$/i;

/**
 * The records of a deployment in the order in which they are done: what makes room, new directories, assets, the pages that name
 * them, and last what is no longer needed.
 * @param directories each after the one above it
 */
export function recordsOf(
  { added, changed, removed, emptied }: DeploymentPlan,
  directories: readonly NewDirectory[],
  place: Place,
): readonly PlannedRecord[] {
  const listed = (path: string) => listedPath(place, path);
  const emptiedPaths = emptied.map(({ path }) => path);
  const newDirectories = new Set(directories.map(({ path }) => path));
  const makesRoom = ({ path }: PlacedFile) =>
    newDirectories.has(listed(path)) || emptiedPaths.some((directory) => isBelow(path, directory));
  const first = removed.filter(makesRoom);
  const last = removed.filter((file) => !makesRoom(file));
  const goneByThen = new Set([...first, ...emptied].map(({ path }) => listed(path)));
  const whatIsThere = (path: string): There => ({
    kind: goneByThen.has(path) || newDirectories.has(posix.dirname(path)) ? "later" : "nothing",
  });
  const placing = (source: SourceFile, there: There): PlannedRecord => ({
    record: {
      there,
      comes: comesOf(source),
      mode: newMode("file", source.mode),
      path: listed(source.path),
    },
    source,
  });
  const removing = ({ path }: { readonly path: string }, there: There): PlannedRecord => ({
    record: { there, comes: { kind: "nothing" }, mode: 0, path: listed(path) },
  });
  const removingFile = (file: PlacedFile) => removing(file, { kind: kindOf(file), sha1: file.sha1 });
  const files = [
    ...added.map((source) => placing(source, whatIsThere(listed(source.path)))),
    ...changed.map((source) => placing(source, source.there)),
  ];
  const isPage = ({ record }: PlannedRecord) => PAGE.test(record.path);
  return [
    ...first.map(removingFile),
    ...emptied.map((directory) => removing(directory, { kind: "directory", entries: directory.entries })),
    ...directories.map(({ path, mode }): PlannedRecord => ({
      record: { there: whatIsThere(path), comes: { kind: "directory" }, mode: newMode("directory", mode), path },
    })),
    ...byDirectory(files.filter((file) => !isPage(file))),
    ...byDirectory(files.filter(isPage)),
    ...byDirectory(last.map(removingFile)),
  ];
}

/** The same records with those of a directory one after the other: the server puts such into place together. */
function byDirectory(records: readonly PlannedRecord[]): readonly PlannedRecord[] {
  const directories = new Map<string, PlannedRecord[]>();
  for (const each of records) {
    const directory = posix.dirname(each.record.path);
    const others = directories.get(directory);
    if (others === undefined) directories.set(directory, [each]);
    else others.push(each);
  }
  return [...directories.values()].flat();
}
