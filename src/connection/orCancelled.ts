import { PanelError } from "../wire/answers/failure.ts";

/** What a promise resolves to, unless the signal aborts first: then it rejects as cancelled. */
export async function orCancelled<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const cancelled = Promise.withResolvers<never>();
  const cancel = () => cancelled.reject(new PanelError({ kind: "cancelled" }));
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await Promise.race([cancelled.promise, promise]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
