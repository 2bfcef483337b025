import { posix } from "node:path";
import type { LockOwner } from "../actions/deploymentEnd.ts";
import type { Clock } from "../storage/ports.ts";
import { DeploymentError } from "./deploymentError.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { readOwner, stateBytes, stateFiles, type StatePaths } from "./remoteState.ts";

/** Where a free lock waits, so that releasing one leaves nothing in the panel's recycle bin. */
const FREE = "free";

/** The owner of a lock that was taken by a window that died in that moment. */
export const NOBODY: LockOwner = { id: "", computer: "", at: 0 };

/** Time within which the owner of a lock that was just taken is written. */
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
   * Takes the lock. Throws a `DeploymentError` if another one has it. Do not abort it in between: a lock without an owner
   * would stay.
   * @param mayTake whether a lock that another has is taken over
   */
  static async take(
    files: RemoteFiles,
    paths: StatePaths,
    { id, computer, at }: LockOwner,
    mayTake: (owner: LockOwner) => boolean,
    clock: Clock,
  ): Promise<RemoteLock> {
    const lock = new RemoteLock(files, paths, { id, computer, at });
    if (!(await lock.#isFree())) {
      // whoever has just taken it writes its owner at once
      await clock.sleep(OWNER_MS, new AbortController().signal);
      const owner = (await readOwner(files, paths)) ?? NOBODY;
      if (owner.id !== id && !mayTake(owner)) throw new DeploymentError({ kind: "locked", owner });
    }
    const directory = posix.join(paths.site, stateFiles.lock);
    await files.write({ directory, name: stateFiles.owner, bytes: stateBytes({ id, computer, at }) });
    // somebody else may have taken it over at the same moment
    await lock.verify();
    return lock;
  }

  /** Whether the lock was free and is this one's now. */
  async #isFree(): Promise<boolean> {
    const { site } = this.#paths;
    const [free, lock] = [posix.join(site, FREE), posix.join(site, stateFiles.lock)];
    const found = await this.#files.look([free, lock]);
    if (found.has(lock)) return false;
    if (!found.has(free)) return (await this.#files.createDirectory(lock)) === "created";
    return this.#files.tryMove(free, lock);
  }

  /** Throws if another one has taken over the lock. */
  async verify(): Promise<void> {
    const owner = await readOwner(this.#files, this.#paths);
    if (owner?.id !== this.#owner.id) throw new DeploymentError({ kind: "takenOver", owner });
  }

  /** Frees the lock, if it still is this one's. */
  async release(): Promise<void> {
    if ((await readOwner(this.#files, this.#paths))?.id !== this.#owner.id) return;
    await this.#files.move(posix.join(this.#paths.site, stateFiles.lock), posix.join(this.#paths.site, FREE));
  }
}
