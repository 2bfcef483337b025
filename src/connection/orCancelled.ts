import { endedBy } from "../wire/answers/failure.ts";

/** Waits for a promise, or rejects with a `PanelError` as soon as the signal aborts. */
export async function orCancelled<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(endedBy(signal));
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
}
