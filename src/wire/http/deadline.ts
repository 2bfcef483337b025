import { PanelError } from "../answers/failure.ts";

/** The time and the permission that one call has. */
export interface Deadline {
  /** Aborts with a `PanelError` as its reason: `timeout` or `cancelled`. */
  readonly signal: AbortSignal;
  readonly cancel: () => void;
  /** Removes the timer and the listener; must be called however the call ends. */
  readonly end: () => void;
}

/** Starts the clock of a call that `outer` may cancel. */
export function startDeadline(outer: AbortSignal, deadlineMs: number): Deadline {
  const controller = new AbortController();
  const cancel = () => controller.abort(new PanelError({ kind: "cancelled" }));
  const timer = setTimeout(
    () => controller.abort(new PanelError({ kind: "timeout", afterMs: deadlineMs })),
    deadlineMs,
  );
  outer.addEventListener("abort", cancel, { once: true });
  if (outer.aborted) cancel();
  return {
    signal: controller.signal,
    cancel,
    end() {
      clearTimeout(timer);
      outer.removeEventListener("abort", cancel);
    },
  };
}
