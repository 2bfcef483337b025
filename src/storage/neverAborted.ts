/** A signal that never aborts, for what no cancel may end. */
export const neverAborted: AbortSignal = new AbortController().signal;
