import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { isDemo } from "../panels/isDemo.ts";
import { verbs, type Verb } from "../resources/verbs.ts";
import type { ResourceKind } from "../resources/resources.ts";
import type { SubjectKind } from "../resources/subjects.ts";
import { heldLocks, pauseBetweenTries, tryLock, type Release } from "../storage/fileLock.ts";
import { codeOf, createFileSystem, isYoung, type FileSystem } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import { watchDirectory } from "../storage/watchDirectory.ts";
import { failureOf, PanelError } from "../wire/answers/failure.ts";
import type { ActionPanel, ActionRequest } from "./actionRequest.ts";
import { ChangeJournal, type JournalEntry, type PendingChange, type SendingStep } from "./changeJournal.ts";
import { alsoAffected } from "./alsoAffected.ts";

export interface TargetClaimsOptions {
  /** A directory that all windows share. */
  readonly root: string;
  readonly clock: Clock;
  readonly files?: FileSystem;
  /** Called when an action begins or ends at these places (see `placeOf`). */
  readonly onChange?: (places: ReadonlySet<string>) => void;
  /** Called when actions of other windows have ended at these places, so that the rows there may be outdated. */
  readonly onOthersDone?: (places: ReadonlySet<string>) => void;
  /** Called after each look at the claims of other windows: a window may have died and abandoned a change. */
  readonly onMayBeAbandoned?: () => void;
  /** Called once when the claims of other windows become unreadable; they then count as none. */
  readonly onFailure?: (error: unknown) => void;
  readonly watchDirectory?: typeof watchDirectory;
}

/** How often a claim is tried. Windows that try at the same moment all withdraw; random pauses separate them soon. */
const TRIES = 5;

/** The time until the claim of a dead window expires; a living window renews it. */
const LEASE_MS = 30_000;

const RENEW_MS = 10_000;

/**
 * The pause between looks at other windows' claims: the claim of a dead window expires without a change of the
 * directory.
 */
const LOOK_MS = 5_000;

/** How long an unreadable journal entry is kept. */
const UNREADABLE_MS = 86_400_000;

/** The length of a digest in hex digits. The file name of a claim consists of two digests. */
const DIGEST_LENGTH = 40;

type ClaimedPanel = Pick<ActionPanel, "id" | "address">;

/** This window's claim of a target. */
export interface Claim {
  /** The id of the change, in the journal and in the Activity view. */
  readonly id: string;
  /** Whether the change is in the journal. */
  readonly hasBegun: boolean;
  /**
   * Also claims the target under the panel's own key for it; `false` if that key is taken. Rejects with `PanelError`.
   */
  readonly alsoClaim: (key: string) => Promise<boolean>;
  /**
   * Writes a step to the journal; await it before sending anything. Rejects with `PanelError`. A later step
   * that cannot be written is no error: a target that was stopped must be started again.
   */
  readonly begin: (step: SendingStep, before: unknown, notBegun: number) => Promise<void>;
  /** Frees the target. Without `isRecorded` the next window inspects the change. Never rejects. */
  readonly release: (isRecorded: boolean) => Promise<void>;
}

/** An abandoned change, locked for this window. */
export interface TakenChange {
  readonly entry: JournalEntry;
  readonly change: PendingChange;
  /** See `Claim.release`. */
  readonly release: (isRecorded: boolean) => Promise<void>;
}

/**
 * Keeps the windows of this computer from acting on one target at once: a project that is started twice would lose a
 * process (docs/protocol.md 7.16). A claim is a lock, which expires when its window dies, and a journal entry, which does not.
 */
export class TargetClaims {
  readonly #options: TargetClaimsOptions & { readonly directory: string; readonly files: FileSystem };
  /** The unfinished changes of all windows. */
  readonly journal: ChangeJournal;
  readonly #claims = new Set<Claim>();
  /** Actions of this window, by the claim's name. */
  readonly #own = new Map<string, { readonly key: string; readonly verb: Verb }>();
  /** Actions of other windows, by the claim's name; empty unless watched. */
  #others: ReadonlyMap<string, Verb> = new Map();
  #watching: AbortController | undefined;

  constructor(options: TargetClaimsOptions) {
    const { root, clock, files = createFileSystem(clock) } = options;
    this.#options = { ...options, files, directory: join(root, "claims") };
    this.journal = new ChangeJournal(root, files);
  }

  /**
   * Claims the target and everything else that the action affects; `undefined` if any of it is taken. Rejects with
   * `PanelError`.
   */
  async claim(request: ActionRequest, signal: AbortSignal): Promise<Claim | undefined> {
    const { panel, kind, verb, target } = request;
    const place = placeOf(panel, kind);
    const id = randomUUID();
    const releases: Release[] = [];
    let name = claimName(place, target.key);
    let entry: JournalEntry | undefined;
    const hold = async (key: string): Promise<boolean> => {
      const release = await this.#hold(claimName(place, key), { key, verb }, signal);
      if (release !== undefined) releases.push(release);
      return release !== undefined;
    };
    const releaseAll = async () => {
      for (const release of releases.splice(0).toReversed()) await release();
    };
    let isClaimed = false;
    try {
      const others = alsoAffected(request).flatMap(({ key }) => key ?? []);
      for (const key of [target.key, ...others]) if (!(await hold(key))) return undefined;
      isClaimed = true;
    } finally {
      if (!isClaimed) await releaseAll();
    }
    const claim: Claim = {
      id,
      get hasBegun() {
        return entry !== undefined;
      },
      alsoClaim: async (key) => {
        if (claimName(place, key) === name) return true;
        const isHeld = await hold(key);
        if (isHeld) name = claimName(place, key);
        return isHeld;
      },
      begin: async (step, before, notBegun) => {
        if (!this.#claims.has(claim)) throw new PanelError({ kind: "cancelled" });
        // a demo panel ends with its window
        if (isDemo(panel)) return;
        if (entry !== undefined) {
          entry = await this.journal.note(entry, { step }).catch(() => entry);
          return;
        }
        // by the wall clock: stored, and compared between windows
        const made = { claim: name, id, at: this.#options.clock.wallTime(), step };
        const written = await asPanelError(this.journal.create(made, request, before, notBegun));
        if (!this.#claims.has(claim)) {
          // the window closed while the entry was written: nothing was sent, and nothing may be
          await this.#end(written, true);
          throw new PanelError({ kind: "cancelled" });
        }
        entry = written;
      },
      release: async (isRecorded) => {
        if (!this.#claims.delete(claim)) return;
        if (entry !== undefined) await this.#end(entry, isRecorded);
        await releaseAll();
      },
    };
    this.#claims.add(claim);
    return claim;
  }

  /** The unfinished changes of a target by any window. Rejects with `PanelError`. */
  async unfinished(panel: ClaimedPanel, kind: ResourceKind, key: string): Promise<readonly JournalEntry[]> {
    const name = claimName(placeOf(panel, kind), key);
    return (await asPanelError(this.journal.list())).filter(({ claim }) => claim === name);
  }

  /** Whether this window has unfinished changes. */
  get hasBegun(): boolean {
    return [...this.#claims].some(({ hasBegun }) => hasBegun);
  }

  /** The names of the claims of all windows. Rejects with file errors. */
  async held(): Promise<ReadonlySet<string>> {
    return new Set([...this.#own.keys(), ...(await heldLocks(this.#options)).keys()]);
  }

  /**
   * Locks an unfinished change of another window; the target's row then shows the action. `undefined`: a window has locked
   * it already, or it is finished. Rejects with file errors.
   */
  async take(entry: JournalEntry, signal: AbortSignal): Promise<TakenChange | undefined> {
    const change = await this.journal.read(entry);
    if (change === undefined) {
      // a window may still be writing it, and a newer version may be able to read it
      if (!isYoung(entry.at, this.#options.clock, UNREADABLE_MS)) await this.journal.remove(entry);
      return undefined;
    }
    const { verb, target } = change.request;
    const release = await this.#hold(entry.claim, { key: target.key, verb }, signal);
    if (release === undefined) return undefined;
    // another window may have finished it meanwhile
    if (!(await this.journal.list()).some(({ file }) => file === entry.file)) {
      await release();
      return undefined;
    }
    return {
      entry,
      change,
      release: async (isRecorded) => {
        await this.#end(entry, isRecorded);
        await release();
      },
    };
  }

  /** Releases all claims when the window closes; the next window inspects the unfinished changes. Never rejects. */
  async abandon(): Promise<void> {
    await Promise.all([...this.#claims].map((claim) => claim.release(false)));
  }

  /**
   * Returns a function from the key of a target to the action under way on it; `undefined` if there is none on any target
   * of the kind, which spares a lookup for each of ten thousand rows.
   */
  pendingVerbAt(panel: ClaimedPanel, kind: ResourceKind): ((key: string) => Verb | undefined) | undefined {
    if (this.#own.size + this.#others.size === 0) return undefined;
    const place = placeOf(panel, kind);
    const isHere = ([name]: readonly [string, unknown]) => name.startsWith(place);
    const own = new Map([...this.#own].filter(isHere).map(([, { key, verb }]) => [key, verb]));
    const others = new Map([...this.#others].filter(isHere));
    if (own.size + others.size === 0) return undefined;
    // computing ten thousand digests takes longer than everything else
    return (key) => own.get(key) ?? (others.size === 0 ? undefined : others.get(claimName(place, key)));
  }

  /** Watches other windows' claims while a person can see the rows. */
  setVisible(isVisible: boolean): void {
    if (isVisible === (this.#watching !== undefined)) return;
    this.#watching?.abort();
    this.#watching = undefined;
    this.#showOthers(new Map());
    if (!isVisible) return;
    const watching = (this.#watching = new AbortController());
    this.#watch(watching.signal).catch((error: unknown) => this.#options.onFailure?.(error));
  }

  dispose(): void {
    this.setVisible(false);
  }

  /** Reads the claims of all windows whenever they change, until the signal aborts. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { directory, files, clock, onMayBeAbandoned, onFailure } = this.#options;
    await files.makeDirectory(directory);
    let changed = Promise.withResolvers<void>();
    const watcher = (this.#options.watchDirectory ?? watchDirectory)({
      directory,
      clock,
      onChange: () => changed.resolve(),
      // the watcher then falls back to intervals
      onFailure: () => undefined,
    });
    signal.addEventListener("abort", () => changed.resolve(), { once: true });
    let isFailing = false;
    const look = async () => {
      try {
        const claims = await heldLocks(this.#options);
        isFailing = false;
        return claims;
      } catch (error) {
        if (!isFailing) onFailure?.(error);
        isFailing = true;
        return new Map<string, string>();
      }
    };
    try {
      for (;;) {
        changed = Promise.withResolvers();
        const claims = await look();
        if (signal.aborted) return;
        this.#showOthers(claims);
        onMayBeAbandoned?.();
        const isIdle = claims.size === 0 && !isFailing;
        const pause = isIdle ? [] : [clock.sleep(LOOK_MS, signal).catch(() => undefined)];
        await Promise.race([changed.promise, ...pause]);
      }
    } finally {
      watcher.dispose();
    }
  }

  /** Reserves a name in this window and among all windows; `undefined` if it is taken. Rejects with `PanelError`. */
  async #hold(
    name: string,
    own: { readonly key: string; readonly verb: Verb },
    signal: AbortSignal,
  ): Promise<Release | undefined> {
    if (this.#own.has(name)) return undefined;
    this.#own.set(name, own);
    this.#announce([name]);
    let release: Release | undefined;
    try {
      release = await asPanelError(this.#lock(name, own.verb, signal));
    } finally {
      if (release === undefined) this.#free(name);
    }
    return (
      release &&
      (async () => {
        await release();
        this.#free(name);
      })
    );
  }

  async #end(entry: JournalEntry, isRecorded: boolean): Promise<void> {
    // an entry that cannot be removed is inspected once more, and recorded under the same id
    if (isRecorded) await this.journal.remove(entry).catch(() => undefined);
    else if (!entry.isAbandoned) await this.journal.note(entry, { isAbandoned: true }).catch(() => undefined);
  }

  #free(name: string): void {
    this.#own.delete(name);
    this.#announce([name]);
  }

  #showOthers(claims: ReadonlyMap<string, string>): void {
    const before = this.#others;
    const others = new Map<string, Verb>();
    for (const [name, word] of claims) {
      // a newer version may have other verbs
      const verb = verbs.find((known) => known === word);
      if (verb !== undefined && !this.#own.has(name)) others.set(name, verb);
    }
    this.#others = others;
    const names = new Set([...before.keys(), ...others.keys()]);
    this.#announce([...names].filter((name) => before.get(name) !== others.get(name)));
    const done = placesOf([...before.keys()].filter((name) => !others.has(name)));
    if (done.size > 0) this.#options.onOthersDone?.(done);
  }

  #announce(names: readonly string[]): void {
    if (names.length > 0) this.#options.onChange?.(placesOf(names));
  }

  async #lock(name: string, verb: Verb, signal: AbortSignal): Promise<Release | undefined> {
    const { directory, clock, files } = this.#options;
    const lock = { directory, name, holdMs: LEASE_MS, renewMs: RENEW_MS, says: verb, files, clock };
    for (let left = TRIES; left > 1; left -= 1) {
      const release = await tryLock(lock);
      if (release !== undefined) return release;
      await pauseBetweenTries(clock, signal);
    }
    return tryLock(lock);
  }
}

/**
 * The name of a place: all rows of one kind on a panel, or all its files. The name of each claim there begins with it.
 */
export function placeOf({ id, address }: ClaimedPanel, kind: SubjectKind): string {
  return digest(JSON.stringify([id, address, kind]));
}

/** Turns file errors into `PanelError`s. */
async function asPanelError<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (failureOf(error) !== undefined) throw error;
    throw new PanelError({ kind: "storage", problem: "fileFailed", code: codeOf(error) });
  }
}

function claimName(place: string, key: string): string {
  return `${place}-${digest(key)}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, DIGEST_LENGTH);
}

function placesOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.slice(0, name.indexOf("-"))));
}

/** The service that knows which actions are under way on a panel's resources. */
export interface PendingVerbs {
  readonly pendingVerbAt: TargetClaims["pendingVerbAt"];
}
