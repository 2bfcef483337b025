import { watch } from "node:fs";
import type { Clock, Disposable } from "./ports.ts";

export interface WatchOptions {
  /** Must exist. */
  readonly directory: string;
  readonly clock: Clock;
  /** Called once for changes that come together. */
  readonly onChange: () => void;
  /** Called with Node's error if the system cannot watch; `onChange` is then called at intervals. */
  readonly onFailure: (error: unknown) => void;
  /** Node's `watch` unless given. */
  readonly watch?: typeof watch;
}

const DEBOUNCE_MS = 50;
const FALLBACK_MS = 5_000;

/** Reports changes inside a directory, also by other processes, until disposed. */
export function watchDirectory(options: WatchOptions): Disposable {
  const { directory, clock, onChange, onFailure } = options;
  const disposed = new AbortController();
  let pending = false;

  const announce = async () => {
    if (pending) return;
    pending = true;
    if (!(await slept(clock, DEBOUNCE_MS, disposed.signal))) return;
    pending = false;
    onChange();
  };
  const listAtIntervals = async () => {
    while (await slept(clock, FALLBACK_MS, disposed.signal)) onChange();
  };
  const fail = (error: unknown) => {
    if (disposed.signal.aborted) return;
    onFailure(error);
    void listAtIntervals();
  };

  try {
    const watcher = (options.watch ?? watch)(directory, () => void announce());
    disposed.signal.addEventListener("abort", () => watcher.close(), { once: true });
    watcher.once("error", (error) => {
      watcher.close();
      fail(error);
    });
  } catch (error) {
    fail(error);
  }
  return { dispose: () => disposed.abort() };
}

/** Whether the time passed; `false` when the signal ended it. */
async function slept(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(milliseconds, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}
