/**
 * A panel's answers stay below a tenth of this: its longest rows have about 125 values, and no more than 200 are asked
 * for at once. Bodies of the transport's length could hold eleven million, which take seconds to read.
 */
const MOST_VALUES = 100_000;

/** Panels nest a dozen levels. */
const DEEPEST = 64;

/** Outside of texts, where only blanks and numbers can be long. */
const MOST_BETWEEN_TEXTS = 2 ** 22;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What a text is as JSON. `tooMuch`: it was not read, for it holds more than any panel has to say. */
export type BoundedJson =
  { readonly kind: "json"; readonly value: unknown } | { readonly kind: "none" } | { readonly kind: "tooMuch" };

/** Reads JSON of anybody's, whose values and depth are counted before anything is made of them. Throws nothing. */
export function readBoundedJson(text: string): BoundedJson {
  // a page ends the reading at its first character
  if (/^\s*["[{]/.test(text) && !isBounded(text)) return { kind: "tooMuch" };
  try {
    return { kind: "json", value: JSON.parse(text) as unknown };
  } catch (error) {
    return { kind: error instanceof RangeError ? "tooMuch" : "none" };
  }
}

/** Counts a value too many rather than one too few; what is no JSON counts as well. */
function isBounded(text: string): boolean {
  let values = 1;
  let depth = 0;
  let between = 0;
  for (let at = 0; at < text.length; at++) {
    if (++between > MOST_BETWEEN_TEXTS) return false;
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at + 1);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        values += 1;
        depth += 1;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
    }
    if (values > MOST_VALUES || depth > DEEPEST) return false;
  }
  return true;
}

/** Where the quote stands that ends a text. */
function endOfText(text: string, start: number): number {
  const quote = text.indexOf('"', start);
  if (quote === -1) return text.length;
  if (text.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  // a search for each of many escaped quotes would take longer than a look at each character
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
