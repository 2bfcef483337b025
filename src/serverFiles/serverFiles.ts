import type { Call } from "../resources/resource.ts";
import type { Clock } from "../storage/ports.ts";

/** Bytes of the largest file that is read whole, so that it can be edited. */
export const LARGEST_EDIT = 4 * 1024 * 1024;

/** `other`: a device, socket, pipe or broken link. */
export type FileKind = "file" | "directory" | "other";

/** A path of the server, links followed. */
export interface FileStat {
  readonly kind: FileKind;
  /** In bytes. */
  readonly size: number;
  /** Seconds since the epoch. */
  readonly mtime: number;
}

/** An entry of a directory. */
export interface FileEntry extends FileStat {
  readonly name: string;
  /** The text of a link; absent for what is no link. */
  readonly linkTo?: string;
  /** Three octal digits. */
  readonly mode: string;
  readonly user: string;
}

/** The entries of a directory. */
export interface Directory {
  readonly entries: readonly FileEntry[];
  /** The directory has more entries than were read. */
  readonly isCut: boolean;
  /** Number of entries whose names cannot be read. */
  readonly unreadable: number;
  /** Whether what is deleted goes to the panel's recycle bin. */
  readonly hasRecycleBin: boolean;
}

/** Owner, mode and identity of a path. */
export interface FileAttributes {
  readonly uid: number;
  readonly gid: number;
  /** The number where the server has no such name. */
  readonly user: string;
  readonly group: string;
  /** Three octal digits. */
  readonly mode: string;
  readonly device: number;
  readonly inode: number;
  /** Number of hard links. */
  readonly links: number;
  readonly isDirectory: boolean;
  readonly isLink: boolean;
  /** Has the attribute `i` or `a`. */
  readonly isLocked: boolean;
}

/** An earlier state of a file that the panel has kept. */
export interface HistoryEntry {
  /** Path of its bytes on the server. */
  readonly path: string;
  /** Seconds since the epoch. */
  readonly at: number;
  /** In bytes. */
  readonly size?: number;
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
export declare class ServerFiles {
  constructor(call: Call, clock: Clock, signal: AbortSignal);

  /** Those of the paths that exist. Devices, sockets and pipes look like directories here. One request for 1,000 paths. */
  stat(paths: readonly string[]): Promise<ReadonlyMap<string, FileStat>>;
  /** The entries of a directory, at most 10,000. */
  list(path: string): Promise<Directory>;
  /** A whole file of at most `LARGEST_EDIT`, or a part of one of any size, which is shorter where the file ends. */
  read(path: string, range?: Range): Promise<Uint8Array>;
  /** Refuses names that are not plain for a shell. */
  attributes(path: string): Promise<FileAttributes>;
  /** The latest first. */
  history(path: string): Promise<readonly HistoryEntry[]>;
  /** Downloads to a file of this computer, which has the old bytes or all of the new ones at any moment. */
  download(path: string, file: string, onShare: (share: number) => void): Promise<void>;
  /** Creates a directory, and its parents. */
  createDirectory(path: string): Promise<void>;
  /** Moves a file or directory. A directory is never replaced, nor merged. */
  rename(from: string, to: string, options: { readonly overwrite: boolean }): Promise<void>;
  /** Moves to the panel's recycle bin where that is on, else deletes. */
  remove(path: string, options: { readonly recursive: boolean }): Promise<void>;
  /** Uploads a file of this computer; refuses a path that exists unless `overwrite`. */
  uploadFile(
    file: string,
    path: string,
    options: { readonly overwrite: boolean; readonly onShare: (share: number) => void },
  ): Promise<void>;
}
