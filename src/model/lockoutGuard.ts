import { join } from "node:path";
import { failureOf, PanelError, type PanelFailure } from "../panel/failure.ts";
import { pauseBetweenTries, tryLock, type Release } from "./fileLock.ts";
import type { Clock, Log } from "./ports.ts";
import { pairOf, Refusals, type GuardedPanel, type Refusal, type RefusedFailure } from "./refusals.ts";
import { createStoreFiles, type StoreFiles } from "./storeFiles.ts";

/** Who wants a call: after a refusal only a person may try again. */
export type CalledBy = "user" | "automatic";

export interface LockoutGuardOptions {
  /** A directory that all windows share. */
  readonly root: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The real file system unless given. */
  readonly files?: StoreFiles;
}

/** How much longer than its call a lock is held: the answer has to be recorded before others go on. */
const MARGIN_MS = 1_000;

/** A call in the air. */
interface Flight {
  readonly pair: string;
  readonly controller: AbortController;
  refusedBy?: RefusedFailure;
}

/** What a call was let through with. */
interface Admission {
  /** The refusal that a person's retry is meant to end. */
  readonly standing: Refusal | undefined;
  readonly release: Release | undefined;
}

/**
 * Keeps a wrong key from locking the client's address out: 20 refused calls do that for an hour
 * (panel-reference.md 1.3). Until a call has succeeded in this window, calls to a panel go one at a time across all
 * windows; one refusal stops the automatic ones everywhere.
 */
export class LockoutGuard {
  readonly #clock: Clock;
  readonly #files: StoreFiles;
  readonly #directory: string;
  readonly #refusals: Refusals;
  /** Panels whose key this window has seen accepted. */
  readonly #accepted = new Set<string>();
  readonly #flights = new Set<Flight>();

  constructor({ root, clock, log, files = createStoreFiles(clock) }: LockoutGuardOptions) {
    this.#clock = clock;
    this.#files = files;
    this.#directory = join(root, "guard");
    this.#refusals = new Refusals({ directory: this.#directory, files, clock, log });
  }

  /**
   * Makes a call as soon as it is safe. Rejects with the standing refusal where it is not, without calling; with
   * `timeout` where others kept the panel busy for longer than `deadlineMs`; else as `call` does.
   * @param deadlineMs of the call, which enforces it itself; a window that dies holds up others for that long
   */
  async run<T>(
    panel: GuardedPanel,
    by: CalledBy,
    deadlineMs: number,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (!/^[\w-]+$/.test(panel.id)) throw new TypeError("the id of a panel names files");
    const { standing, release } = await this.#admit(panel, by, deadlineMs, signal);
    const flight: Flight = { pair: pairOf(panel), controller: new AbortController() };
    this.#flights.add(flight);
    try {
      const result = await call(AbortSignal.any([signal, flight.controller.signal]));
      await this.#accept(panel, standing);
      return result;
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind === "refused") throw new PanelError(await this.#refuse(panel, failure));
      if (failure !== undefined && showsKeyAccepted(failure)) await this.#accept(panel, standing);
      else if (failure?.kind === "cancelled" && flight.refusedBy !== undefined && !signal.aborted)
        throw new PanelError(flight.refusedBy);
      throw error;
    } finally {
      this.#flights.delete(flight);
      await release?.();
    }
  }

  /** The refusal that holds automatic calls back. */
  async refusal(panel: GuardedPanel): Promise<Refusal | undefined> {
    return this.#refusals.read(panel);
  }

  /** Drops what is known of a panel that was removed. */
  async forget(panelId: string): Promise<void> {
    await this.#refusals.forget(panelId);
  }

  async #admit(panel: GuardedPanel, by: CalledBy, deadlineMs: number, signal: AbortSignal): Promise<Admission> {
    const pair = pairOf(panel);
    const known = await this.#refusals.read(panel);
    const standing = async () => {
      throwIfCancelled(signal);
      const current = await this.#refusals.read(panel);
      if (current === undefined) return undefined;
      this.#accepted.delete(pair);
      // a person who retried knew of one refusal; a newer one has answered the retry
      if (by === "automatic" || current.id !== known?.id) throw new PanelError(current.failure);
      return current;
    };
    const lock = {
      directory: this.#directory,
      name: panel.id,
      holdMs: deadlineMs + MARGIN_MS,
      files: this.#files,
      clock: this.#clock,
    };
    // a little longer than a lock of the same length, so that a window that died is outlived
    const latest = this.#clock.now() + deadlineMs + 2 * MARGIN_MS;
    for (;;) {
      const before = await standing();
      if (before === undefined && this.#accepted.has(pair)) return { standing: undefined, release: undefined };
      const release = await tryLock(lock);
      if (release !== undefined) {
        try {
          return { standing: await standing(), release };
        } catch (error) {
          await release();
          throw error;
        }
      }
      if (this.#clock.now() >= latest) throw new PanelError({ kind: "timeout", afterMs: deadlineMs });
      await pauseBetweenTries(this.#clock, signal);
    }
  }

  async #accept(panel: GuardedPanel, standing: Refusal | undefined): Promise<void> {
    this.#accepted.add(pairOf(panel));
    if (standing !== undefined) await this.#refusals.clear(panel, standing);
  }

  async #refuse(panel: GuardedPanel, failed: RefusedFailure): Promise<RefusedFailure> {
    const pair = pairOf(panel);
    this.#accepted.delete(pair);
    const failure = await this.#refusals.record(panel, failed);
    for (const flight of this.#flights) {
      if (flight.pair !== pair) continue;
      flight.refusedBy ??= failure;
      flight.controller.abort();
    }
    return failure;
  }
}

/** Whether a failure is the panel's answer to a call whose signature it accepted. */
function showsKeyAccepted(failure: PanelFailure): boolean {
  return failure.kind === "rejected" || failure.kind === "unsupported";
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new PanelError({ kind: "cancelled" });
}
