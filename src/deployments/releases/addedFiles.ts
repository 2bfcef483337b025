import { posix } from "node:path";
import { isMisread } from "../../wire/answers/exactPath.ts";
import type { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { MOST_ENTRIES } from "../../wire/operations/files.ts";
import type { PastRelease } from "./pastReleases.ts";
import { USER_INI } from "./servedDirectory.ts";

/** Files that are in a release although no deployment has placed them: of people, visitors and steps. */
export interface AddedFiles {
  readonly count: number;
  /** There may be more: it has more directories than are read, or some that cannot be. */
  readonly mayBeMore: boolean;
}

/** How many directories of a release are read: steps make thousands. */
export const MOST_READ = 20;

/** How many of them at once. */
const AT_ONCE = 4;

/** What panels have of their own in what a website serves (docs/protocol.md 6.44, 6.48). */
const OF_PANELS = new Set([USER_INI, ".well-known"]);

/**
 * Counts what somebody has added to a release, from its own directory down: the next one does not take it over. Throws `PanelError`.
 * @param directory of the release on the server
 */
export async function countAdded(
  files: RemoteFiles,
  directory: string,
  { placed }: Pick<PastRelease, "placed">,
): Promise<AddedFiles> {
  const known = new Set(placed.map(({ path }) => path));
  const isOurs = (path: string) => known.has(path) || OF_PANELS.has(posix.basename(path));
  let waiting = [""];
  let [count, read, mayBeMore] = [0, 0, false];
  while (waiting.length > 0 && read < MOST_READ) {
    const part = waiting.splice(0, Math.min(AT_ONCE, MOST_READ - read));
    read += part.length;
    const listed = await Promise.all(part.map(async (below) => entriesOf(files, directory, below)));
    for (const entries of listed) {
      mayBeMore ||= entries.isCut;
      count += entries.files.filter((path) => !isOurs(path)).length;
      waiting = [...waiting, ...entries.directories.filter((path) => !isOurs(path))];
    }
  }
  return { count, mayBeMore: mayBeMore || waiting.length > 0 };
}

/** The entries of a directory by their paths in the release. Links are none: what is shared stays where it is. */
async function entriesOf(files: RemoteFiles, directory: string, below: string) {
  const path = posix.join(directory, below);
  // panels would read another one
  if (isMisread("list", path)) return { files: [], directories: [], isCut: true };
  const listed = await files.list(path);
  // it is gone by now
  if (listed.path !== path) return { files: [], directories: [], isCut: true };
  const isCut = [listed.files, listed.directories].some(
    ({ rows, unreadable }) => rows.length > MOST_ENTRIES || unreadable.length > 0,
  );
  const named = ({ rows }: typeof listed.files) =>
    rows.filter(({ linkTo }) => linkTo === undefined).map(({ name }) => posix.join(below, name));
  return { files: named(listed.files), directories: named(listed.directories), isCut };
}
