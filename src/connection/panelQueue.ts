import { pauseBetweenTries, tryLock, type LockOptions, type Release } from "../storage/fileLock.ts";
import { elapsedSince, momentOf, type Moment } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";

/** Calls of a window in flight at once, which may be refused together: far from a lockout, which takes 20. */
const MOST_IN_FLIGHT = 3;

/** Time after which other windows come first, even while this one calls the panel all the time. */
const LEASE_MS = 3_000;

/** Time after which a change leaves the queue while it is at work: a panel would have refused it before it began. */
const CHANGE_COUNTS_MS = 3_000;

/** Time after which a closed or frozen window loses its lease, too short to be taken for a silent panel. */
const HOLD_MS = 5_000;
const RENEW_MS = 1_500;

/** Time for which an idle lease is kept, so that calls which follow each other closely share it. */
const LINGER_MS = 50;

/** Pause before this window takes the lease again: long enough for a waiting window to look twice. */
const YIELD_MS = 100;

/**
 * The right of one window to call a panel. No other window calls it meanwhile, so what was read from the disk stays
 * true.
 */
export interface Lease<Known> {
  /** Findings that only this window can change as long as it has the lease. */
  readonly known: Map<string, Known>;
}

interface HeldLease<Known> extends Lease<Known> {
  readonly release: Release;
  readonly takenAt: Moment;
  inFlight: number;
  hasLoneCall: boolean;
  /** Whether it takes no further call, and ends with the last one in flight. */
  isEnding: boolean;
  /** Pause after its end, in which other windows come first. */
  yieldsMs: number;
}

/**
 * Lets this window's calls to one panel through. Windows lease a panel in turn, so that the number of calls that can
 * be refused at once is bounded over all of them, and each window knows of a refusal before it sends anything.
 */
export class PanelQueue<Known> {
  readonly #lock: LockOptions;
  readonly #clock: Clock;
  #lease: HeldLease<Known> | undefined;
  #taking: Promise<void> | undefined;
  #notBefore = -Infinity;
  /** Calls that wait for a place. */
  #waiting = 0;
  #stopLingering: (() => void) | undefined;
  #changed = Promise.withResolvers<void>();
  #isDisposed = false;

  constructor(lock: Omit<LockOptions, "holdMs" | "renewMs">) {
    // longer than calls may enter a lease: no call goes in one that was lost
    this.#lock = { ...lock, holdMs: HOLD_MS, renewMs: RENEW_MS };
    this.#clock = lock.clock;
  }

  /** The lease of this window, if it has one. */
  get lease(): Lease<Known> | undefined {
    return this.#lease;
  }

  /** Runs the tries of a call to get a place, between which the lease does not end. */
  async acquire<T>(task: () => Promise<T>): Promise<T> {
    this.#waiting++;
    this.#stopLingering?.();
    try {
      return await task();
    } finally {
      this.#waiting--;
      if (this.#lease?.inFlight === 0) await this.#idle(this.#lease);
    }
  }

  /** This window's lease, taken where nobody has it; `undefined`: another window has it. */
  async take(): Promise<Lease<Known> | undefined> {
    if (this.#lease === undefined) {
      this.#taking ??= this.#tryTake().finally(() => (this.#taking = undefined));
      await this.#taking;
    }
    return this.#lease;
  }

  /** Takes a place among the calls in flight; `undefined`: not now. A lone call has the panel for itself. */
  enter(lease: Lease<Known>, isAlone: boolean, isChange: boolean): Release | undefined {
    const heldLease = this.#lease;
    if (heldLease !== lease) return undefined;
    const isClosed = heldLease.isEnding || heldLease.hasLoneCall;
    if (isClosed) return undefined;
    if (elapsedSince(heldLease.takenAt, this.#clock) > LEASE_MS) {
      // else calls of this window that wait would come first every time
      heldLease.yieldsMs = YIELD_MS;
      this.end();
      return undefined;
    }
    if (heldLease.inFlight >= (isAlone ? 1 : MOST_IN_FLIGHT)) return undefined;
    heldLease.inFlight++;
    heldLease.hasLoneCall = isAlone;
    let isReleased = false;
    let callOff: (() => void) | undefined;
    const release = async () => {
      if (isReleased) return;
      isReleased = true;
      callOff?.();
      heldLease.inFlight--;
      heldLease.hasLoneCall = false;
      this.#notify();
      if (heldLease.inFlight === 0) await this.#idle(heldLease);
    };
    if (isChange) callOff = this.#clock.after(CHANGE_COUNTS_MS, () => void release());
    return release;
  }

  /** Waits until a place may have become free. */
  async change(signal: AbortSignal): Promise<void> {
    if (this.#lease === undefined) return pauseBetweenTries(this.#clock, signal);
    if (signal.aborted) return;
    const stop = () => this.#notify();
    signal.addEventListener("abort", stop, { once: true });
    await this.#changed.promise;
    signal.removeEventListener("abort", stop);
  }

  /** Lets no further call go in this lease. */
  end(): void {
    if (this.#lease === undefined) return;
    this.#lease.isEnding = true;
    if (this.#lease.inFlight === 0) void this.#release(this.#lease);
  }

  /** From now on a lease ends as soon as nothing is in flight. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#stopLingering?.();
    if (this.#lease?.inFlight === 0) await this.#release(this.#lease);
  }

  async #tryTake(): Promise<void> {
    if (this.#clock.monotonic() < this.#notBefore) return;
    const takenAt = momentOf(this.#clock);
    const release = await tryLock(this.#lock);
    if (release === undefined) return;
    this.#lease = { known: new Map(), release, takenAt, inFlight: 0, hasLoneCall: false, isEnding: false, yieldsMs: 0 };
  }

  async #idle(lease: HeldLease<Known>): Promise<void> {
    if (lease.isEnding || this.#isDisposed) return this.#release(lease);
    if (this.#waiting > 0) return;
    this.#stopLingering?.();
    this.#stopLingering = this.#clock.after(LINGER_MS, () => void this.#release(lease));
  }

  async #release(lease: HeldLease<Known>): Promise<void> {
    if (this.#lease !== lease) return;
    this.#lease = undefined;
    this.#notBefore = this.#clock.monotonic() + lease.yieldsMs;
    this.#notify();
    await lease.release();
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
