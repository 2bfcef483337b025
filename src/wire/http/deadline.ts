import { PanelError } from "../answers/failure.ts";

/** The time and the permission that one call has. It tells one listener at a time: a signal of its own takes longer. */
export class Deadline {
  readonly #outer: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  #reason: PanelError | undefined;
  #listener: ((reason: PanelError) => void) | undefined;

  /** Starts the clock of a call that `outer` may cancel; `end` must be called however the call ends. */
  constructor(outer: AbortSignal, deadlineMs: number) {
    this.#outer = outer;
    this.#timer = setTimeout(() => this.#pass(new PanelError({ kind: "timeout", afterMs: deadlineMs })), deadlineMs);
    outer.addEventListener("abort", this.cancel, { once: true });
    if (outer.aborted) this.cancel();
  }

  /** Calls a listener, in place of an earlier one, when the call must end, or at once where it must have ended. */
  listen(listener: (reason: PanelError) => void): void {
    this.#listener = listener;
    if (this.#reason !== undefined) listener(this.#reason);
  }

  throwIfPassed(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  readonly cancel = (): void => this.#pass(new PanelError({ kind: "cancelled" }));

  /** Removes the timer and the listeners. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.cancel);
    this.#listener = undefined;
  }

  #pass(reason: PanelError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#listener?.(reason);
  }
}
