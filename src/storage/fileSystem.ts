import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ageOf } from "./moment.ts";
import type { Clock } from "./ports.ts";
import { neverAborted } from "./neverAborted.ts";

/** The file system as the stores use it: every method is one step, so that a crash can be tested at each. */
export interface FileSystem {
  /** Names in a directory; empty if it does not exist. */
  list(directory: string): Promise<readonly string[]>;
  /** Also creates its parents; an existing directory is not an error. */
  makeDirectory(directory: string): Promise<void>;
  /**
   * `undefined` if the file does not exist. Rejects for anything but a regular file, a link to one among them, and for one far
   * larger than ours.
   */
  read(path: string): Promise<string | undefined>;
  /** Writes a new file to the disk, with its directory; fails if the file exists. Only this user can read it, unless `mode` says more. */
  create(path: string, text: string, mode?: number): Promise<void>;
  /** Adds to the end of a file in one write, so that texts of several processes never mix; creates it when needed. Follows no link. */
  append(path: string, text: string): Promise<void>;
  /** In bytes; 0 if the file does not exist. */
  size(path: string): Promise<number>;
  rename(from: string, to: string): Promise<void>;
  /** Removing an absent file is not an error. */
  remove(path: string): Promise<void>;
}

/** The largest file of ours has half a megabyte. */
const MOST_BYTES = 16 * 2 ** 20;

/** Opening a named pipe would block one of the few threads that Node has for files. */
const UNBLOCKED = constants.O_NONBLOCK ?? 0;

/** Nobody but us writes there, so a link was put there by somebody else. Windows has no such flag, and links for few. */
const UNLINKED = constants.O_NOFOLLOW ?? 0;

const ATTEMPTS = 10;
/** The real file system. */
export function createFileSystem(clock: Clock): FileSystem {
  return {
    list: (directory) => unlessAbsent(() => readdir(directory), []),
    read: (path) => unlessAbsent(() => whileBusy(clock, () => readRegular(path)), undefined),
    async makeDirectory(directory) {
      await mkdir(directory, { recursive: true });
    },
    async create(path, text, mode = 0o600) {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, "wx", mode);
      try {
        await file.writeFile(text, "utf8");
        // else a power cut after a rename can leave an empty file under the final name
        if (text !== "") await file.sync();
      } finally {
        await file.close();
      }
    },
    async append(path, text) {
      await mkdir(dirname(path), { recursive: true });
      const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | UNBLOCKED | UNLINKED;
      const file = await whileBusy(clock, () => open(path, flags, 0o600));
      try {
        await regularSize(file);
        await file.write(text);
      } finally {
        await file.close();
      }
    },
    size: (path) => unlessAbsent(async () => (await lstat(path)).size, 0),
    rename: (from, to) => whileBusy(clock, () => rename(from, to)),
    remove: (path) => whileBusy(clock, () => rm(path, { force: true })),
  };
}

async function readRegular(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | UNBLOCKED | UNLINKED);
  try {
    if ((await regularSize(file)) > MOST_BYTES) throw fileError("EFBIG");
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** Pipes, devices and sockets are refused: reading them may never end. */
async function regularSize(file: FileHandle): Promise<number> {
  const stats = await file.stat();
  // a directory has a clear error of its own
  if (!stats.isFile() && !stats.isDirectory()) throw fileError("EFTYPE");
  return stats.size;
}

/** An error with a code like Node's, for `codeOf`. */
function fileError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Replaces a file so that every reader sees the old or the new text, never a part. */
export async function replaceFile(
  files: FileSystem,
  clock: Clock,
  path: string,
  text: string,
  mode?: number,
): Promise<void> {
  // by the wall clock: in the name of a file, which other processes read
  const temporary = join(dirname(path), `${clock.wallTime()}.${randomUUID()}.tmp`);
  try {
    await files.create(temporary, text, mode);
    await files.rename(temporary, path);
  } catch (error) {
    // the first error counts; a leftover is removed by its age
    await files.remove(temporary).catch(() => undefined);
    throw error;
  }
}

/** Removes what `replaceFile` left in a directory when its process died, once it is older than `ageMs`. */
export async function removeLeftovers(
  files: FileSystem,
  clock: Clock,
  directory: string,
  ageMs: number,
): Promise<void> {
  for (const name of await files.list(directory)) {
    const written = /^(\d+)\..*\.tmp$/.exec(name)?.[1];
    if (written !== undefined && !isYoung(Number(written), clock, ageMs)) await files.remove(join(directory, name));
  }
}

/** Whether a time lies less than `ageMs` away; a clock that was set back must not keep things young for years. */
export function isYoung(time: number, clock: Clock, ageMs: number): boolean {
  return Math.abs(ageOf(time, clock)) < ageMs;
}

/** Repeats an action that Windows refuses while another process (a reader, a virus scanner) has the file open. */
export async function whileBusy<T>(clock: Clock, action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt === ATTEMPTS || !["EBUSY", "EPERM", "EACCES"].includes(codeOf(error))) throw error;
      await clock.sleep(attempt * 10, neverAborted);
    }
  }
}

/** Node's code of a file error, such as `ENOSPC`; its message would hold the path. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "unknown";
  if (typeof error.code === "string") return error.code;
  return "unknown";
}

async function unlessAbsent<T>(action: () => Promise<T>, absent: T): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return absent;
    throw error;
  }
}
