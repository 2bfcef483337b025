import { pauseBetweenTries, tryLock, type LockOptions, type Release } from "../storage/fileLock.ts";
import { elapsedSince, momentOf, type Moment } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";

/** So many calls of a window may be refused together: far from a lockout, which takes 20. */
const MOST_IN_FLIGHT = 3;

/** Other windows get at the panel too, even while one calls it all the time. */
const TURN_MS = 3_000;

/** No read takes longer. */
const LONGEST_MS = 30_000;

/** A call that takes longer than any read is a change at work, which a panel would have refused before it began. */
const LONG_COUNTS_MS = 3_000;

/** A window that is closed or frozen loses its turn after this; the others do not take it for the panel's silence. */
const LEASE_MS = 5_000;
const RENEW_MS = 1_500;

/** Calls that follow each other closely share a turn. */
const LINGER_MS = 50;

/** Long enough for another window that waits to look twice. */
const YIELD_MS = 100;

/** While a window has its turn no other one calls the panel, so what it has read once from the disk stays true. */
export interface Turn<Known> {
  /** What was found out during this turn, and cannot change but by this window. */
  readonly known: Map<string, Known>;
}

/** The place of a call in flight; it is given back once, further calls do nothing. */
export type Leave = () => Promise<void>;

interface HeldTurn<Known> extends Turn<Known> {
  readonly release: Release;
  readonly takenAt: Moment;
  inFlight: number;
  hasLoneCall: boolean;
  /** No further call may go; it ends with the last that is in flight. */
  isEnding: boolean;
  /** For how long this window lets others come first when it has ended. */
  yieldsMs: number;
}

/**
 * Lets this window's calls to one panel through. Windows take turns at a panel, so that what may be refused at once is
 * bounded over all of them, and what one window was refused is known to the next before it sends anything.
 */
export class Lane<Known> {
  readonly #lock: LockOptions;
  readonly #clock: Clock;
  #turn: HeldTurn<Known> | undefined;
  #taking: Promise<void> | undefined;
  #notBefore = -Infinity;
  /** Calls that want a place. */
  #waiting = 0;
  #stopLingering: (() => void) | undefined;
  #changed = Promise.withResolvers<void>();
  #isDisposed = false;

  constructor(lock: Omit<LockOptions, "holdMs" | "renewMs">) {
    // longer than calls may enter a turn: no call goes in one that was lost
    this.#lock = { ...lock, holdMs: LEASE_MS, renewMs: RENEW_MS };
    this.#clock = lock.clock;
  }

  /** The turn that this window has, where it has one. */
  get turn(): Turn<Known> | undefined {
    return this.#turn;
  }

  /** Keeps a turn from ending between the tries of a call to get a place. */
  async wanting<T>(task: () => Promise<T>): Promise<T> {
    this.#waiting++;
    this.#stopLingering?.();
    try {
      return await task();
    } finally {
      this.#waiting--;
      if (this.#turn?.inFlight === 0) await this.#idle(this.#turn);
    }
  }

  /** This window's turn, taken where nobody has it; `undefined`: another window has it. */
  async take(): Promise<Turn<Known> | undefined> {
    if (this.#turn === undefined) {
      this.#taking ??= this.#tryTake().finally(() => (this.#taking = undefined));
      await this.#taking;
    }
    return this.#turn;
  }

  /** A place among the calls in flight; `undefined`: not now. A lone call has the panel for itself. */
  enter(turn: Turn<Known>, isAlone: boolean, deadlineMs: number): Leave | undefined {
    const held = this.#turn;
    if (held !== turn || held.isEnding || held.hasLoneCall) return undefined;
    if (elapsedSince(held.takenAt, this.#clock) > TURN_MS) {
      // else calls of this window that wait would come first every time
      held.yieldsMs = YIELD_MS;
      this.end();
      return undefined;
    }
    if (held.inFlight >= (isAlone ? 1 : MOST_IN_FLIGHT)) return undefined;
    held.inFlight++;
    held.hasLoneCall = isAlone;
    let hasLeft = false;
    let callOff: (() => void) | undefined;
    const leave = async () => {
      if (hasLeft) return;
      hasLeft = true;
      callOff?.();
      held.inFlight--;
      held.hasLoneCall = false;
      this.#tell();
      if (held.inFlight === 0) await this.#idle(held);
    };
    if (deadlineMs > LONGEST_MS) callOff = this.#clock.after(LONG_COUNTS_MS, () => void leave());
    return leave;
  }

  /** Waits until a place may have become free. */
  async change(signal: AbortSignal): Promise<void> {
    if (this.#turn === undefined) return pauseBetweenTries(this.#clock, signal);
    if (signal.aborted) return;
    const stop = () => this.#tell();
    signal.addEventListener("abort", stop, { once: true });
    await this.#changed.promise;
    signal.removeEventListener("abort", stop);
  }

  /** Lets no further call go in this turn. */
  end(): void {
    if (this.#turn === undefined) return;
    this.#turn.isEnding = true;
    if (this.#turn.inFlight === 0) void this.#release(this.#turn);
  }

  /** From now on a turn ends as soon as nothing is in flight. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#stopLingering?.();
    if (this.#turn?.inFlight === 0) await this.#release(this.#turn);
  }

  async #tryTake(): Promise<void> {
    if (this.#clock.monotonic() < this.#notBefore) return;
    const takenAt = momentOf(this.#clock);
    const release = await tryLock(this.#lock);
    if (release === undefined) return;
    this.#turn = { known: new Map(), release, takenAt, inFlight: 0, hasLoneCall: false, isEnding: false, yieldsMs: 0 };
  }

  async #idle(turn: HeldTurn<Known>): Promise<void> {
    if (turn.isEnding || this.#isDisposed) return this.#release(turn);
    if (this.#waiting > 0) return;
    this.#stopLingering?.();
    this.#stopLingering = this.#clock.after(LINGER_MS, () => void this.#release(turn));
  }

  async #release(turn: HeldTurn<Known>): Promise<void> {
    if (this.#turn !== turn) return;
    this.#turn = undefined;
    this.#notBefore = this.#clock.monotonic() + turn.yieldsMs;
    this.#tell();
    await turn.release();
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
