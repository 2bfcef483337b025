/**
 * A text with some levels of escapes undone, for comparing. Each letter of `text` is one byte of UTF-8, with ASCII in
 * lower case and "+" as a space, since forms write one for the other.
 */
export interface TextView {
  readonly text: string;
  /** Start of each byte in the original text, and its end after the last. */
  readonly starts: Uint32Array;
}

/** Escapes nest no deeper in practice: a URL in a URL in JSON, quoted by a log, has four levels. */
const MOST_LEVELS = 8;

/**
 * One level of escapes: percent encoding, HTML, and backslashes of JSON, Python and JavaScript; letters are lower
 * case.
 */
const ESCAPE =
  /%(?<percent>[\da-f]{2})|\\(?:u(?<high>d[89ab][\da-f]{2})\\u(?<low>d[c-f][\da-f]{2})|u(?<unit>[\da-f]{4})|x(?<hex>[\da-f]{2})|(?<letter>["'\\/bfnrt]))|&(?:#x0{0,4}(?<hexPoint>[\da-f]{1,5})|#0{0,4}(?<point>\d{1,6})|(?<name>amp|lt|gt|quot|apos));/g;

const LETTERS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const NAMES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The end of a line, with the indent of the next. */
const LINE_BREAK = /\r?\n(?:[ \t]{2,64}|[ \t]$)?/g;

/** The text itself, then with one level of escapes undone after the other. */
export function* viewsOf(text: string): Generator<TextView, void> {
  let view: TextView | undefined = plainView(text);
  for (let level = 0; view !== undefined && level <= MOST_LEVELS; level++) {
    yield view;
    view = unescapedOnce(view);
  }
}

/** A view with its lines joined; `undefined` if it has one line. */
export function joinedLines(view: TextView): TextView | undefined {
  if (view.text.includes("\n")) return replaced(view, LINE_BREAK, () => []);
  return undefined;
}

/** The next place in the text that a view has behind this one. */
export function placeBehind({ starts }: TextView, place: number): number | undefined {
  // places rise, and there may be as many to look for as there are letters
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return starts[low];
}

/** A text as it stands in a view. */
export function comparable(text: string): string {
  return plainView(text).text;
}

/** Bytes as they stand in a view of a text that escapes them. */
export function comparableBytes(bytes: Buffer): string {
  return Buffer.from(bytes.map(folded)).toString("latin1");
}

/** Start of an escape that may go on after the end of a view; its length if there is none. */
export function openEscape({ text }: TextView): number {
  const tail = text.slice(-LONGEST_ESCAPE);
  return text.length - tail.length + tail.search(OPEN_ESCAPE);
}

const LONGEST_ESCAPE = 12;

const OPEN_ESCAPE =
  /(?:%[\da-f]?|\\(?:x[\da-f]?|u(?:[\da-f]{0,3}|d[89ab][\da-f]{2}(?:\\(?:u[\da-f]{0,3})?)?))?|&(?:#x?[\da-f]{0,9}|[a-z]{0,4})|)$/;

/** Maps each position of a short ASCII text to itself; shared, because most texts are short ASCII. */
const OWN_PLACES = Uint32Array.from({ length: 1_024 }, (_, place) => place);

function plainView(text: string): TextView {
  if (text.length < OWN_PLACES.length && Buffer.byteLength(text, "utf8") === text.length)
    return { text: text.toLowerCase().replaceAll("+", " "), starts: OWN_PLACES.subarray(0, text.length + 1) };
  const bytes = Buffer.from(text, "utf8");
  const starts = new Uint32Array(bytes.length + 1);
  let start = 0;
  let next = 0;
  for (let position = 0; position < bytes.length; position++) {
    const byte = bytes[position] ?? 0;
    const isContinuation = (byte & 0xc0) === 0x80;
    if (!isContinuation) {
      start = next;
      // what takes four bytes is two units of a string
      next += byte >= 0xf0 ? 2 : 1;
    }
    starts[position] = start;
    bytes[position] = folded(byte);
  }
  starts[bytes.length] = text.length;
  return { text: bytes.toString("latin1"), starts };
}

/** `undefined` where there is nothing to undo. */
function unescapedOnce(view: TextView): TextView | undefined {
  if (/[%\\&]/.test(view.text)) return replaced(view, ESCAPE, ({ groups = {} }) => meantBy(groups));
  return undefined;
}

/** With bytes in place of what matches, which is never shorter; `undefined` where nothing does. */
function replaced(
  { text, starts }: TextView,
  pattern: RegExp,
  bytesFor: (match: RegExpMatchArray) => Iterable<number>,
): TextView | undefined {
  const bytes = Buffer.alloc(text.length);
  const from = new Uint32Array(text.length + 1);
  let length = 0;
  let position = 0;
  const copyTo = (end: number) => {
    length += bytes.write(text.slice(position, end), length, "latin1");
    from.set(starts.subarray(position, end), length - (end - position));
  };
  for (const match of text.matchAll(pattern)) {
    copyTo(match.index);
    for (const byte of bytesFor(match)) {
      bytes[length] = folded(byte);
      from[length++] = starts[match.index] ?? 0;
    }
    position = match.index + match[0].length;
  }
  if (position === 0) return undefined;
  copyTo(text.length);
  from[length] = starts[text.length] ?? 0;
  return { text: bytes.toString("latin1", 0, length), starts: from.subarray(0, length + 1) };
}

function meantBy(groups: Readonly<Record<string, string>>): Iterable<number> {
  const { percent, hex, high, low, unit, hexPoint, point, name = "", letter = "" } = groups;
  const byte = percent ?? hex;
  if (byte !== undefined) return [Number.parseInt(byte, 16)];
  const units = [high ?? unit, low].filter((digits) => digits !== undefined);
  if (units.length > 0)
    return Buffer.from(String.fromCharCode(...units.map((digits) => Number.parseInt(digits, 16))), "utf8");
  if (hexPoint !== undefined) return Buffer.from(String.fromCodePoint(Number.parseInt(hexPoint, 16)), "utf8");
  if (point !== undefined) return Buffer.from(String.fromCodePoint(Number.parseInt(point, 10)), "utf8");
  return Buffer.from(NAMES[name] ?? LETTERS[letter] ?? letter, "utf8");
}

function folded(byte: number): number {
  if (byte >= 0x41 && byte <= 0x5a) return byte | 0x20;
  if (byte === 0x2b) return 0x20;
  return byte;
}
