import { posix } from "node:path";
import type { LockOwner } from "../actions/deploymentEnd.ts";
import type { Clock } from "../storage/ports.ts";
import { DeploymentError, rethrowDefect } from "./deploymentError.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { NOBODY, readOwner, stateBytes, stateFiles, type StatePaths } from "./remoteState.ts";

/** Where a free lock waits, so that releasing one leaves nothing in the panel's recycle bin. */
const FREE = "free";

/** How long it takes at most until the owner of a new lock is written. */
const OWNER_MS = 3_000;

/** The lock of a website or project on the server: a directory, since creating one is atomic. */
export class RemoteLock {
  readonly #files: RemoteFiles;
  readonly #paths: StatePaths;
  readonly #owner: LockOwner;

  private constructor(files: RemoteFiles, paths: StatePaths, owner: LockOwner) {
    this.#files = files;
    this.#paths = paths;
    this.#owner = owner;
  }

  /**
   * Takes the lock. Throws a `DeploymentError` if somebody else has it. Pass files whose signal is never aborted: a lock
   * without an owner would stay.
   * @param mayTake whether to take it over from its owner
   */
  static async take(
    files: RemoteFiles,
    paths: StatePaths,
    { id, installation, computer, at }: LockOwner,
    mayTake: (owner: LockOwner) => boolean,
    clock: Clock,
  ): Promise<RemoteLock> {
    const made: LockOwner = { id, installation, computer, at };
    const lock = new RemoteLock(files, paths, made);
    const isNew = await lock.#takeIfFree();
    if (!isNew) {
      // whoever has just taken it writes its owner at once
      await clock.sleep(OWNER_MS, new AbortController().signal);
      const owner = (await readOwner(files, paths)) ?? NOBODY;
      if (owner.id !== id && !mayTake(owner)) throw new DeploymentError({ kind: "locked", owner });
    }
    const directory = posix.join(paths.site, stateFiles.lock);
    try {
      await files.write({ directory, name: stateFiles.owner, bytes: stateBytes(made) });
    } catch (error) {
      // nobody could say whose it is
      if (isNew) await lock.#free().catch(rethrowDefect);
      throw error;
    }
    // somebody else may have taken it over at the same moment
    await lock.verify();
    return lock;
  }

  /** Takes the lock if it is free; whether it was. */
  async #takeIfFree(): Promise<boolean> {
    const { site } = this.#paths;
    const [free, lock] = [posix.join(site, FREE), posix.join(site, stateFiles.lock)];
    const found = await this.#files.look([free, lock]);
    if (found.has(lock)) return false;
    if (!found.has(free)) return (await this.#files.createDirectory(lock)) === "created";
    return this.#files.tryMove(free, lock);
  }

  /** Throws if somebody else has taken over the lock. */
  async verify(): Promise<void> {
    const owner = await readOwner(this.#files, this.#paths);
    if (owner?.id !== this.#owner.id) throw new DeploymentError({ kind: "takenOver", owner });
  }

  /** Frees the lock, unless somebody else has taken it over. */
  async release(): Promise<void> {
    if ((await readOwner(this.#files, this.#paths))?.id !== this.#owner.id) return;
    await this.#free();
  }

  async #free(): Promise<void> {
    await this.#files.move(posix.join(this.#paths.site, stateFiles.lock), posix.join(this.#paths.site, FREE));
  }
}
