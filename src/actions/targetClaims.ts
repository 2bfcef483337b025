import { createHash } from "node:crypto";
import { join } from "node:path";
import { pauseBetweenTries, tryLock, type Release } from "../storage/fileLock.ts";
import { createFileSystem, type FileSystem } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import type { ActionRequest } from "./actionRequest.ts";

export interface TargetClaimsOptions {
  /** A directory that all windows share. */
  readonly root: string;
  readonly clock: Clock;
  readonly files?: FileSystem;
}

/** Those who try at the same moment all withdraw, and meet no more after a pause or two. */
const TRIES = 5;

/** The deadlines of all calls of one action, besides its waits. */
const CALLS_MS = 240_000;

/**
 * What is being acted on, by all windows of this computer: a project that two start at once would lose a process
 * (docs/protocol.md 7.16).
 */
export class TargetClaims {
  readonly #options: Required<TargetClaimsOptions>;

  constructor({ root, clock, files = createFileSystem(clock) }: TargetClaimsOptions) {
    this.#options = { root, clock, files };
  }

  /**
   * Claims the target until the result is called; `undefined`: somebody else has it. Rejects where the directory cannot
   * be written.
   * @param waitMs how long the action may wait for something to be seen
   */
  async claim(
    { panel, kind, target }: ActionRequest,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<Release | undefined> {
    const { root, clock, files } = this.#options;
    const key = JSON.stringify([panel.id, panel.address, kind, target.key]);
    const name = `action-${createHash("sha256").update(key).digest("hex")}`;
    const lock = { directory: join(root, "locks"), name, holdMs: CALLS_MS + 2 * waitMs, files, clock };
    for (let left = TRIES; left > 1; left -= 1) {
      const release = await tryLock(lock);
      if (release !== undefined) return release;
      await pauseBetweenTries(clock, signal);
    }
    return tryLock(lock);
  }
}
