import { createHash } from "node:crypto";
import { join } from "node:path";
import { verbs, type Verb } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { pauseBetweenTries, tryLock, type Release } from "../storage/fileLock.ts";
import { codeOf, createFileSystem, type FileSystem } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import type { watchDirectory } from "../storage/watchDirectory.ts";
import { failureOf, PanelError } from "../wire/answers/failure.ts";
import { keysAlsoHit, type ActionPanel, type ActionRequest } from "./actionRequest.ts";
import { watchClaims, type WatchClaimsOptions } from "./watchClaims.ts";

export interface TargetClaimsOptions {
  /** A directory that all windows share. */
  readonly root: string;
  readonly clock: Clock;
  readonly files?: FileSystem;
  /** Something is acted on now that was not before, or no longer, at these places (see `placeOf`). */
  readonly onChange?: (places: ReadonlySet<string>) => void;
  /** What others did at these places is over, or no longer seen: what was read there before may be out of date. */
  readonly onOthersDone?: (places: ReadonlySet<string>) => void;
  /** What keeps others' claims from being read. */
  readonly onFailure?: (error: unknown) => void;
  readonly watchDirectory?: typeof watchDirectory;
}

/** Those who try at the same moment all withdraw, and meet no more after a pause or two. */
const TRIES = 5;

/** What a window leaves that dies while it acts is free again after this time; until then it is renewed. */
const LEASE_MS = 30_000;

const RENEW_MS = 10_000;

/** Of a digest: a file's name has two. */
const DIGITS = 40;

type ClaimedPanel = Pick<ActionPanel, "id" | "address">;

/**
 * What is being acted on, by all windows of this computer: a project that two start at once would lose a process
 * (docs/protocol.md 7.16).
 */
export class TargetClaims {
  readonly #options: TargetClaimsOptions & WatchClaimsOptions;
  /** What this window acts on, by name. */
  readonly #own = new Map<string, { readonly key: string; readonly verb: Verb }>();
  /** What others act on, while it is watched. */
  #others: ReadonlyMap<string, Verb> = new Map();
  #watching: AbortController | undefined;

  constructor(options: TargetClaimsOptions) {
    const { root, clock, files = createFileSystem(clock) } = options;
    const onLooked = (claims: ReadonlyMap<string, string>) => this.#showOthers(claims);
    this.#options = { ...options, files, directory: join(root, "claims"), onLooked };
  }

  /**
   * Claims the target, and others that are hit as well, until the result is called; `undefined`: somebody else has one of
   * them. A creation is claimed in this window alone, for it knows by itself what others have sent. Rejects with
   * `PanelError`.
   */
  async claim(request: ActionRequest, signal: AbortSignal): Promise<Release | undefined> {
    const { panel, kind, verb, target, perform } = request;
    const keys = [target.key, ...keysAlsoHit(request)];
    const claims = keys.map((key) => ({ key, name: claimName(placeOf(panel, kind), key) }));
    const names = claims.map(({ name }) => name);
    if (names.some((name) => this.#own.has(name))) return undefined;
    for (const { key, name } of claims) this.#own.set(name, { key, verb });
    this.#tell(names);
    const releases: Release[] = [];
    const free = async () => {
      for (const release of releases) await release();
      for (const name of names) this.#own.delete(name);
      this.#tell(names);
    };
    let isClaimed = false;
    try {
      for (const name of perform === undefined ? names : []) {
        const release = await this.#lock(name, verb, signal);
        if (release === undefined) return undefined;
        releases.push(release);
      }
      isClaimed = true;
      return free;
    } catch (error) {
      if (failureOf(error) !== undefined) throw error;
      throw new PanelError({ kind: "storage", problem: "fileFailed", code: codeOf(error) });
    } finally {
      if (!isClaimed) await free();
    }
  }

  /**
   * Tells by its key what is being done to a target of this kind: by this window, or while that is watched by another one.
   * `undefined`: nothing is done to any, so that nobody need ask for each of ten thousand.
   */
  inHandAt(panel: ClaimedPanel, kind: ResourceKind): ((key: string) => Verb | undefined) | undefined {
    if (this.#own.size + this.#others.size === 0) return undefined;
    const place = placeOf(panel, kind);
    const isHere = ([name]: readonly [string, unknown]) => name.startsWith(place);
    const own = new Map([...this.#own].filter(isHere).map(([, { key, verb }]) => [key, verb]));
    const others = new Map([...this.#others].filter(isHere));
    if (own.size + others.size === 0) return undefined;
    // digests of ten thousand keys take longer than all else that is done with them
    return (key) => own.get(key) ?? (others.size === 0 ? undefined : others.get(claimName(place, key)));
  }

  /** Whether somebody can see what is acted on, so that other windows are of interest. */
  setVisible(isVisible: boolean): void {
    if (isVisible === (this.#watching !== undefined)) return;
    this.#watching?.abort();
    this.#watching = undefined;
    this.#showOthers(new Map());
    if (!isVisible) return;
    const watching = (this.#watching = new AbortController());
    watchClaims(this.#options, watching.signal).catch((error: unknown) => this.#options.onFailure?.(error));
  }

  dispose(): void {
    this.setVisible(false);
  }

  #showOthers(claims: ReadonlyMap<string, string>): void {
    const before = this.#others;
    const others = new Map<string, Verb>();
    for (const [name, says] of claims) {
      // one of a newer version may say more
      const verb = verbs.find((known) => known === says);
      if (verb !== undefined && !this.#own.has(name)) others.set(name, verb);
    }
    this.#others = others;
    const names = new Set([...before.keys(), ...others.keys()]);
    this.#tell([...names].filter((name) => before.get(name) !== others.get(name)));
    const done = placesOf([...before.keys()].filter((name) => !others.has(name)));
    if (done.size > 0) this.#options.onOthersDone?.(done);
  }

  #tell(names: readonly string[]): void {
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

/** Where the rows of a kind are. */
export function placeOf({ id, address }: ClaimedPanel, kind: ResourceKind): string {
  return digest(JSON.stringify([id, address, kind]));
}

function claimName(place: string, key: string): string {
  return `${place}-${digest(key)}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, DIGITS);
}

function placesOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.slice(0, name.indexOf("-"))));
}
