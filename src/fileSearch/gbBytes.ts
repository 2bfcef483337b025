/** Bytes of GB18030 that stand for one character. */
type Bytes = readonly number[];

/** The first character of GB18030's last part, which has all planes but the first in their order, and its number there. */
const FIRST_BEYOND = 0x1_00_00;
const NUMBER_BEYOND = 189_000;

let twoBytes: ReadonlyMap<number, Bytes> | undefined;
let fourBytes: ReadonlyMap<number, Bytes> | undefined;

/** The bytes of a character in GB18030; `undefined`: it has none. The tables are made of what Node decodes, when they are first needed. */
export function gbBytes(codePoint: number): Bytes | undefined {
  if (codePoint < 0x80) return [codePoint];
  if (codePoint >= FIRST_BEYOND) return fourOf(codePoint - FIRST_BEYOND + NUMBER_BEYOND);
  twoBytes ??= tableOf(allPairs());
  const two = twoBytes.get(codePoint);
  if (two !== undefined) return two;
  fourBytes ??= tableOf(allFours());
  return fourBytes.get(codePoint);
}

function allPairs(): readonly Bytes[] {
  const pairs: Bytes[] = [];
  for (let first = 0x81; first <= 0xfe; first++)
    for (let second = 0x40; second <= 0xfe; second++) if (second !== 0x7f) pairs.push([first, second]);
  return pairs;
}

/** The first plane alone. */
function allFours(): readonly Bytes[] {
  return Array.from({ length: 4 * 10 * 126 * 10 }, (_, number) => fourOf(number));
}

function fourOf(number: number): Bytes {
  const [first, second, third, fourth] = [
    Math.floor(number / 12_600),
    Math.floor(number / 1_260) % 10,
    Math.floor(number / 10) % 126,
    number % 10,
  ];
  return [0x81 + first, 0x30 + second, 0x81 + third, 0x30 + fourth];
}

/** Decodes all at once, a line each: no character of several bytes has a line break in it. */
function tableOf(all: readonly Bytes[]): ReadonlyMap<number, Bytes> {
  const text = new TextDecoder("gb18030").decode(Uint8Array.from(all.flatMap((bytes) => [...bytes, 0x0a])));
  const table = new Map<number, Bytes>();
  for (const [index, line] of text.split("\n").entries()) {
    const codePoint = line.codePointAt(0);
    const bytes = all[index];
    const isOne = codePoint !== undefined && codePoint !== 0xff_fd && String.fromCodePoint(codePoint) === line;
    if (isOne && bytes !== undefined && !table.has(codePoint)) table.set(codePoint, bytes);
  }
  return table;
}
