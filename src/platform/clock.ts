import type { Clock } from "../storage/ports.ts";

/** The machine's clock. */
export const systemClock: Clock = {
  // by the wall clock: this is it
  wallTime: () => Date.now(),
  monotonic: () => performance.timeOrigin + performance.now(),
  sleep,
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Node's own creates an error with a stack for each sleep that is cut short, as most are: every call has a deadline.
 */
async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- nobody looks at it
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", wake);
      resolve();
    }, milliseconds);
    const wake = () => {
      clearTimeout(timer);
      stop();
    };
    signal.addEventListener("abort", wake, { once: true });
  });
}
