/** Calls `make` on first use and keeps the result: making texts by the hundred takes time, and a window keeps its language. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
