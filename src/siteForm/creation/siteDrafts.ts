import { join } from "node:path";
import * as v from "valibot";
import { readSiteDraft, withoutPasswords, type SiteDraft } from "../siteDraft.ts";
import type { Clock } from "../../storage/ports.ts";
import { isYoung, removeLeftovers, replaceFile, type FileSystem } from "../../storage/fileSystem.ts";

export interface SiteDraftsOptions {
  /** A directory shared by all windows. */
  readonly root: string;
  readonly files: FileSystem;
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;
const LONGEST_MS = 30 * DAY_MS;

/** Exceeds the size of any draft with valid fields. */
const LONGEST_TEXT = 1_000_000;

const storedDraft = v.pipe(
  v.string(),
  v.maxLength(LONGEST_TEXT),
  v.parseJson(),
  v.object({ at: v.number(), draft: v.pipe(v.unknown(), v.transform(readSiteDraft)) }),
);

/** A draft with the time at which its form was closed, in milliseconds since the epoch. */
export type StoredDraft = Readonly<v.InferOutput<typeof storedDraft>>;

/**
 * Drafts of closed site forms: the newest one for each panel, shared by all windows, without passwords, for thirty days.
 * Methods take effect in the order of the calls and reject with file errors.
 */
export class SiteDrafts {
  readonly #options: SiteDraftsOptions;
  readonly #directory: string;
  #panelIds: ReadonlySet<string> = new Set();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: SiteDraftsOptions) {
    this.#options = options;
    this.#directory = join(options.root, "drafts");
  }

  async read(panelId: string): Promise<StoredDraft | undefined> {
    return this.#inTurn(async () => this.#read(this.#path(panelId)));
  }

  async keep(panelId: string, draft: SiteDraft): Promise<void> {
    const { files, clock } = this.#options;
    // by the wall clock: stored, and read by people
    const text = JSON.stringify({ at: clock.wallTime(), draft: withoutPasswords(draft) });
    return this.#inTurn(() => replaceFile(files, clock, this.#path(panelId), text));
  }

  async forget(panelId: string): Promise<void> {
    return this.#inTurn(() => this.#options.files.remove(this.#path(panelId)));
  }

  /** Removes the drafts of panels that were passed to the previous call and are missing now. */
  async panelsAre(ids: readonly string[]): Promise<void> {
    const gone = [...this.#panelIds].filter((id) => !ids.includes(id));
    this.#panelIds = new Set(ids);
    for (const id of gone) await this.forget(id);
  }

  /** Removes drafts that are expired, unreadable, or of panels that were removed while no window was open. */
  async tidy(panelIds: readonly string[]): Promise<void> {
    const { files, clock } = this.#options;
    await this.#inTurn(async () => {
      const known = new Set(panelIds.map((id) => this.#path(id)));
      for (const name of await files.list(this.#directory)) {
        const path = join(this.#directory, name);
        if (!name.endsWith(".json")) continue;
        const stored = await this.#read(path);
        // another window may just have added an unknown panel
        const isKept = stored !== undefined && (known.has(path) || isYoung(stored.at, clock, DAY_MS));
        if (!isKept) await files.remove(path);
      }
      await removeLeftovers(files, clock, this.#directory, DAY_MS);
    });
  }

  async #read(path: string): Promise<StoredDraft | undefined> {
    const stored = v.safeParse(storedDraft, await this.#options.files.read(path));
    if (stored.success && isYoung(stored.output.at, this.#options.clock, LONGEST_MS)) return stored.output;
    return undefined;
  }

  #path(panelId: string): string {
    return join(this.#directory, `${encodeURIComponent(panelId)}.json`);
  }

  async #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(task);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}
