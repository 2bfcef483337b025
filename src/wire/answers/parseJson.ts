/** Most levels of arrays and objects. Panels answer with up to ten; V8 takes a second for the millions that a body can hold. */
export const MOST_LEVELS = 200;

/** Most arrays and objects: many times what the longest list has. A body can hold millions, and V8 takes half a second for these. */
export const MOST_PARTS = 500_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Parses JSON of at most `MOST_LEVELS` levels and `MOST_PARTS` parts. Throws a `SyntaxError` for anything else. */
export function parseJson(text: string): unknown {
  if (isTooMuch(text)) throw new SyntaxError("too many levels or parts");
  return JSON.parse(text) as unknown;
}

function isTooMuch(text: string): boolean {
  let level = 0;
  let parts = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) {
      if (code === BACKSLASH) index += 1;
    } else if (isOpening(code)) {
      level += 1;
      parts += 1;
      if (level > MOST_LEVELS || parts > MOST_PARTS) return true;
    } else if (isClosing(code)) level -= 1;
  }
  return false;
}

/** `[` and `{` */
function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

/** `]` and `}` */
function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}
