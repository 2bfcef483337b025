import { setTimeout as sleep } from "node:timers/promises";

/**
 * What a test waits for at most, in ms. It is there to end a hang: what a busy machine takes says nothing about the product, and
 * tests assert what is so in the end.
 */
export const HANG_MS = 120_000;

/** The longest pause between two looks. */
const LONGEST_PAUSE_MS = 100;

/** Reads a value until `accepts` holds, and returns it; throws with the last value where it hangs. */
export async function eventually<T>(
  read: () => Promise<T> | T,
  accepts: (value: T) => boolean,
  hangMs = HANG_MS,
): Promise<T> {
  const end = performance.now() + hangMs;
  for (let pause = 5; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const value = await read();
    if (accepts(value)) return value;
    if (performance.now() > end)
      throw new Error(`Not within ${hangMs / 1000} s: ${String(accepts)}; the last value was ${JSON.stringify(value)}`);
    await sleep(pause);
  }
}
