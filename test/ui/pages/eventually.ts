import { setTimeout as sleep } from "node:timers/promises";

const DEADLINE_MS = 20_000;
const POLL_MS = 100;

/** Reads a value until `accepts` holds, and returns it; throws with the last value. For conditions that no locator can wait for. */
export async function eventually<T>(
  read: () => Promise<T> | T,
  accepts: (value: T) => boolean,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const value = await read();
    if (accepts(value)) return value;
    if (Date.now() > deadline)
      throw new Error(
        `Not within ${deadlineMs / 1000} s: ${String(accepts)}; the last value was ${JSON.stringify(value)}`,
      );
    await sleep(POLL_MS);
  }
}
