import { posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { panelFailureOf } from "../wire/answers/failure.ts";
import type { LocalFile } from "../serverFiles/localFile.ts";
import { deploymentProblemOf, rethrowDefect } from "./deploymentError.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { readUpload, stateBytes, stateFiles, type StatePaths, type Upload } from "./remoteState.ts";

/** The path at which a file waits until it is moved into a directory. */
export type Staging = (directory: string, name: string) => string;

/**
 * Finds out where files wait until they are moved to the target: outside of every web root if that move is a rename. From
 * another file system it is a copy, and visitors would see a part of it (docs/protocol.md 16.11): then they wait beside. Throws
 * `PanelError`.
 */
export async function stagingFor(files: RemoteFiles, { site, state, target }: StatePaths): Promise<Staging> {
  const [ours, theirs] = await Promise.all([files.attributes(site), files.attributes(target)]);
  const isRename = ours.device !== undefined && ours.device === theirs.device;
  return (directory, name) => (isRename ? posix.join(state, name) : posix.join(directory, `.server-panel-${name}`));
}

/**
 * Uploads a file. Goes on with what an earlier run has left of it, and removes what one has left of another. Throws `PanelError`
 * and `DeploymentError`.
 */
export async function stage(
  files: RemoteFiles,
  paths: StatePaths,
  local: LocalFile,
  path: string,
  onShare: (share: number) => void,
): Promise<void> {
  const now: Upload = { path, size: local.size };
  const before = await readUpload(files, paths);
  if (!isDeepStrictEqual(before, now)) {
    if (before !== undefined) await discardUpload(files, paths, before);
    await files.write({ directory: paths.state, name: stateFiles.upload, bytes: stateBytes(now) });
  }
  try {
    await files.upload(local, path, onShare);
  } catch (error) {
    // a full disk needs the space; after a cut or a cancel the next run goes on
    if (deploymentProblemOf(error) !== undefined || panelFailureOf(error).kind === "rejected")
      await discardUpload(files, paths, now).catch(rethrowDefect);
    throw error;
  }
}

async function discardUpload(files: RemoteFiles, paths: StatePaths, { path, size }: Upload): Promise<void> {
  const found = await files.look([path, `${path}.${size}.upload.tmp`]);
  for (const each of found.keys()) await discard(files, paths, each);
}

/** Removes a file of ours and frees its space, which the panel's recycle bin would not. */
export async function discard(files: RemoteFiles, { state }: StatePaths, path: string): Promise<void> {
  const { dir: directory, base: name } = posix.parse(path);
  await files.write({ directory, name, bytes: Buffer.alloc(0) });
  await files.move(path, posix.join(state, "discarded"));
}
