/** What `make` gives, made when it is first needed and then kept: texts by the hundred cost time, and a window's language stays. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
