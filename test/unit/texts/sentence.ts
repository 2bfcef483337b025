import assert from "node:assert/strict";

/** Matches missing values, placeholders and the gaps that they leave. */
const BROKEN =
  /undefined|null|NaN|Infinity|\[object|\{\d+\}|\S {2,}|^\s|\s$| [.,;:?](?:$| \p{Lu})|[\p{L}\d]\.\.|““|””/u;

/** Fails for a text with a gap, or without one of the words. */
export function assertText(text: string | undefined, ...named: readonly string[]): void {
  assert.ok(text !== undefined && text !== "", `no text that names ${named.join(", ")}`);
  assert.doesNotMatch(text, BROKEN);
  for (const name of named) assert.ok(text.includes(name), `“${name}” is not in: ${text}`);
}

/** Fails unless the text consists of whole sentences. */
export function assertSentence(text: string | undefined, ...named: readonly string[]): void {
  assertText(text, ...named);
  assert.match(text ?? "", /^[A-Z0-9“\p{Lo}]/u);
  assert.match(text ?? "", /[.?!…]$/);
}

/** How often a text says that nothing was sent. */
export function timesUnsent(text: string): number {
  return [...text.matchAll(/\bnothing (?:was|is|has been) sent\b/gi)].length;
}

/** Fails if two texts are equal. */
export function assertDistinct(texts: readonly (string | undefined)[]): void {
  assert.equal(new Set(texts).size, texts.length, texts.join("\n"));
}
