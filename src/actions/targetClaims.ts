import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Verb } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { pauseBetweenTries, tryLock, type Release } from "../storage/fileLock.ts";
import { codeOf, createFileSystem, type FileSystem } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import { failureOf, PanelError } from "../wire/answers/failure.ts";
import type { ActionPanel, ActionRequest } from "./actionRequest.ts";

export interface TargetClaimsOptions {
  /** A directory that all windows share. */
  readonly root: string;
  readonly clock: Clock;
  readonly files?: FileSystem;
}

/** Those who try at the same moment all withdraw, and meet no more after a pause or two. */
const TRIES = 5;

/** What a window leaves that dies while it acts is free again after this time; until then it is renewed. */
const LEASE_MS = 30_000;

const RENEW_MS = 10_000;

/** Of a digest: a file's name has two. */
const DIGITS = 40;

/**
 * What is being acted on, by all windows of this computer: a project that two start at once would lose a process
 * (docs/protocol.md 7.16).
 */
export class TargetClaims {
  readonly #options: Required<TargetClaimsOptions>;
  /** What this window acts on, by name. */
  readonly #own = new Map<string, Verb>();

  constructor({ root, clock, files = createFileSystem(clock) }: TargetClaimsOptions) {
    this.#options = { root, clock, files };
  }

  /**
   * Claims the target until the result is called; `undefined`: somebody else has it. A creation is claimed in this window
   * alone, for it knows by itself what others have sent. Rejects with `PanelError`.
   */
  async claim(request: ActionRequest, signal: AbortSignal): Promise<Release | undefined> {
    const { panel, kind, verb, target, perform } = request;
    const name = claimName(panel, kind, target.key);
    if (this.#own.has(name)) return undefined;
    this.#own.set(name, verb);
    let release: Release | undefined;
    try {
      release = perform === undefined ? await this.#lock(name, verb, signal) : async () => undefined;
    } catch (error) {
      if (failureOf(error) !== undefined) throw error;
      throw new PanelError({ kind: "storage", problem: "fileFailed", code: codeOf(error) });
    } finally {
      if (release === undefined) this.#own.delete(name);
    }
    return (
      release &&
      (async () => {
        await release();
        this.#own.delete(name);
      })
    );
  }

  async #lock(name: string, verb: Verb, signal: AbortSignal): Promise<Release | undefined> {
    const { root, clock, files } = this.#options;
    const directory = join(root, "claims");
    const lock = { directory, name, holdMs: LEASE_MS, renewMs: RENEW_MS, says: verb, files, clock };
    for (let left = TRIES; left > 1; left -= 1) {
      const release = await tryLock(lock);
      if (release !== undefined) return release;
      await pauseBetweenTries(clock, signal);
    }
    return tryLock(lock);
  }
}

/** Where rows of a kind are. */
export function placeOf({ id, address }: Pick<ActionPanel, "id" | "address">, kind: ResourceKind): string {
  return digest([id, address, kind]);
}

function claimName(panel: Pick<ActionPanel, "id" | "address">, kind: ResourceKind, key: string): string {
  return `${placeOf(panel, kind)}-${digest([key])}`;
}

function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, DIGITS);
}
