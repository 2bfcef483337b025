import assert from "node:assert/strict";

/** What a text never holds: values that are missing or were not filled in, and gaps that they leave. */
const BROKEN =
  /undefined|null|NaN|Infinity|\[object|\{\d+\}|\S {2,}|^\s|\s$| [.,;:?](?:$| \p{Lu})|[\p{L}\d]\.\.|““|””/u;

/** Fails for a text with a hole, or without what it must name. */
export function assertText(text: string | undefined, ...named: readonly string[]): void {
  assert.ok(text !== undefined && text !== "", `no text that names ${named.join(", ")}`);
  assert.doesNotMatch(text, BROKEN);
  for (const name of named) assert.ok(text.includes(name), `“${name}” is not in: ${text}`);
}

/** The same for what must be whole sentences. */
export function assertSentence(text: string | undefined, ...named: readonly string[]): void {
  assertText(text, ...named);
  assert.match(text ?? "", /^[A-Z0-9“\p{Lo}]/u);
  assert.match(text ?? "", /[.?!…]$/);
}

/** How often a text says that nothing was sent. */
export function timesUnsent(text: string): number {
  return [...text.matchAll(/\bnothing (?:was|is|has been) sent\b/gi)].length;
}

/** Fails where two of them are told alike. */
export function assertDistinct(texts: readonly (string | undefined)[]): void {
  assert.equal(new Set(texts).size, texts.length, texts.join("\n"));
}
