import { join } from "node:path";
import {
  failureOf,
  isAnswer,
  isSignedAnswer,
  PanelError,
  throwIfEnded,
  type PanelFailure,
} from "../wire/answers/failure.ts";
import { PanelQueue, type Lease } from "./panelQueue.ts";
import type { Release } from "../storage/fileLock.ts";
import type { Clock, Log } from "../storage/ports.ts";
import { pairOf, Refusals, type GuardedPanel, type Refusal, type RefusedFailure } from "./refusalFiles.ts";
import { createFileSystem, type FileSystem } from "../storage/fileSystem.ts";

/**
 * Origin of a call: a person's act, a background task, or a person who tries the panel again. While a refusal stands,
 * only `retry` is sent; the refusal is the result of the others.
 */
export type CalledBy = "user" | "automatic" | "retry";

export interface LockoutGuardOptions {
  /** A directory that all windows share. */
  readonly root: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The real file system unless given. */
  readonly files?: FileSystem;
}

/** The queue of a panel, whose lease knows whether a refusal stands. */
type GuardedQueue = PanelQueue<Refusal | undefined>;

/** Permission to send one call. Call one of the two when it is over; both free its place. */
export interface Permit {
  /** Ends a call that the panel has answered. */
  succeeded(): Promise<void>;
  /**
   * Records a refusal for all windows, and ends the other calls with it. Returns the error that the call fails with.
   */
  failed(error: unknown): Promise<unknown>;
}

/** A call in flight. */
interface PendingCall {
  readonly pair: string;
  readonly ending: AbortController;
  readonly release: Release;
}

/**
 * Keeps a wrong key from locking the client's address out: 20 refused calls do that for an hour (docs/protocol.md
 * 3.4). Windows take turns at a panel with a few calls each, and until a call has succeeded in this window its calls
 * go one at a time; after one refusal, only a person who tries the panel again calls it, in any window.
 */
export class LockoutGuard {
  readonly #clock: Clock;
  readonly #files: FileSystem;
  readonly #directory: string;
  readonly #refusals: Refusals;
  readonly #queues = new Map<string, GuardedQueue>();
  /** Panels whose key this window has seen accepted. */
  readonly #accepted = new Set<string>();
  /** Calls in flight, in the order of sending. */
  readonly #pending = new Set<PendingCall>();

  constructor({ root, clock, log, files = createFileSystem(clock) }: LockoutGuardOptions) {
    this.#clock = clock;
    this.#files = files;
    this.#directory = join(root, "guard");
    this.#refusals = new Refusals({ directory: this.#directory, files, clock, log });
  }

  /**
   * Waits until a call may be sent. Rejects with the standing refusal where it may not, or as soon as its signal
   * aborts.
   * @param isChange it may take longer than any read
   * @param controller ends the call; aborted where another call is refused meanwhile
   */
  async acquire(
    panel: GuardedPanel,
    calledBy: CalledBy,
    isChange: boolean,
    controller: AbortController,
  ): Promise<Permit> {
    if (!/^[\w-]+$/.test(panel.id)) throw new TypeError("the id of a panel names files");
    const queue = this.#queueOf(panel);
    const { standing, release } = await queue.acquire(() =>
      this.#admit(queue, panel, calledBy, isChange, controller.signal),
    );
    const pending: PendingCall = { pair: pairOf(panel), ending: controller, release };
    this.#pending.add(pending);
    const accept = () => this.#accept(queue, panel, pending, standing);
    const end = async <T>(settle: () => Promise<T>): Promise<T> => {
      try {
        return await settle();
      } finally {
        this.#pending.delete(pending);
        await release();
      }
    };
    return {
      succeeded: () => end(accept),
      failed: (error) =>
        end(async () => {
          const failure = failureOf(error);
          // a refusal that aborted the signal is another call's, and is recorded
          if (failure?.kind === "refused" && !controller.signal.aborted)
            return new PanelError(await this.#refuse(queue, panel, failure));
          if (failure === undefined) return error;
          if (isSignedAnswer(failure)) await accept();
          else if (isOtherAnswer(failure)) await this.#drop(queue, panel, standing);
          return error;
        }),
    };
  }

  /** The current refusal, if there is one. */
  async refusal(panel: GuardedPanel): Promise<Refusal | undefined> {
    return this.#refusals.read(panel);
  }

  /** Drops what is known of a panel that was removed. */
  async forget(panelId: string): Promise<void> {
    this.#queues.delete(panelId);
    await this.#refusals.forget(panelId);
  }

  /** Lets other windows have the panel at once; what is in flight still ends as it does. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.dispose()));
  }

  async #admit(
    queue: GuardedQueue,
    panel: GuardedPanel,
    calledBy: CalledBy,
    isChange: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly standing: Refusal | undefined; readonly release: Release }> {
    const pair = pairOf(panel);
    throwIfEnded(signal);
    // a free lease is taken before the disk is read, which then needs no second look; where a refusal may stand, as far
    // as this window knows, an automatic call looks first and takes none
    const isHopeful = calledBy !== "automatic" || this.#accepted.has(pair);
    const knownRefusal = await this.#known(isHopeful ? await queue.take() : queue.lease, panel);
    if (knownRefusal !== undefined && calledBy !== "retry") throw new PanelError(knownRefusal.failure);
    for (;;) {
      throwIfEnded(signal);
      const lease = await queue.take();
      if (lease !== undefined) {
        const standing = await this.#known(lease, panel);
        // a person who retried knew of one refusal; a newer one has answered the retry
        const isRetried = calledBy === "retry" && standing?.id === knownRefusal?.id;
        if (standing !== undefined && !isRetried) throw new PanelError(standing.failure);
        throwIfEnded(signal);
        const isAlone = standing !== undefined || !this.#accepted.has(pair);
        const release = queue.enter(lease, isAlone, isChange);
        if (release !== undefined) return { standing, release };
      }
      await queue.change(signal);
    }
  }

  /** The refusal that stands; within a lease the disk is read once. */
  async #known(lease: Lease<Refusal | undefined> | undefined, panel: GuardedPanel): Promise<Refusal | undefined> {
    const pair = pairOf(panel);
    if (lease?.known.has(pair) === true) return lease.known.get(pair);
    const refusal = await this.#refusals.read(panel);
    lease?.known.set(pair, refusal);
    return refusal;
  }

  async #accept(
    queue: GuardedQueue,
    panel: GuardedPanel,
    pending: PendingCall,
    standing: Refusal | undefined,
  ): Promise<void> {
    this.#accepted.add(pending.pair);
    await this.#drop(queue, panel, standing);
    // the key was good when this one arrived, so it was for those that were sent before
    for (const earlier of this.#pending) {
      if (earlier === pending) break;
      if (earlier.pair === pending.pair) await earlier.release();
    }
  }

  /** Ends a refusal in all windows. */
  async #drop(queue: GuardedQueue, panel: GuardedPanel, standing: Refusal | undefined): Promise<void> {
    if (standing === undefined) return;
    await this.#refusals.clear(panel, standing);
    queue.lease?.known.delete(pairOf(panel));
  }

  async #refuse(queue: GuardedQueue, panel: GuardedPanel, refusedFailure: RefusedFailure): Promise<RefusedFailure> {
    const pair = pairOf(panel);
    // at once: telling other windows takes a moment
    queue.end();
    const failure = await this.#refusals.record(panel, refusedFailure);
    for (const pending of this.#pending) if (pending.pair === pair) pending.ending.abort(new PanelError(failure));
    return failure;
  }

  #queueOf({ id }: GuardedPanel): GuardedQueue {
    const queue =
      this.#queues.get(id) ??
      new PanelQueue<Refusal | undefined>({
        directory: this.#directory,
        name: id,
        files: this.#files,
        clock: this.#clock,
      });
    this.#queues.set(id, queue);
    return queue;
  }
}

/**
 * Whether a failure is an answer of the panel that says nothing of the key, but that it no longer refuses us: above all
 * the page of an API that was turned off, its question for a password, and where it leads strangers (docs/protocol.md 3.12,
 * 4.1, 4.3). Other pages may come from a gateway.
 */
function isOtherAnswer(failure: PanelFailure): boolean {
  if (failure.kind === "page")
    return [401, 404].includes(failure.status) || (failure.redirect !== undefined && failure.redirect !== "other");
  return isAnswer(failure) && !isSignedAnswer(failure);
}
