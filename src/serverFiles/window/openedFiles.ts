import type { FileStat } from "../serverFiles.ts";

/** What was last seen of a file. */
interface Seen {
  readonly mtime: number;
  readonly size: number;
  /** The time that editors were told, in milliseconds. */
  readonly shownMtime: number;
}

/** Content of a file that was read. */
interface Content {
  readonly sha1: string;
  readonly at: Seen;
}

interface Opened {
  /** The latest look. */
  seen: Seen;
  /** Read last. */
  read?: Content;
  /** What the changes in the editor were made on. */
  base?: Content;
  /** A person has chosen to replace whatever the server has. */
  mayOverwrite?: true;
}

/**
 * What this window has read of each file, so that a save replaces nothing that nobody has seen. Editors compare times and
 * sizes before they save, but a time of the server is in seconds and may go back, and a change may keep the size.
 */
export class OpenedFiles {
  readonly #files = new Map<string, Opened>();

  /** The time of a file for editors, in milliseconds: greater each time that anything of the file has changed. */
  seen(key: string, { mtime = 0, size }: Pick<FileStat, "mtime" | "size">): number {
    const file = this.#files.get(key);
    if (file?.seen.mtime === mtime && file.seen.size === size) return file.seen.shownMtime;
    const shownMtime = Math.max(mtime * 1000, (file?.seen.shownMtime ?? -Infinity) + 1);
    const seen = { mtime, size, shownMtime };
    if (file === undefined) this.#files.set(key, { seen });
    else look(file, seen);
    return shownMtime;
  }

  /**
   * Notes content that was read. `true`: it differs from before although time and size do not, so editors have to be told.
   * @param isDirty an editor has unsaved changes, which were not made on it
   */
  read(key: string, sha1: string, size: number, isDirty: boolean): boolean {
    const file = this.#files.get(key) ?? { seen: unlooked(size, 0) };
    this.#files.set(key, file);
    const isHidden = file.read !== undefined && file.read.sha1 !== sha1 && file.read.at === file.seen;
    if (isHidden) file.seen = { ...file.seen, shownMtime: file.seen.shownMtime + 1 };
    file.read = { sha1, at: file.seen };
    if (!isDirty) this.clean(key);
    return isHidden;
  }

  /** Notes that no editor has unsaved changes: the next ones are made on what was read last. */
  clean(key: string): void {
    const file = this.#files.get(key);
    if (file?.read === undefined) return;
    file.base = file.read;
    delete file.mayOverwrite;
  }

  /**
   * The content that a save may replace. `any`: a person has chosen to overwrite it, as they have where editors have seen that its
   * size is another one, for until then these do not save. `unread`: unknown, for an editor may have its text from before a reload.
   */
  replaceable(key: string): { readonly sha1: string } | "any" | "unread" {
    const { base, seen, mayOverwrite } = this.#files.get(key) ?? {};
    if (mayOverwrite === true) return "any";
    if (base === undefined || seen === undefined) return "unread";
    return base.at.size !== seen.size && base.at.shownMtime < seen.shownMtime ? "any" : { sha1: base.sha1 };
  }

  /** Lets the next save replace whatever the server has, because a person has chosen that. */
  mayOverwrite(key: string): void {
    const file = this.#files.get(key) ?? { seen: unlooked(0, 0) };
    this.#files.set(key, { ...file, mayOverwrite: true });
  }

  /** Notes what a save has written; its time is that of the next look. */
  saved(key: string, sha1: string, size: number): void {
    const seen = unlooked(size, this.#files.get(key)?.seen.shownMtime ?? 0);
    const content = { sha1, at: seen };
    this.#files.set(key, { seen, read: content, base: content });
  }

  forget(key: string): void {
    this.#files.delete(key);
  }

  /** Keeps what is known of a file, or of all files below a directory, under its new address. */
  moved(from: string, to: string): void {
    this.forget(to);
    // chosen before, for the new address may be below the old one
    const chosen = [...this.#files].filter(([key]) => key === from || key.startsWith(`${from}/`));
    for (const [key, file] of chosen) {
      this.#files.delete(key);
      this.#files.set(to + key.slice(from.length), file);
    }
  }
}

/** Notes a look. Editors take the first one after a save or a read for one at what they have, and tell nobody that it may be other content. */
function look(file: Opened, seen: Seen): void {
  const { seen: before, read, base } = file;
  if (before.mtime === UNLOOKED) {
    if (read?.at === before) file.read = { ...read, at: seen };
    if (base?.at === before) file.base = { ...base, at: seen };
  }
  file.seen = seen;
}

/** The time of a file at which nobody has looked yet. */
const UNLOOKED = -1;

/** A file whose time is not known yet. */
function unlooked(size: number, shownMtime: number): Seen {
  return { mtime: UNLOOKED, size, shownMtime };
}
