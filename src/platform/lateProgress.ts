import type { Clock } from "../storage/ports.ts";
import { neverAborted } from "../storage/neverAborted.ts";

/** A shorter task shows no progress. */
const LATE_MS = 400;

/** VS Code shows a progress for 800 ms at least, however soon it ends. */
const SHOWN_MS = 1_000;

/**
 * Waits for `running`, and shows its progress only if it takes a while. Resolves when the progress has gone, so that
 * no question appears beside it. `show` shows it until a promise resolves.
 */
export async function lateProgress<T>(
  running: Promise<T>,
  show: (until: Promise<unknown>) => PromiseLike<unknown>,
  clock: Pick<Clock, "sleep">,
): Promise<T> {
  const ended = new AbortController();
  const end = running.then(
    () => ended.abort(),
    () => ended.abort(),
  );
  await clock.sleep(LATE_MS, ended.signal).catch(() => undefined);
  if (!ended.signal.aborted) await show(Promise.all([end, clock.sleep(SHOWN_MS, neverAborted)]));
  return running;
}
