import { PanelError } from "../wire/answers/failure.ts";

/** What a promise resolves to, unless the signal aborts first: then it rejects as cancelled. */
export async function orCancelled<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new PanelError({ kind: "cancelled" }));
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
}
