/** Most levels of arrays and objects. Panels answer with up to ten; V8 takes a second for the millions that a body can hold. */
export const MOST_LEVELS = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Parses JSON of at most `MOST_LEVELS` levels. Throws a `SyntaxError` for anything else. */
export function parseJson(text: string): unknown {
  if (isDeep(text)) throw new SyntaxError("too many levels");
  return JSON.parse(text) as unknown;
}

function isDeep(text: string): boolean {
  let level = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) {
      if (sign === BACKSLASH) at += 1;
    } else if (isOpening(sign)) {
      level += 1;
      if (level > MOST_LEVELS) return true;
    } else if (isClosing(sign)) level -= 1;
  }
  return false;
}

/** `[` and `{` */
function isOpening(sign: number): boolean {
  return sign === 0x5b || sign === 0x7b;
}

/** `]` and `}` */
function isClosing(sign: number): boolean {
  return sign === 0x5d || sign === 0x7d;
}
