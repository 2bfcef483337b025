import { createHash, randomUUID } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { posix } from "node:path";
import type { Call } from "../resources/resource.ts";
import type { Clock } from "../storage/ports.ts";
import { isExact } from "../wire/answers/exactPath.ts";
import { PanelError, panelFailureOf, throwIfEnded } from "../wire/answers/failure.ts";
import { lengthOf } from "../wire/answers/listing.ts";
import { MOST_ENTRIES } from "../wire/operations/files.ts";
import { FileError } from "./fileError.ts";
import { type Binned, type Removal, removalOf } from "./recycleBin.ts";
import { RemoteFiles } from "./remoteFiles.ts";
import { assertExact, exact, OUR_DIRECTORY } from "./remoteNames.ts";

/** Bytes of the largest file that is read whole, so that it can be edited. */
export const LARGEST_EDIT = 4 * 1024 * 1024;

/** Bytes that are read at once; other calls wait for them. */
const PART = 4 * 1024 * 1024;

/** Bytes at each end of what was downloaded that are compared if the file has grown since. */
const COMPARED = 64 * 1024;

/** Exists while the recycle bin is on (docs/protocol.md 6.38). */
const BIN_SWITCH = "/www/server/panel/data/recycle_bin.pl";

/** Where files and directories are prepared before they are moved into place. */
export const STAGING = posix.join(OUR_DIRECTORY, "editor");

/** `other`: a device, socket, pipe or broken link. */
export type FileKind = "file" | "directory" | "other";

/** A path of the server, links followed. */
export interface FileStat {
  readonly kind: FileKind;
  /** In bytes. */
  readonly size: number;
  /** Seconds since the epoch; `undefined`: the panel tells none that a calendar has. */
  readonly mtime: number | undefined;
}

/** An entry of a directory. */
export interface FileEntry extends FileStat {
  readonly name: string;
  /** The text of a link; absent for what is no link. */
  readonly linkTo?: string;
  /** Three octal digits; `0` for a broken link. */
  readonly mode: string;
  readonly user: string;
}

/** The entries of a directory. */
export interface Directory {
  /** Directories first. */
  readonly entries: readonly FileEntry[];
  /** The directory has more entries than were read. */
  readonly isCut: boolean;
  /** Number of entries whose names cannot be read. */
  readonly unreadable: number;
  /** Whether what is deleted goes to the panel's recycle bin. */
  readonly hasRecycleBin: boolean;
}

/** Owner, mode and identity of a path, its link followed. */
export interface FileAttributes {
  readonly uid: number;
  readonly gid: number;
  /** The number where the server has no such name. */
  readonly user: string;
  readonly group: string;
  /** Three octal digits. */
  readonly mode: string;
  /** Has a bit above these, such as setuid. */
  readonly hasSpecialMode: boolean;
  /** Number of the file system. */
  readonly device: number;
  readonly inode: string;
  /** Number of hard links. */
  readonly links: number;
  readonly isDirectory: boolean;
  readonly isLink: boolean;
  /** Has the attribute `i` or `a`, which keeps root too from changing it. */
  readonly isLocked: boolean;
  /** Absent of a directory, and above 100 MB. */
  readonly sha1?: string | undefined;
}

/** An earlier state of a file that the panel has kept. */
export interface HistoryEntry {
  /** Path of its bytes on the server. */
  readonly path: string;
  /** Seconds since the epoch. */
  readonly at: number | undefined;
  /** In bytes. */
  readonly size?: number | undefined;
}

/** What a path was when a person was asked, so that it is known again: see `seen`. */
export interface Seen {
  readonly identity: string;
  /** Absent where any other content may go: in the recycle bin it is kept, and logs grow while a question is read. */
  readonly content?: string;
}

interface RemoveOptions {
  readonly recursive: boolean;
  readonly real?: string;
  readonly seen?: Seen;
}

/** Bytes to read. */
export interface Range {
  readonly from: number;
  readonly length: number;
}

/**
 * Files of a server as an editor needs them; paths are absolute, without `/` at the end. Methods throw `PanelError` and
 * `FileError`. One for each task: its signal ends all of it.
 */
export class ServerFiles {
  /** What all of this is made of. */
  readonly remote: RemoteFiles;
  readonly signal: AbortSignal;

  constructor(call: Call, clock: Clock, signal: AbortSignal) {
    this.remote = new RemoteFiles(call, clock, signal);
    this.signal = signal;
  }

  /** Looks at paths; what does not exist is not in the result, and neither is a broken link. One request for up to 500 paths. */
  async stat(paths: readonly string[]): Promise<ReadonlyMap<string, FileStat>> {
    // panels say of both that they are no files; only a directory has a `.`
    const inside = (path: string) => posix.join(path, "/") + ".";
    const foundFiles = await this.remote.look(paths.flatMap((path) => [path, inside(path)]));
    const stats = new Map<string, FileStat>();
    for (const path of paths) {
      const file = foundFiles.get(path);
      if (file === undefined) continue;
      const otherKind = foundFiles.has(inside(path)) ? "directory" : "other";
      stats.set(path, { kind: file.isFile ? "file" : otherKind, size: file.size, mtime: file.mtime });
    }
    return stats;
  }

  /** The entries of a directory, at most 10,000. Those to which the panel gives one name count as unreadable. */
  async list(path: string): Promise<Directory> {
    const answer = await this.remote.list(path);
    if (answer.path !== path) {
      const { kind } = (await this.stat([path])).get(path) ?? {};
      if (kind === "directory") throw new FileError({ kind: "name", path });
      throw new FileError({ kind: kind === undefined ? "notFound" : "notDirectory", path });
    }
    const lists = [answer.directories, answer.files] as const;
    const pathOf = (name: string) => posix.join(path, name);
    const repeated = repeatedNames(lists.flatMap(({ rows }) => rows.map(({ name }) => name)));
    const empty = answer.files.rows.filter(({ size }) => size === 0).map(({ name }) => pathOf(name));
    const looked = empty.length === 0 ? new Map() : await this.remote.look(empty);
    const entries = lists.flatMap(({ rows }, index) =>
      rows.flatMap(({ linkTo, ...row }): readonly FileEntry[] => {
        if (repeated.has(row.name)) return [];
        const isFile = row.size > 0 || looked.get(pathOf(row.name))?.isFile === true;
        const kindOfOthers = isFile ? "file" : "other";
        const kind = index === 0 ? "directory" : kindOfOthers;
        return [{ ...row, kind, ...(linkTo !== undefined && { linkTo }) }];
      }),
    );
    const total = lists.reduce((sum, list) => sum + lengthOf(list), 0);
    return {
      entries: entries.slice(0, MOST_ENTRIES),
      isCut: total > MOST_ENTRIES,
      unreadable: total - entries.length,
      hasRecycleBin: answer.hasRecycleBin === true,
    };
  }

  /** A whole file of at most `LARGEST_EDIT`, or a part of one of any size, which is shorter where the file ends. */
  async read(path: string, range?: Range): Promise<Uint8Array> {
    return (await this.content(path, range)).bytes;
  }

  /** As `read`, with the look at the file just before. */
  async content(path: string, range?: Range): Promise<{ readonly stat: FileStat; readonly bytes: Uint8Array }> {
    const stat = await this.#file(path);
    const { size } = stat;
    if (range === undefined && size > LARGEST_EDIT)
      throw new FileError({ kind: "tooLarge", path, size, limit: LARGEST_EDIT });
    const { from, length } = range ?? { from: 0, length: size };
    const end = Math.min(from + length, size);
    const parts: Uint8Array[] = [];
    for (let position = from; position < end;) {
      const bytes = await this.#part(path, position, Math.min(PART, end - position));
      parts.push(bytes);
      position += bytes.length;
    }
    return { stat, bytes: Buffer.concat(parts) };
  }

  /** Refuses what is neither a file nor a directory, and names that are not plain for a shell. */
  async attributes(path: string): Promise<FileAttributes> {
    assertExact(path);
    const { kind } = await this.#existing(path);
    // panels read it to its end
    if (kind === "other") throw new FileError({ kind: "special", path });
    return wholeAttributes(await this.remote.attributes(path));
  }

  /**
   * What is at a path, in words that tell it from anything else that may be there later: its inode, owner, mode and content, or its size and
   * time where panels do not tell these; of a directory not what is in it.
   */
  async seen(path: string): Promise<Seen> {
    const stat = (await this.stat([path])).get(path);
    // panels read what is neither to its end
    const hasAttributes = stat !== undefined && stat.kind !== "other" && isExact("attributes", path);
    const now = hasAttributes ? await this.remote.attributes(path) : undefined;
    const { device, inode, uid, gid, mode, sha1, isLink } = now ?? {};
    const content = stat?.kind === "directory" ? undefined : (sha1 ?? [stat?.size, stat?.mtime]);
    const { entries } = isLink === false ? NOTHING : await this.list(posix.dirname(path));
    const entry = entries.find(({ name }) => name === posix.basename(path));
    const ownEntry = [entry?.kind, entry?.linkTo, entry?.mode, entry?.user];
    const identity = JSON.stringify([stat?.kind, device, inode, uid, gid, mode, ownEntry]);
    return { identity, content: JSON.stringify([content]) };
  }

  /** Earlier states of a file, the latest first. */
  async history(path: string): Promise<readonly HistoryEntry[]> {
    assertExact(path);
    await this.#file(path);
    const { history } = await this.remote.attributes(path);
    return history.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  }

  /**
   * Downloads to a file of this computer, which has the old bytes or all of the new ones at any moment. A file that only grows
   * meanwhile, as logs do, is downloaded as far as it went at first.
   */
  async download(path: string, file: string, onShare: (share: number) => void): Promise<void> {
    const { size } = await this.#file(path);
    const part = `${file}.${randomUUID()}.part`;
    try {
      const target = await open(part, "wx+");
      try {
        const hash = createHash("sha1");
        for (let from = 0; from < size;) {
          throwIfEnded(this.signal);
          const bytes = await this.#part(path, from, Math.min(PART, size - from));
          await target.appendFile(bytes);
          hash.update(bytes);
          from += bytes.length;
          onShare(from / size);
        }
        if (!(await this.#isStill(path, size, hash.digest("hex"), target)))
          throw new FileError({ kind: "changed", path });
        await target.sync();
      } finally {
        await target.close();
      }
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw localError(error, file);
    }
  }

  /** Creates one directory, which belongs to the owner of the one above. */
  async createDirectory(path: string): Promise<void> {
    const { user } = await this.parentFor(path);
    const mode = "755";
    const stage = posix.join(STAGING, randomUUID());
    // panels hand its path to a shell, and a plain one means itself alone there
    await this.remote.createDirectory(stage);
    await this.remote.setAccess(stage, user, mode);
    await this.remote.place(stage, path);
    // what was moved to another file system is root's
    await this.remote.setAccess(path, user, mode);
  }

  /**
   * Moves a file or directory. A directory is never replaced, nor merged with another one, and no file by a link.
   * @param seen what may be replaced; by default what is there now
   */
  async rename(
    from: string,
    to: string,
    { overwrite, seen }: { readonly overwrite: boolean; readonly seen?: Seen | undefined },
  ): Promise<void> {
    exact("transfer", from);
    assertExact(to);
    const parent = posix.dirname(to);
    const foundFiles = await this.stat([from, to, parent]);
    const [source, target] = [foundFiles.get(from), foundFiles.get(to)];
    if (source === undefined) throw new FileError({ kind: "notFound", path: from });
    assertDirectory(parent, foundFiles.get(parent));
    const mayReplace = overwrite && source.kind === "file" && target?.kind === "file";
    if (target !== undefined && !mayReplace) throw new FileError({ kind: "exists", path: to });
    if (target === undefined && seen !== undefined) throw new FileError({ kind: "changed", path: to });
    if (target === undefined) {
      const isElsewhere = parent !== posix.dirname(from);
      if (isElsewhere && (await this.#isRelativeLink(from))) throw new FileError({ kind: "link", path: from });
      return this.remote.place(from, to);
    }
    const shown = seen ?? (await this.seen(to));
    const { isLink } = await this.remote.attributes(from);
    if (isLink !== false) throw new FileError({ kind: "link", path: from });
    // panels remove the one before they find out that the other cannot be moved
    for (const path of [from, to])
      if ((await this.remote.attributes(path)).isLocked) throw new FileError({ kind: "locked", path });
    const sha1 = await this.remote.hash(from);
    if (sha1 === undefined) throw new FileError({ kind: "notFound", path: from });
    return this.remote.replace(from, to, sha1, async () => this.assertSeen(to, shown));
  }

  /**
   * Moves to the panel's recycle bin where it takes the path, else deletes: which of them was seen. A link is removed, not what it
   * leads to.
   * @param real the path with links of its directories followed @param seen what may be removed; by default what is there now
   */
  async remove(path: string, { recursive, real = path, seen }: RemoveOptions): Promise<Removal> {
    exact("remove", path);
    const shown = seen ?? (await this.seen(path));
    const binnedBefore = await this.#binned(path);
    await this.#remove(path, recursive, async () => this.assertSeen(path, shown));
    return removalOf([path, real], binnedBefore, await this.#binned(path));
  }

  /** `undefined`: the panel does not show its recycle bin. */
  async #binned(path: string): Promise<Binned | undefined> {
    return this.remote.binned(path).catch((error: unknown) => {
      panelFailureOf(error);
      return undefined;
    });
  }

  /** Throws a `FileError` `changed` unless a path is what was seen there. */
  async assertSeen(path: string, seen: Seen): Promise<void> {
    const { identity, content } = await this.seen(path);
    const isSame = identity === seen.identity && (seen.content === undefined || content === seen.content);
    if (!isSame) throw new FileError({ kind: "changed", path });
  }

  async #remove(path: string, recursive: boolean, stillMeant: () => Promise<void>): Promise<void> {
    const foundFiles = await this.stat([path, BIN_SWITCH]);
    const { linkTo, kind } = await this.#entry(path, foundFiles.get(path));
    if (linkTo !== undefined) return this.remote.removeLink(path, stillMeant);
    if (kind !== "directory") return this.remote.remove(path, stillMeant);
    const { entries, unreadable } = recursive ? NOTHING : await this.list(path);
    if (entries.length + unreadable > 0) throw new FileError({ kind: "notEmpty", path });
    if (isExact("removeDirectory", path)) return this.remote.removeDirectory(path, stillMeant);
    // this way needs no shell, but deletes files alone
    if (foundFiles.has(BIN_SWITCH)) return this.remote.remove(path, stillMeant);
    const stage = posix.join(STAGING, randomUUID());
    await this.remote.createDirectory(stage);
    await this.remote.place(path, posix.join(stage, "removed"), stillMeant);
    return this.remote.removeDirectory(stage);
  }

  /** Whether nothing has this path, not even a link that leads nowhere. */
  async isGone(path: string): Promise<boolean> {
    const parent = posix.dirname(path);
    const foundFiles = await this.stat([path, parent]);
    if (foundFiles.has(path) || !foundFiles.has(parent)) return !foundFiles.has(path);
    return (await this.list(parent)).entries.every(({ name }) => name !== posix.basename(path));
  }

  /** The attributes of the directory in which something new gets this path. Throws if the path exists. */
  async parentFor(path: string): Promise<FileAttributes> {
    assertExact(path);
    const parent = posix.dirname(path);
    const foundFiles = await this.stat([path, parent]);
    if (foundFiles.has(path)) throw new FileError({ kind: "exists", path });
    assertDirectory(parent, foundFiles.get(parent));
    return wholeAttributes(await this.remote.attributes(parent));
  }

  /** The path and attributes of what a path leads to, whose last part may be a link. */
  async real(path: string): Promise<FileAttributes & { readonly path: string }> {
    const followed = await this.attributes(path);
    let place = path;
    for (let { isLink } = followed, links = 0; isLink; links += 1) {
      const { linkTo } = await this.#entry(place, undefined);
      if (linkTo === undefined || links === MOST_LINKS) throw new FileError({ kind: "special", path });
      place = posix.resolve(posix.dirname(place), linkTo);
      const nextAttributes = await this.attributes(place);
      // the directory may be a link, too, and then the text leads elsewhere from there
      if (nextAttributes.inode !== followed.inode || nextAttributes.device !== followed.device)
        throw new FileError({ kind: "special", path });
      ({ isLink } = nextAttributes);
    }
    return { ...followed, path: place };
  }

  /** The entry of a path in its directory, which is read where the path may be a link. */
  async #entry(path: string, stat: FileStat | undefined): Promise<Pick<FileEntry, "kind" | "linkTo">> {
    if (stat?.kind === "file") return stat;
    const { entries } = await this.list(posix.dirname(path));
    const entry = entries.find(({ name }) => name === posix.basename(path)) ?? stat;
    if (entry === undefined) throw new FileError({ kind: "notFound", path });
    return entry;
  }

  async #isRelativeLink(path: string): Promise<boolean> {
    const { entries } = await this.list(posix.dirname(path));
    const linkTo = entries.find(({ name }) => name === posix.basename(path))?.linkTo;
    return linkTo?.startsWith("/") === false;
  }

  async #existing(path: string): Promise<FileStat> {
    const stat = (await this.stat([path])).get(path);
    if (stat === undefined) throw new FileError({ kind: "notFound", path });
    return stat;
  }

  async #file(path: string): Promise<FileStat> {
    exact("read", path);
    const stat = await this.#existing(path);
    const isOfKernel = stat.size === 0 && OF_THE_KERNEL.test(path);
    if (stat.kind === "file" && !isOfKernel) return stat;
    throw new FileError({ kind: stat.kind === "directory" ? "isDirectory" : "special", path });
  }

  async #part(path: string, from: number, length: number): Promise<Uint8Array> {
    const bytes = await this.remote.read(path, from, length);
    // it has become shorter
    if (bytes.length < length) throw new FileError({ kind: "changed", path });
    return bytes;
  }

  /** Whether the file has what was downloaded, or begins with it. */
  async #isStill(path: string, size: number, sha1: string, target: FileHandle): Promise<boolean> {
    const now = await this.#existing(path);
    if (now.size === size) return (await this.remote.hash(path)) === sha1;
    if (now.size < size) return false;
    for (const from of [0, Math.max(0, size - COMPARED)]) {
      const length = Math.min(COMPARED, size);
      const { buffer } = await target.read(Buffer.alloc(length), { position: from });
      if (length > 0 && !buffer.equals(await this.#part(path, from, length))) return false;
    }
    return true;
  }
}

/** Files of no size, of which panels send nothing although they have content (docs/protocol.md 16.4). */
const OF_THE_KERNEL = /^\/(?:proc|sys)\//;

const NOTHING = { entries: [], unreadable: 0 };

/** Most links that are followed to a file. */
const MOST_LINKS = 8;

/** The names that are there more than once. */
function repeatedNames(names: readonly string[]): ReadonlySet<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const name of names) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return repeated;
}

function assertDirectory(path: string, stat: FileStat | undefined): void {
  if (stat === undefined) throw new FileError({ kind: "notFound", path });
  if (stat.kind !== "directory") throw new FileError({ kind: "notDirectory", path });
}

/** The error for anything that was thrown while a file of this computer was read or written. */
export function localError(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === "string" && !(error instanceof PanelError))
    return new FileError({ kind: "local", path: file, code });
  return error;
}

type Attributes = Awaited<ReturnType<RemoteFiles["attributes"]>>;

/** Only a hash may be absent: what is unknown must not be taken for what is not so. */
function wholeAttributes({ sha1, ...attributes }: Attributes): FileAttributes {
  const missing = Object.entries(attributes).filter(([, value]) => value === undefined);
  if (missing.length > 0) throw new PanelError({ kind: "malformed", fields: missing.map(([name]) => name) });
  return { ...(attributes as FileAttributes), sha1 };
}
