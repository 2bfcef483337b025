import { join } from "node:path";
import type { ActionRecord } from "../actions/actionRunner.ts";
import { entryIn, entryOf, lineOf, redactedEntry, type ActivityEntry } from "./activityEntry.ts";
import type { Redact } from "../redaction/redactor.ts";
import { watchDirectory } from "../storage/watchDirectory.ts";
import { tryLock, waitForLock, type LockOptions } from "../storage/fileLock.ts";
import type { Clock, Log } from "../storage/ports.ts";
import { codeOf, createFileSystem, type FileSystem } from "../storage/fileSystem.ts";
import { neverAborted } from "../storage/neverAborted.ts";

export interface ActivityLogOptions {
  /** A directory that all windows share. */
  readonly root: string;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Takes secrets out of a text when it is written, and again when it is read, because more secrets may be known by
   * then.
   */
  readonly redact: Redact;
  /** The real file system unless given. */
  readonly files?: FileSystem;
}

/** How many operations are shown. */
const MOST_ENTRIES = 200;

/** Nearly every line is far shorter than 2500 bytes, so a full file has more lines than are shown. */
const ROTATION_BYTES = MOST_ENTRIES * 2_500;

/** How long a window may hold the lock. Renaming a file takes milliseconds, so a window that takes longer has died. */
const ROTATION_MS = 5_000;

/**
 * The log of operations in all windows: a file of JSON lines that every window appends to, and the full file before it.
 * Each line is a single write to a file opened for appending, so lines of several windows never mix.
 */
export class ActivityLog {
  readonly #options: ActivityLogOptions;
  readonly #files: FileSystem;
  /** The directory of both files, which has nothing else in it. */
  readonly directory: string;
  readonly #current: string;
  readonly #previous: string;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: ActivityLogOptions) {
    this.#options = options;
    this.#files = options.files ?? createFileSystem(options.clock);
    this.directory = join(options.root, "activity");
    this.#current = join(this.directory, "current.jsonl");
    this.#previous = join(this.directory, "previous.jsonl");
  }

  /** Writes down a finished action, after all earlier ones. Never rejects: a full disk does not undo an action. */
  async append(record: ActionRecord, panel: string): Promise<void> {
    const { clock, redact, log } = this.#options;
    // by the wall clock: stored, and read by people
    const entry = entryOf(record, panel, clock.wallTime(), redact);
    if (entry === undefined) return;
    this.#queue = this.#queue
      .then(() => this.#write(lineOf(entry)))
      .catch((error: unknown) => log.warn(`An operation could not be added to the activity (${codeOf(error)})`));
    await this.#queue;
  }

  /** The last 200 operations of all windows, newest first; lines that cannot be read are skipped. */
  async read(): Promise<readonly ActivityEntry[]> {
    const knownIds = new Set<string>();
    // the current file is read first: lines that move to the other file in between are read twice instead of not at all
    const current = await this.#latest(this.#current, knownIds);
    if (current.length === MOST_ENTRIES) return current;
    return [...current, ...(await this.#latest(this.#previous, knownIds))].slice(0, MOST_ENTRIES);
  }

  /** Deletes everything, for all windows. */
  async clear(): Promise<void> {
    const release = await waitForLock(this.#lock, neverAborted);
    try {
      await this.#files.remove(this.#previous);
      await this.#files.remove(this.#current);
    } finally {
      await release();
    }
  }

  /** Calls back after changes by any window until the signal aborts; resolves when it has begun. */
  async follow(onChange: () => void, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    try {
      await this.#files.makeDirectory(this.directory);
    } catch (error) {
      log.warn(`Activity of other windows cannot be followed (${codeOf(error)})`);
      return;
    }
    if (signal.aborted) return;
    const watcher = watchDirectory({
      directory: this.directory,
      clock,
      onChange,
      onFailure: (error) => log.warn(`Activity of other windows is looked for at intervals (${codeOf(error)})`),
    });
    signal.addEventListener("abort", () => watcher.dispose(), { once: true });
  }

  /** Resolves when all that was appended is written. */
  async dispose(): Promise<void> {
    await this.#queue;
  }

  async #write(line: string): Promise<void> {
    // the line break comes first, so that a torn line does not spoil the next one
    await this.#files.append(this.#current, `\n${line}`);
    if (await this.#isFull()) await this.#rotate();
  }

  async #isFull(): Promise<boolean> {
    return (await this.#files.size(this.#current)) >= ROTATION_BYTES;
  }

  async #rotate(): Promise<void> {
    const release = await tryLock(this.#lock);
    // another window is rotating the files, or the next append will
    if (release === undefined) return;
    try {
      // another window may have rotated the files already: a file with few lines would replace the full one
      if (await this.#isFull()) await this.#files.rename(this.#current, this.#previous);
    } finally {
      await release();
    }
  }

  /**
   * The entries of a file, the newest first, without known ids: two windows may have recorded how one operation ended.
   */
  async #latest(path: string, knownIds: Set<string>): Promise<readonly ActivityEntry[]> {
    const text = await this.#files.read(path).catch((error: unknown) => {
      this.#options.log.warn(`The activity cannot be read (${codeOf(error)})`);
      return undefined;
    });
    const entries: ActivityEntry[] = [];
    for (const line of (text ?? "").split("\n").toReversed()) {
      const entry = entryIn(line);
      if (entry !== undefined && !knownIds.has(entry.id)) entries.push(redactedEntry(entry, this.#options.redact));
      if (entry !== undefined) knownIds.add(entry.id);
      if (entries.length === MOST_ENTRIES) break;
    }
    return entries;
  }

  get #lock(): LockOptions {
    const { root, clock } = this.#options;
    const directory = join(root, "locks");
    return { directory, name: "activity", holdMs: ROTATION_MS, files: this.#files, clock };
  }
}
