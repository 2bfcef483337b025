import { posix } from "node:path";
import { mismatch } from "./deploymentError.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import {
  stateBytes,
  stateFiles,
  type BackedUp,
  type Deployments,
  type StatePaths,
  type UndoRecord,
} from "./remoteState.ts";
import { stagingFor } from "./staging.ts";

/** Where an undo record goes once it was used. */
const UNDONE = "undone.json";

/**
 * Brings back what was there before a deployment, and checks every file; call it again after a cut. Files that somebody has
 * changed since stay. Throws `PanelError` and `DeploymentError`.
 * @param unfinished the file with the record
 * @returns the paths of files that stay because somebody has changed them
 */
export async function restore(
  files: RemoteFiles,
  record: UndoRecord,
  unfinished: typeof stateFiles.pending | typeof stateFiles.undoing,
  { paths, before, onShare, verify, isOwnRun = false }: RestoreOptions,
): Promise<readonly string[]> {
  const { id, target, replaced, removed, added, placedBefore } = record;
  const { state } = paths;
  const copies = posix.join(state, id);
  const all = replaced.length + removed.length + added.length;
  let done = 0;
  const kept: string[] = [];
  await verify();
  const staging = await stagingFor(files, paths);
  const partOf = ({ path, n }: Pick<BackedUp, "path" | "n">) =>
    staging(posix.dirname(posix.join(target, path)), `${id}-${n}.part`);
  for (const { path, sha1, n, deployed } of [...replaced, ...removed]) {
    const file = posix.join(target, path);
    const now = await files.hash(file);
    // a deployment that has ended left nothing half-written: somebody has changed it since
    if (unfinished === stateFiles.undoing && now !== sha1 && now !== deployed) kept.push(path);
    else if (now !== sha1) {
      // a copy over a file that is in use would be seen half-written
      const part = partOf({ path, n });
      await files.copy(posix.join(copies, String(n)), part, sha1);
      await files.move(part, file);
    }
    onShare((done += 1) / all);
  }
  for (const [path, sha1] of added) {
    const file = posix.join(target, path);
    const now = await files.hash(file);
    if (now !== undefined && now !== sha1 && !isOwnRun) kept.push(path);
    else if (now !== undefined) await files.remove(file);
    onShare((done += 1) / all);
  }
  for (const left of (await files.look([...replaced, ...removed].map(partOf))).keys()) await files.remove(left);
  const back = [...replaced, ...removed].filter(({ path }) => !kept.includes(path));
  const expected = new Map(back.map(({ path, sha1 }) => [posix.join(target, path), sha1]));
  const differing = await files.differing(expected);
  if (differing.length > 0) throw mismatch(differing);

  // files that were brought back have a time of their own
  const found = await files.look(placedBefore.map(({ path }) => posix.join(target, path)));
  const touched = new Set([...replaced, ...removed].map(({ path }) => path));
  const placed = placedBefore.map((file) => {
    const mtime = touched.has(file.path) ? found.get(posix.join(target, file.path))?.mtime : undefined;
    return mtime === undefined ? file : { ...file, mtime };
  });
  const history = before.history.filter((past) => past.id !== id);
  await verify();
  await files.write({ directory: state, name: stateFiles.deployments, bytes: stateBytes({ placed, history }) });
  await files.move(posix.join(state, unfinished), posix.join(state, UNDONE));
  if ((await files.look([copies])).has(copies)) await files.removeDirectory(copies);
  return kept;
}

interface RestoreOptions {
  readonly paths: StatePaths;
  readonly before: Deployments;
  readonly onShare: (share: number) => void;
  /** Throws if another computer has taken over. */
  readonly verify: () => Promise<void>;
  /** The run that has unpacked goes back itself: new files are its own, even those that it has not written whole. */
  readonly isOwnRun?: boolean;
}
