import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { watchDirectory } from "../storage/watchDirectory.ts";
import { waitForLock } from "../storage/fileLock.ts";
import { panelsDirectory, readPanel, readPanels, removePanelFile, writePanel, type StoreParts } from "./panelFiles.ts";
import {
  changedContent,
  comparePanels,
  newPanelRecord,
  type FileContent,
  type PanelDraft,
  type PanelPatch,
  type PanelRecord,
} from "./panelRecord.ts";
import { timelySecrets } from "../storage/timelySecrets.ts";
import { discardSecrets, readSecret, storeSecrets, type NewSecrets } from "./panelSecrets.ts";
import { storeIds, removeOrphanedSecrets } from "./orphanedSecrets.ts";
import type { Disposable } from "../storage/ports.ts";
import { agreementsName, newSecretRef, secretsOf } from "./secretNames.ts";
import { StorageError } from "../storage/storageError.ts";
import { codeOf, createFileSystem, type FileSystem } from "../storage/fileSystem.ts";
import { neverAborted } from "../storage/neverAborted.ts";

/** Services of the store; `files` is the real file system unless given. */
export type PanelStoreOptions = Omit<StoreParts, "files"> & { readonly files?: FileSystem };

/**
 * Values for the secret store; the entrance is a path such as `/abcd1234`. `keyRef`, from `newKeyRef`, is the ref
 * under which the key was tried, so that the lockout guard recognises it. Fresh unless given.
 */
export interface PanelSecrets {
  readonly apiKey: string;
  readonly keyRef?: string | undefined;
  readonly entrance?: string | undefined;
}

/** Longest time that writing a panel's file takes; after it, the writing process counts as dead. */
const WRITE_MS = 5_000;

/**
 * The panels of a person, shared by all windows: one file per panel, and its secrets in the secret store. Methods
 * that write reject with `StorageError`; no error or log line holds a secret.
 */
export class PanelStore {
  readonly #parts: StoreParts;
  readonly #listeners = new Set<() => void>();
  readonly #disposed = new AbortController();
  /** File name → why it was skipped, so that each reason is logged once. */
  #skipped: ReadonlyMap<string, string> = new Map();
  /** Each panel as last read in this session, even if its file is unreadable now. */
  readonly #lastRead = new Map<string, PanelRecord>();
  #records: readonly PanelRecord[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  /** Loads the panels, follows other windows until disposed, and begins to delete orphaned secrets. */
  static async open(options: PanelStoreOptions): Promise<PanelStore> {
    const { clock, files = createFileSystem(clock) } = options;
    const parts = { ...options, files, secrets: timelySecrets(options.secrets, clock) };
    const store = new PanelStore(parts);
    await translated(() => parts.files.makeDirectory(panelsDirectory(parts.root)));
    store.#follow();
    try {
      await store.refresh();
    } catch (error) {
      store.dispose();
      throw error;
    }
    // a locked keyring must not delay the panels
    void store.#removeOrphanedSecrets();
    return store;
  }

  /** The panels in their order on the screen. The array is replaced when anything changes. */
  list(): readonly PanelRecord[] {
    return this.#records;
  }

  get(id: string): PanelRecord | undefined {
    return this.#records.find((record) => record.id === id);
  }

  /** Creates a `keyRef` for a key that is tried before it is stored. */
  async newKeyRef(id: string): Promise<string> {
    const [storeId] = await translated(() => storeIds(this.#parts));
    return newSecretRef(storeId, id);
  }

  /** Stores a new panel after all others, perhaps without a key. Leaves nothing behind on failure. */
  async add(
    { id = randomUUID(), ...draft }: PanelDraft,
    { apiKey, entrance, keyRef }: Partial<PanelSecrets>,
  ): Promise<PanelRecord> {
    const secretRef = keyRef ?? (await this.newKeyRef(id));
    const refs = {
      keyRef: apiKey === undefined ? undefined : secretRef,
      entranceRef: entrance === undefined ? undefined : secretRef,
    };
    const commit = async () =>
      this.#inTurn(async () => {
        if ((await readPanel(this.#parts, id)) !== undefined) throw new TypeError("the id is taken");
        const order = 1 + Math.max(-1, ...this.#records.map((record) => record.order));
        return this.#write(id, changedContent({}, { ...newPanelRecord({ ...draft, id }), ...refs, order }));
      });
    return this.#store({ panelId: id, ref: secretRef, values: { key: apiKey, entrance }, commit });
  }

  /**
   * Changes settings and secrets of a panel in one commit, on top of changes by other windows; replaced secrets are
   * deleted, missing ones stay, and an entrance that is `undefined` is removed. A new address drops pin and consent unless they are given, and a new host drops security entrance and
   * SSH login: they belong to another server.
   */
  async update(id: string, patch: PanelPatch, secrets: Partial<PanelSecrets> = {}): Promise<PanelRecord> {
    let namesBefore: readonly string[] = [];
    const { apiKey, entrance } = secrets;
    const storesSecrets = apiKey !== undefined || entrance !== undefined;
    const secretRef = storesSecrets ? (secrets.keyRef ?? (await this.newKeyRef(id))) : undefined;
    const commit = async () =>
      this.#inTurn(() =>
        this.#change(id, (current) => {
          namesBefore = secretsOf(current);
          const refs: { keyRef?: string | undefined; entranceRef?: string | undefined } = {};
          if (apiKey !== undefined) refs.keyRef = secretRef;
          if ("entrance" in secrets) refs.entranceRef = entrance === undefined ? undefined : secretRef;
          return { ...patchFor(current, patch), ...refs };
        }),
      );
    const record =
      secretRef === undefined
        ? await commit()
        : await this.#store({ panelId: id, ref: secretRef, values: { key: apiKey, entrance }, commit });
    const namesAfter = secretsOf(record);
    await discardSecrets(
      this.#parts,
      namesBefore.filter((name) => !namesAfter.includes(name)),
    );
    return record;
  }

  /** Removes a panel, then its secrets. A panel that is already gone is not an error. */
  async remove(id: string): Promise<void> {
    // its file may be unreadable by now, and it alone says which secrets are the panel's
    const shownRecord = this.#lastRead.get(id);
    const record = await this.#inTurn(async () => {
      const removed = await this.#locked(async () => {
        const file = await readPanel(this.#parts, id);
        await removePanelFile(this.#parts, id);
        if (file?.kind === "ok") return file.record;
        return shownRecord;
      });
      this.#show(this.#records.filter((other) => other.id !== id));
      return removed;
    });
    this.#lastRead.delete(id);
    const agreements = await translated(async () => this.#agreementsNames(id));
    await discardSecrets(this.#parts, [...(record === undefined ? [] : secretsOf(record)), ...agreements]);
  }

  /** `undefined`: a key has to be entered. Rejects with `StorageError` if the secret store does not answer. */
  async apiKey(record: PanelRecord): Promise<string | undefined> {
    return readSecret(this.#parts, "key", record.keyRef);
  }

  /** The path of the panel's login page, for a browser only. */
  async entrance(record: PanelRecord): Promise<string | undefined> {
    return readSecret(this.#parts, "entrance", record.entranceRef);
  }

  /** What a person has agreed to on a panel, as `keepAgreements` kept it. Rejects with `StorageError` if the secret store does not answer. */
  async agreements(id: string): Promise<string | undefined> {
    const [name] = await translated(async () => this.#agreementsNames(id));
    return this.#parts.secrets.get(name);
  }

  /** Keeps what a person has agreed to on a panel, a demo panel among them, until the panel is removed. */
  async keepAgreements(id: string, agreements: string): Promise<void> {
    const [name] = await translated(async () => this.#agreementsNames(id));
    await this.#parts.secrets.store(name, agreements);
  }

  /** Calls back after each change of `list()`, by any window. */
  onDidChange(listener: () => void): Disposable {
    const entry = () => listener();
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  }

  /** Reads all files again; needed only if the system may have missed a change. */
  async refresh(): Promise<void> {
    await this.#inTurn(async () => {
      const { records, skipped } = await readPanels(this.#parts);
      for (const [name, reason] of skipped)
        if (this.#skipped.get(name) !== reason) this.#parts.log.warn(`The panel file ${name} is skipped: ${reason}`);
      this.#skipped = skipped;
      this.#show(records);
    });
  }

  /** Stops following other windows; pending writes still end. */
  dispose(): void {
    this.#disposed.abort();
    this.#listeners.clear();
  }

  #follow(): void {
    const { root, clock, log } = this.#parts;
    const watcher = watchDirectory({
      directory: panelsDirectory(root),
      clock,
      onChange: () => {
        this.refresh().catch(() => log.warn("Panels could not be read again"));
      },
      onFailure: (error) => log.warn(`Panels of other windows are looked for at intervals (${codeOf(error)})`),
    });
    this.#disposed.signal.addEventListener("abort", () => watcher.dispose(), { once: true });
  }

  async #removeOrphanedSecrets(): Promise<void> {
    try {
      await removeOrphanedSecrets(this.#parts, this.#disposed.signal);
    } catch (error) {
      if (this.#disposed.signal.aborted) return;
      // panels are usable all the same; the error's message may hold the secret's name
      this.#parts.log.warn(`Secrets that belong to no panel could not be looked for (${codeOf(error)})`);
    }
  }

  /** The names under which any window may have kept what was agreed to; ours first. */
  async #agreementsNames(id: string): Promise<readonly [string, ...string[]]> {
    const [first, ...more] = await storeIds(this.#parts);
    return [agreementsName(first, id), ...more.map((storeId) => agreementsName(storeId, id))];
  }

  /** Only its commit is in turn, for a keyring may take its time. */
  async #store(secrets: NewSecrets): Promise<PanelRecord> {
    return translated(() => storeSecrets(this.#parts, secrets));
  }

  async #change(id: string, changes: (record: PanelRecord) => FileContent): Promise<PanelRecord> {
    return this.#locked(async () => {
      const file = await readPanel(this.#parts, id);
      if (file === undefined) throw new StorageError({ kind: "gone" });
      if (file.kind !== "ok") throw new StorageError({ kind: "unreadable" });
      return this.#write(id, changedContent(file.content, changes(file.record)));
    });
  }

  async #write(id: string, content: FileContent): Promise<PanelRecord> {
    const record = await writePanel(this.#parts, id, content);
    this.#show([...this.#records.filter((other) => other.id !== id), record]);
    return record;
  }

  async #locked<T>(task: () => Promise<T>): Promise<T> {
    const { root, files, clock } = this.#parts;
    const lock = { directory: join(root, "locks"), name: "panels", holdMs: WRITE_MS, files, clock };
    const release = await waitForLock(lock, neverAborted);
    try {
      return await task();
    } finally {
      await release();
    }
  }

  #show(records: readonly PanelRecord[]): void {
    for (const record of records) this.#lastRead.set(record.id, record);
    const sorted = [...records].toSorted(comparePanels);
    if (JSON.stringify(sorted) === JSON.stringify(this.#records)) return;
    this.#records = sorted;
    for (const listener of this.#listeners) listener();
  }

  /** Runs tasks of a window one after the other, so that an older reading never replaces a newer state. */
  async #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => translated(task));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

function patchFor(current: PanelRecord, patch: PanelPatch): FileContent {
  if (patch.address === undefined || patch.address === current.address) return patch;
  const isMoved = URL.parse(patch.address)?.hostname !== new URL(current.address).hostname;
  return {
    pin: undefined,
    pinnedUntil: undefined,
    httpConsent: false,
    ...patch,
    ...(isMoved && { entranceRef: undefined, ssh: undefined }),
  };
}

/** Converts errors of the file system to `StorageError`, without the path in their message. */
async function translated<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const code = codeOf(error);
    if (code === "unknown") throw error;
    throw new StorageError({ kind: "fileFailed", code });
  }
}

/** Reading and changing the stored panels. */
export interface KeepingPanels {
  readonly store: PanelStore;
}
