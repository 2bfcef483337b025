import type { FileStat } from "../serverFiles.ts";

/** What shows a file: `text` is a text document of VS Code; `other` a custom editor or notebook, whose content its extension alone knows. */
export type EditorKind = "text" | "other";

/** What a look at a file has found. Two looks are equal only if they are the same object. */
export interface Look {
  /** Seconds since the epoch. */
  readonly mtime: number;
  readonly size: number;
  /** The time that editors were told, in milliseconds. */
  readonly shownMtime: number;
}

/** What an editor shows of a file. */
interface Shown {
  /** The sha1 of the bytes that it was made from or last saved as; absent: not known. */
  base?: string | undefined;
  /** The sha1 that its text, as it would be saved, had when it was made from the base. */
  image?: string | undefined;
  /** What was read or written since, by anybody: an editor may show any of it by now. */
  readonly since: Set<string>;
  /** What was written since its last save; any of it may have been a save of it. */
  readonly written: Set<string>;
  /** Its save has written the base, and VS Code has not told yet that it is saved. */
  isWritten?: boolean;
  isDirty?: boolean;
}

interface Opened {
  /** The latest look. */
  seen?: Look | undefined;
  /** What was read or written last, and the look at it. */
  last?: { readonly sha1: string; readonly at: Look };
  readonly shown: Map<EditorKind, Shown>;
  /** What was read while no text document was open: the next one may be made from any of it. */
  readonly recent: Set<string>;
  /** Looks of which VS Code keeps one with the text document; nobody knows which. */
  kept: Look[];
  /** Looks since the text document has changes: until it is saved, VS Code does not read it again. */
  later: Look[];
  /** Looks since the last write. */
  after: Look[];
  /** Looks, and contents that were read, since VS Code began to save the text document. */
  attempt?: { readonly looks: Set<Look>; readonly read: Set<string>; readonly isOurs: boolean };
  /** A person has chosen to replace whatever the server has. */
  mayOverwrite?: true;
  /** The look and content that editors were told of last. */
  told?: string;
}

/** Most contents remembered of a file, and looks before it is opened. If one is forgotten, a person is asked. */
const MOST = 16;

/** Most looks in each list while a file is open. If there were more, nobody knows what VS Code has compared. */
const MOST_LOOKS = 1_000;

/**
 * What each document of this window was made from, so that a save replaces only what the document has shown. VS Code
 * does not say who reads a file, and compares only times and sizes; but a server's times are in seconds and may go
 * back, and a change may keep the size. So a read alone proves nothing. A text document was made from the bytes that
 * were read and are equal to what it would be saved as; a custom editor, from what was read since it was opened, if
 * that was always the same.
 */
export class OpenedFiles {
  readonly #files = new Map<string, Opened>();

  /** Notes a look. After each change of time or size, editors are told a later time. */
  look(key: string, { mtime = 0, size }: Pick<FileStat, "mtime" | "size">): Look {
    const file = this.#file(key);
    const lookBefore = file.seen;
    let seen = lookBefore;
    if (seen?.mtime !== mtime || seen.size !== size)
      seen = { mtime, size, shownMtime: Math.max(mtime * 1000, (lookBefore?.shownMtime ?? -Infinity) + 1) };
    // the first look after a save finds what was saved, unless the size differs
    const isAtSave = lookBefore?.mtime === UNLOOKED && lookBefore.size === size;
    if (isAtSave && file.last?.at === lookBefore) file.last = { ...file.last, at: seen };
    saw(file, seen);
    return seen;
  }

  /** The latest look. */
  latest(key: string): Look | undefined {
    return this.#files.get(key)?.seen;
  }

  /**
   * Notes content that was read.
   * @param stat a look at it just before
   * @param latest the latest look when the reading began: another one meanwhile may be later than the content
   */
  read(key: string, sha1: string, stat: Pick<FileStat, "mtime" | "size">, latest: Look | undefined): void {
    const file = this.#file(key);
    const { seen, last } = file;
    const { mtime = 0, size } = stat;
    const isAtLatest = seen !== undefined && seen.mtime === mtime && seen.size === size;
    const isAlone = isAtLatest || seen === latest;
    let look = isAlone ? this.look(key, stat) : { mtime, size, shownMtime: 0 };
    // other content with the time and size of before
    if (last?.at === look && last.sha1 !== sha1) look = bump(file, look);
    file.last = { sha1, at: look };
    file.attempt?.read.add(sha1);
    if (!file.shown.has("text")) remember(file.recent, sha1);
    for (const [kind, shown] of file.shown) {
      const isFirst = shown.base === undefined && shown.since.size === 0;
      if (kind === "other" && isFirst) shown.base = sha1;
      else if (shown.base !== sha1) remember(shown.since, sha1);
    }
  }

  /** Notes that an editor has been opened at a file. */
  open(key: string, kind: EditorKind): void {
    const file = this.#file(key);
    if (file.shown.has(kind)) return;
    const shown: Shown = { since: new Set(), written: new Set() };
    file.shown.set(kind, shown);
    if (kind !== "text") return;
    for (const sha1 of file.recent) shown.since.add(sha1);
    file.recent.clear();
  }

  close(key: string, kind: EditorKind): void {
    const file = this.#files.get(key);
    if (file?.shown.delete(kind) !== true) return;
    delete file.mayOverwrite;
    if (kind !== "text") return;
    delete file.attempt;
    file.kept = file.seen === undefined ? [] : [file.seen];
    file.later = [];
    file.after = [];
  }

  /** Notes that a text document has changes. */
  dirtied(key: string): void {
    const shown = this.#files.get(key)?.shown.get("text");
    if (shown !== undefined) shown.isDirty = true;
  }

  /** Notes that a text document has no changes. */
  cleaned(key: string): void {
    const file = this.#files.get(key);
    const shown = file?.shown.get("text");
    if (file === undefined || shown === undefined) return;
    shown.isDirty = false;
    addLooks(file.kept, file.later);
    file.later = [];
    delete file.mayOverwrite;
  }

  /**
   * Notes what a text document without changes shows.
   * @param image the sha1 of its text as it would be saved
   * @param isSettled it has had no changes for a while: VS Code reports typed text before it reports changes
   */
  showed(key: string, image: string, isSettled = false): void {
    const shown = this.#files.get(key)?.shown.get("text");
    if (shown === undefined) return;
    const { base, since, image: before } = shown;
    if (image === base || since.has(image)) shown.base = image;
    else if (!isSettled || image === before) return;
    // it would not be saved as it was read, as with mixed line ends: only if one content was read, it is known
    else if (since.size > 0) {
      const isMadeAnew = base === undefined || before !== undefined;
      shown.base = isMadeAnew ? onlyOf(since) : undefined;
    }
    shown.image = image;
    if (shown.base !== undefined) since.delete(shown.base);
  }

  /**
   * Notes that VS Code begins to save a text document: of the looks that follow, at least one is its own.
   * @param isOurs VS Code must notice no conflict, because it would show the server's text wrongly: our write compares
   */
  beginSave(key: string, isOurs = false): void {
    this.#file(key).attempt = { looks: new Set(), read: new Set(), isOurs };
  }

  /** The time of a look for editors. While VS Code must notice no conflict, it is one that it may have kept. */
  timeFor(key: string, { shownMtime }: Look): number {
    const { attempt, kept = [] } = this.#files.get(key) ?? {};
    if (attempt?.isOurs !== true) return shownMtime;
    return kept.reduce((earliest, keptLook) => Math.min(earliest, keptLook.shownMtime), shownMtime);
  }

  /** Notes that a look failed, after which VS Code saves without having compared anything. */
  missed(key: string): void {
    delete this.#files.get(key)?.attempt;
  }

  /** Whether it is known what any editor of a file was made from. */
  isKnown(key: string): boolean {
    return [...(this.#files.get(key)?.shown ?? [])].some(([kind, shown]) => baseOf(kind, shown) !== undefined);
  }

  /**
   * The content that a write may replace. `any`: a person has been asked, or no editor shows the file; `unread`: it is not known what
   * the editor was made from.
   * @param sha1 of the bytes that are written
   * @param isText the text document has written them
   */
  replaceable(key: string, sha1: string, isText: boolean): { readonly sha1: string } | "any" | "unread" {
    const file = this.#file(key);
    if (file.mayOverwrite === true) {
      delete file.mayOverwrite;
      return "any";
    }
    if (file.attempt?.isOurs === true) delete file.attempt;
    const writers = [...file.shown].filter(([kind]) => kind === "text" || !isText);
    if (writers.length === 0) {
      if (file.last === undefined) return "any";
      return { sha1: file.last.sha1 };
    }
    // VS Code does not ask if it has just read the same bytes from the server
    if (writers.every(([kind]) => kind === "text") && isAsked(file)) {
      if (file.attempt?.read.has(sha1) === true) return { sha1 };
      return "any";
    }
    const [base, ...others] = new Set(writers.map(([kind, shown]) => baseOf(kind, shown)));
    if (base === undefined || others.length > 0) return "unread";
    return { sha1: base };
  }

  /** Lets the next write replace whatever the server has, because a person has chosen that. */
  mayOverwrite(key: string): void {
    this.#file(key).mayOverwrite = true;
  }

  /** Notes what was written; the next look finds its time. */
  wrote(key: string, sha1: string, size: number, isText: boolean): void {
    const file = this.#file(key);
    const unlooked = { mtime: UNLOOKED, size, shownMtime: file.seen?.shownMtime ?? 0 };
    file.seen = unlooked;
    file.last = { sha1, at: unlooked };
    file.after = [];
    delete file.attempt;
    for (const [kind, shown] of file.shown) {
      if (kind === "text" && isText) {
        Object.assign(shown, { base: sha1, image: sha1, isWritten: true });
        shown.since.clear();
        shown.written.clear();
        continue;
      }
      // its own save has replaced the content that it did not show
      if (kind === "other" && !isText) shown.since.clear();
      if (!isText) shown.written.add(sha1);
      if (shown.base !== sha1) remember(shown.since, sha1);
    }
  }

  /**
   * Notes that an editor has saved.
   * @param image of a text document, which may have been changed since
   */
  saved(key: string, kind: EditorKind, image?: string): void {
    const file = this.#files.get(key);
    const shown = file?.shown.get(kind);
    if (file === undefined || shown === undefined) return;
    const { written } = shown;
    const isAlone = written.size === (shown.isWritten === true ? 0 : 1);
    if (shown.isWritten !== true && written.size > 0) {
      const isImage = image !== undefined && written.has(image);
      shown.base = isImage ? image : onlyOf(written);
      shown.image = shown.base === image ? image : undefined;
      if (kind === "text") shown.since.clear();
      else if (shown.base !== undefined) shown.since.delete(shown.base);
    }
    shown.isWritten = false;
    written.clear();
    if (kind !== "text") return;
    if (isAlone) file.kept = file.after;
    else addLooks(file.kept, file.later);
    file.later = [];
    file.after = [];
  }

  /**
   * Whether editors must be told that the server has something else than they show: once for each change that was seen.
   * The next look then has another time, for VS Code reads a file again only if its time or size has changed.
   */
  hasToTell(key: string): boolean {
    const file = this.#files.get(key);
    if (file?.seen === undefined || file.last === undefined) return false;
    const { seen, last, shown } = file;
    const isLatest = last.at === seen;
    // a text document with changes is not read again
    const isBehind = [...shown].some(([kind, editor]) => {
      const showsLatest = isLatest && baseOf(kind, editor) === last.sha1;
      return editor.isDirty !== true && !showsLatest;
    });
    if (!isBehind || file.told === toldOf(file)) return false;
    bump(file, seen);
    file.told = toldOf(file);
    return true;
  }

  /** Forgets what is known of a file that is gone. */
  forget(key: string): void {
    const kinds = [...(this.#files.get(key)?.shown.keys() ?? [])];
    this.#files.delete(key);
    for (const kind of kinds) this.open(key, kind);
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

  #file(key: string): Opened {
    const file = this.#files.get(key) ?? { shown: new Map(), recent: new Set(), kept: [], later: [], after: [] };
    this.#files.set(key, file);
    return file;
  }
}

/** The time of a file at which nobody has looked since it was written. */
const UNLOOKED = -1;

/** Notes the latest look, also among those that VS Code may have kept. */
function saw(file: Opened, latestLook: Look): void {
  file.attempt?.looks.add(latestLook);
  if (file.seen === latestLook) return;
  file.seen = latestLook;
  const text = file.shown.get("text");
  addLooks(text?.isDirty === true ? file.later : file.kept, [latestLook]);
  addLooks(file.after, [latestLook]);
  if (text !== undefined) return;
  if (file.kept.length > MOST) file.kept.shift();
  file.after = [];
}

/** The only content of a set; `undefined` if it has none or several. */
function onlyOf(contents: ReadonlySet<string>): string | undefined {
  const [first, ...others] = contents;
  if (others.length === 0) return first;
  return undefined;
}

/** Adds looks to a list. With `MOST_LOOKS` + 1 of them it is full, and others are missing. */
function addLooks(list: Look[], looks: readonly Look[]): void {
  list.push(...looks.slice(0, MOST_LOOKS + 1 - list.length));
}

/** The latest look with a later time for editors. */
function bump(file: Opened, latestLook: Look): Look {
  const later = { ...latestLook, shownMtime: latestLook.shownMtime + 1 };
  saw(file, later);
  if (file.last?.at === latestLook) file.last = { ...file.last, at: later };
  return later;
}

function remember(contents: Set<string>, sha1: string): void {
  contents.delete(sha1);
  contents.add(sha1);
  const [oldest = ""] = contents;
  if (contents.size > MOST) contents.delete(oldest);
}

/** What an editor was made from; `undefined`: not known. */
function baseOf(kind: EditorKind, { base, since }: Shown): string | undefined {
  if (kind === "text" || since.size === 0) return base;
  return undefined;
}

/**
 * Whether VS Code itself has asked before this write of a text document. It asks if its look finds a later time and
 * another size than it has kept. Which look was its own is unknown, so each one since the save began must be like that.
 */
function isAsked({ attempt, kept }: Opened): boolean {
  if (attempt === undefined || attempt.looks.size === 0) return false;
  if (kept.length === 0 || kept.length > MOST_LOOKS) return false;
  const latest = kept.reduce((latestTime, { shownMtime }) => Math.max(latestTime, shownMtime), -Infinity);
  const isConflict = ({ size, shownMtime }: Look) =>
    shownMtime > latest && kept.every((keptLook) => keptLook.size !== size);
  return [...attempt.looks].every(isConflict);
}

function toldOf({ seen, last }: Opened): string {
  return `${last?.sha1} ${seen?.shownMtime}`;
}
