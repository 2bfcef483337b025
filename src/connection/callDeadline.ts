import { PanelError, throwIfEnded } from "../wire/answers/failure.ts";
import type { Call } from "../resources/resource.ts";
import type { Clock } from "../storage/ports.ts";
import { orCancelled } from "./sharedRequest.ts";

export interface CallDeadlineOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** The caller's signal, which cancels the call. */
  readonly outer: AbortSignal;
  /** When the panel last answered any call, as `monotonic` time; absent: the time counts from `start` alone. */
  readonly answeredAt?: () => number;
}

/**
 * The one signal of a call, which aborts with the `PanelError` that the call fails with. Waiting for its place, the
 * call times out when the panel has been silent for the whole deadline, counted anew from each answer that any call
 * gets: so a slow panel is waited for, and a dead one keeps all who wait no longer than the first. Once sent, the
 * call has its own deadline.
 */
export class CallDeadline {
  readonly controller = new AbortController();
  readonly #options: CallDeadlineOptions;
  #startedAt = Infinity;
  /** When the exchange must be over. */
  #sentEnd = Infinity;
  #isChangeSent = false;
  #stopTimer: (() => void) | undefined;

  /** `dispose` it however the call ends. */
  constructor(options: CallDeadlineOptions) {
    this.#options = options;
    options.outer.addEventListener("abort", this.cancel, { once: true });
    if (options.outer.aborted) this.cancel();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  readonly cancel = (): void => this.controller.abort(new PanelError({ kind: "cancelled" }));

  /** Starts the time. */
  start(): void {
    this.#startedAt = this.#options.clock.monotonic();
    this.#check();
  }

  /** Marks the call as sent; throws if its time is over. A change gets its whole deadline from now on. */
  sent(isChange: boolean): void {
    // the timer of another call, which fired first, may have made room for this one
    if (this.#left() <= 0) this.#expire();
    throwIfEnded(this.signal);
    this.#sentEnd = this.#options.clock.monotonic() + this.#options.deadlineMs;
    this.#isChangeSent = isChange;
  }

  /** Removes the timer and the listener. */
  dispose(): void {
    this.#stopTimer?.();
    this.#options.outer.removeEventListener("abort", this.cancel);
  }

  readonly #check = (): void => {
    const leftMs = this.#left();
    if (leftMs > 0) this.#stopTimer = this.#options.clock.after(leftMs, this.#check);
    else this.#expire();
  };

  #left(): number {
    const { clock, deadlineMs, answeredAt } = this.#options;
    const now = clock.monotonic();
    if (this.#isChangeSent) return this.#sentEnd - now;
    const silentEnd = Math.max(this.#startedAt, answeredAt?.() ?? -Infinity) + deadlineMs;
    return Math.min(silentEnd, this.#sentEnd) - now;
  }

  #expire(): void {
    this.controller.abort(new PanelError({ kind: "timeout", afterMs: this.#options.deadlineMs }));
  }
}

/** The time for all pages of a list; a person waits for them, and each has a deadline of its own. */
const LIST_MS = 60_000;

/** Gives all that is called through it one deadline from the first call on: it sends nothing more then. */
export function withOneDeadline(call: Call, clock: Pick<Clock, "monotonic">): Call {
  let startedAt: number | undefined;
  return async (id, params) => {
    startedAt ??= clock.monotonic();
    if (clock.monotonic() - startedAt >= LIST_MS) throw new PanelError({ kind: "timeout", afterMs: LIST_MS });
    return call(id, params);
  };
}

/** Waits for a task for a while: throws a `timeout` then, and what the signal aborts with. The task itself goes on. */
export async function inTime<T>(clock: Clock, deadlineMs: number, outer: AbortSignal, task: Promise<T>): Promise<T> {
  const deadline = new CallDeadline({ clock, deadlineMs, outer });
  deadline.start();
  try {
    return await orCancelled(deadline.signal, task);
  } finally {
    deadline.dispose();
  }
}
