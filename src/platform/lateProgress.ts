import type { Clock } from "../storage/ports.ts";

/** What is over sooner needs no progress. */
const LATE_MS = 400;

/** VS Code shows a progress for 800 ms at least, however soon it ends. */
const SHOWN_MS = 1_000;

/**
 * Waits for what is `running`, and shows that only where it takes a while; ends when the progress has gone, so that it is
 * not in sight beside a question that follows. `show` shows it until a promise resolves.
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
  if (!ended.signal.aborted) await show(Promise.all([end, clock.sleep(SHOWN_MS, new AbortController().signal)]));
  return running;
}
