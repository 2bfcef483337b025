import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../storage/ports.ts";

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  uptime: () => performance.now(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
};
