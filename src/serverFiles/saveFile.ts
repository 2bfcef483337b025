import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import { PanelError, throwIfEnded, unlessFailing } from "../wire/answers/failure.ts";
import { FileError } from "./fileError.ts";
import { readLocalFile } from "./localFile.ts";
import { OUR_DIRECTORY } from "./remoteNames.ts";
import { type FileAttributes, LARGEST_EDIT, localError, type Seen, type ServerFiles, STAGING } from "./serverFiles.ts";
import { isText, unreadCharacters } from "./textBytes.ts";
import { sha1Of } from "./sha1Of.ts";

/** Where the panel keeps backups; on some servers on another file system than websites. */
const BACKUPS = posix.dirname(OUR_DIRECTORY);

/** Where bytes go, and as what. */
interface Place {
  /** No link. */
  readonly path: string;
  readonly user: string;
  readonly uid: number;
  /** Absent for a new file, which gets its owner's group. */
  readonly group?: { readonly gid: number; readonly name: string };
  readonly mode: string;
  readonly device: number;
  /** Of the bytes that are replaced; absent for a new file. */
  readonly sha1?: string;
}

/** Bytes, and how they get onto the server. */
interface Content {
  readonly sha1: string;
  readonly send: (path: string) => Promise<void>;
}

/**
 * Replaces the bytes of a file, or creates it; owner, group and mode stay. The bytes are written elsewhere, compared, and moved
 * into place, so that the path has the old or the new ones, but for the instant in which the panel removes the one and renames the
 * other. Throws `PanelError` and `FileError`.
 * @param opened what the bytes were made from; `changed` is thrown where the server has something else now
 */
export async function saveFile(
  files: ServerFiles,
  path: string,
  bytes: Uint8Array,
  opened: { readonly sha1: string } | "new",
): Promise<void> {
  const { length: size } = bytes;
  if (size > LARGEST_EDIT) throw new FileError({ kind: "tooLarge", path, size, limit: LARGEST_EDIT });
  const place = opened === "new" ? await newPlace(files, path) : await existingPlace(files, path);
  if (opened !== "new") {
    if (place.sha1 !== opened.sha1) throw new FileError({ kind: "changed", path });
    await assertUnderstood(files, place, bytes);
  }
  await put(files, place, {
    sha1: sha1Of(bytes),
    send: async (stage) => {
      const { dir: directory, base: name } = posix.parse(stage);
      await files.remote.write({ directory, name, bytes });
    },
  });
}

/**
 * Uploads a file of this computer as `saveFile` does; `exists` is thrown for an existing path unless `overwrite`.
 * @param seen what may be replaced; by default what is there when it begins
 */
export async function uploadFile(
  files: ServerFiles,
  file: string,
  path: string,
  {
    overwrite,
    seen,
    onShare,
  }: { readonly overwrite: boolean; readonly seen?: Seen | undefined; readonly onShare: (share: number) => void },
): Promise<void> {
  const local = await readLocalFile(file, files.signal).catch((error: unknown) => {
    throwIfEnded(files.signal);
    throw localError(error, file);
  });
  const isThere = (await files.stat([path])).has(path);
  if (isThere && !overwrite) throw new FileError({ kind: "exists", path });
  if (!isThere && seen !== undefined) throw new FileError({ kind: "changed", path });
  const place = isThere ? await existingPlace(files, path) : await newPlace(files, path);
  if (seen !== undefined) await files.assertSeen(path, seen);
  const send = async (stage: string) => files.remote.upload(local, stage, onShare);
  await put(files, place, { sha1: local.sha1, send });
}

/** Seconds after which a stage has been abandoned: no save takes so long. */
const ABANDONED_SECONDS = 86_400;

/**
 * Removes what earlier saves of any computer have left behind in the directory where bytes are prepared. Once a window is
 * enough: it reads a directory.
 */
export async function sweepStages(files: ServerFiles): Promise<void> {
  await sweep(files, STAGING, () => true);
}

/** The same beside a file that was saved, for a directory of a file system where bytes are prepared beside the file. */
export async function sweepBeside(files: ServerFiles, path: string): Promise<void> {
  const directory = posix.dirname((await files.real(path)).path);
  const { device } = await files.remote.attributes(directory);
  if (!(await isNearBackups(files, device))) await sweep(files, directory, (name) => BESIDE.test(name));
}

/** Removes what has been in a directory for long, if there is one. */
async function sweep(files: ServerFiles, directory: string, isOurs: (name: string) => boolean): Promise<void> {
  const itself = (await files.stat([directory])).get(directory);
  if (itself === undefined) return;
  const { entries } = await files.list(directory);
  // by the server's clock
  const latest = Math.max(...[itself, ...entries].map(({ mtime = 0 }) => mtime));
  for (const { name, kind, mtime } of entries) {
    const isAbandoned = mtime !== undefined && latest - mtime >= ABANDONED_SECONDS;
    if (!isOurs(name) || !isAbandoned) continue;
    const path = posix.join(directory, name);
    if (kind === "directory") await files.remote.removeDirectory(path);
    else await files.remote.removeForGood(path);
  }
}

async function newPlace(files: ServerFiles, path: string): Promise<Place> {
  const { user, uid, device } = await files.parentFor(path);
  return { path, user, uid, mode: "644", device };
}

async function existingPlace(files: ServerFiles, givenPath: string): Promise<Place> {
  const file = await files.real(givenPath);
  const { path, user, uid, gid, group, mode, device, links } = file;
  const problem = obstacleTo(file);
  if (problem !== undefined) throw new FileError({ kind: problem, path });
  if (links > 1) throw new FileError({ kind: "hardLinks", path, count: links });
  const sha1 = file.sha1 ?? (await files.remote.hash(path));
  if (sha1 === undefined) throw new FileError({ kind: "notFound", path });
  return { path, user, uid, group: { gid, name: group }, mode, device, sha1 };
}

/** Why a file cannot be replaced by another one. */
function obstacleTo({ isDirectory, isLocked, hasSpecialMode }: FileAttributes) {
  if (isDirectory) return "isDirectory";
  if (isLocked) return "locked";
  // panels set three digits alone
  if (hasSpecialMode) return "special";
  return undefined;
}

/** Throws if bytes bring in signs for what was not understood of bytes that are no UTF-8. */
async function assertUnderstood(files: ServerFiles, { path }: Place, bytes: Uint8Array): Promise<void> {
  const count = unreadCharacters(bytes);
  if (count === 0) return;
  const openedBytes = await files.read(path);
  if (!isText(openedBytes, "utf-8") && count > unreadCharacters(openedBytes))
    throw new FileError({ kind: "encoding", path });
}

async function put(files: ServerFiles, place: Place, { sha1, send }: Content): Promise<void> {
  const { remote } = files;
  const { path } = place;
  const stage = await stageFor(files, place);
  // once a move may be under way, the new bytes must stay until it is known to have failed
  let isMoving = false;
  let staged: Attributes;
  try {
    await send(stage);
    staged = await applyOwnership(files, stage, place);
    if (place.sha1 === undefined) {
      if ((await remote.hash(path)) !== undefined) throw new FileError({ kind: "exists", path });
      isMoving = true;
      await remote.place(stage, path);
    } else
      await remote.replace(stage, path, sha1, async () => {
        await assertAsBefore(files, place);
        isMoving = true;
      });
  } catch (error) {
    const isRefused = error instanceof PanelError && error.failure.kind === "rejected";
    if (!isMoving || isRefused) await discard(files, stage);
    throw error;
  }
  const moved = await remote.attributes(path);
  // what was moved to another file system is root's; any other change of owner and mode is somebody's, who has made it since
  const isSame = moved.inode === staged.inode && moved.device === staged.device;
  const placed = isSame ? moved : await applyOwnership(files, path, place);
  if ((placed.sha1 ?? sha1) !== sha1) throw new FileError({ kind: "mismatch", path });
}

/** Throws unless a file is as it was when it was read, with its owner, group and mode. */
async function assertAsBefore({ remote }: ServerFiles, { path, sha1, uid, group, mode }: Place): Promise<void> {
  // panels read what is no file to its end
  if ((await remote.look([path])).get(path)?.isFile !== true) throw new FileError({ kind: "changed", path });
  const now = await remote.attributes(path);
  const currentHash = now.sha1 ?? (await remote.hash(path));
  if (currentHash !== sha1 || now.isLink !== false) throw new FileError({ kind: "changed", path });
  if (now.uid !== uid || now.gid !== group?.gid || now.mode !== mode)
    throw new FileError({ kind: "accessChanged", path });
}

/** Where bytes are prepared: where nobody else can read them if a rename brings them from there, else beside the file. */
async function stageFor(files: ServerFiles, { path, device }: Place): Promise<string> {
  const name = `${randomUUID()}.part`;
  if (await isNearBackups(files, device)) return posix.join(STAGING, name);
  return posix.join(posix.dirname(path), `.server-panel-${name}`);
}

/** The name of a stage beside its file. */
const BESIDE = /^\.server-panel-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.part_*$/;

/** Whether a file system also has the backups. */
async function isNearBackups(files: ServerFiles, device: number | undefined): Promise<boolean> {
  const hasBackups = (await files.stat([BACKUPS])).get(BACKUPS)?.kind === "directory";
  return hasBackups && (await files.remote.attributes(BACKUPS)).device === device;
}

type Attributes = Awaited<ReturnType<ServerFiles["remote"]["attributes"]>>;

/** Gives a file the owner, group and mode of a place. */
async function applyOwnership(
  { remote }: ServerFiles,
  path: string,
  { user, uid, group, mode }: Place,
): Promise<Attributes> {
  const isOwned = (now: Attributes) =>
    now.uid === uid && now.mode === mode && (group === undefined || now.gid === group.gid);
  const attributesBefore = await remote.attributes(path);
  if (isOwned(attributesBefore)) return attributesBefore;
  const set = await remote.setAccess(path, user, mode).catch((error: unknown) => {
    // the comparison has the better words
    if (!(error instanceof FileError)) throw error;
    return undefined;
  });
  const now = set ?? (await remote.attributes(path));
  if (isOwned(now)) return now;
  const from = `${user}:${group?.name ?? user}`;
  throw new FileError({ kind: "group", path, from, to: `${now.user}:${now.group}` });
}

/** Removes a stage, as far as the panel can be reached: another time sweeps it. */
async function discard(files: ServerFiles, stage: string): Promise<void> {
  await unlessFailing(async () => files.remote.removeForGood(stage));
}
