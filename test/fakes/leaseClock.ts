import type { Clock } from "../../src/storage/ports.ts";

/** Longer sleeps than this are those between renewals of a claim. */
const SHORT_MS = 1_000;

/** The same clock for claims: on one that lets time pass whenever somebody sleeps, they would be renewed without end. */
export function leaseClock(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    uptime: () => clock.uptime(),
    sleep: (milliseconds, signal) =>
      milliseconds < SHORT_MS ? clock.sleep(milliseconds, signal) : untilAborted(signal),
  };
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  return promise;
}
