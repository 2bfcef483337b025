import {
  type CodePoints,
  countIn,
  LAST_CODE_POINT,
  mergedRanges,
  otherRanges,
  rangesWithin,
} from "./codePointRanges.ts";
import { gbBytes, twoByteCharacters } from "./gbBytes.ts";

/** The expression for one byte. */
export function byteExpression(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** A character of several bytes in UTF-8. */
const UTF8 = [
  String.raw`[\xc2-\xdf][\x80-\xbf]`,
  String.raw`[\xe0-\xef][\x80-\xbf]{2}`,
  String.raw`[\xf0-\xf4][\x80-\xbf]{3}`,
].join("|");

/** The rest of a character of UTF-8, from within. */
const REST_OF_UTF8 = [
  String.raw`(?<=[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})[\x80-\xbf]`,
  String.raw`(?<=[\xe0-\xef]|[\xf0-\xf4][\x80-\xbf])[\x80-\xbf]{2}`,
  String.raw`(?<=[\xf0-\xf4])[\x80-\xbf]{3}`,
].join("|");

/** Before a character of GBK or Latin-1: where all up to the next one of ASCII is UTF-8, also from within a character, there is none. */
const NO_UTF8 = String.raw`(?!(?:${UTF8}|${REST_OF_UTF8})(?:${UTF8})*+(?![\x80-\xff]))`;

/** A byte that ends no character of UTF-8. */
const UNBOUND = String.raw`(?:[\xc0-\xff]|(?<![\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})[\x80-\xbf])`;

/** What may be one in GBK or Latin-1: only where there is none of UTF-8, of which it would be a part. */
const OTHER = String.raw`(?!${UTF8})${NO_UTF8}(?:[\x81-\xfe][\x80-\xfe]|${UNBOUND}[\x40-\x7e]|${UNBOUND})`;

const BEYOND_ASCII = `(?:${UTF8}|${OTHER})`;

/** After a byte of Latin-1, where it would be part of a character of UTF-8. */
const ALONE = String.raw`(?![\x80-\xbf])`;

/** In how many characters other cases are looked for: ranges of more have letters of all cases, or of none. */
const MOST_CASES = 512;

/** Of so many characters, hardly any is another one in UTF-8; of a range like all Chinese ones, many are. */
const FEW = 16;

/** The expression for a character of a file, by its bytes in UTF-8, GB18030 or Latin-1. */
export function characterExpression(codePoint: number, isCaseSensitive: boolean): string {
  if (codePoint < 0x80) return byteExpression(codePoint);
  const all = casesOf(codePoint, isCaseSensitive).flatMap((each) => encodedForms(each));
  return `(?-i:${[...new Set(all)].join("|")})`;
}

/** A character in its other cases, where it has any, each one character. */
export function casesOf(codePoint: number, isCaseSensitive: boolean): readonly number[] {
  if (isCaseSensitive) return [codePoint];
  const text = String.fromCodePoint(codePoint);
  const forms = [text, text.toLowerCase(), text.toUpperCase()];
  const single = forms.filter((form) => form.length === String.fromCodePoint(form.codePointAt(0) ?? 0).length);
  return [...new Set(single.map((form) => form.codePointAt(0) ?? 0))];
}

function encodedForms(codePoint: number): readonly string[] {
  const utf8 = [...Buffer.from(String.fromCodePoint(codePoint))];
  const gb = gbBytes(codePoint);
  const forms = [utf8, ...(gb === undefined ? [] : [gb])].map((bytes) => bytes.map(byteExpression).join(""));
  return isLatin1(codePoint) ? [...forms, byteExpression(codePoint) + ALONE] : forms;
}

/** Whether a character beyond ASCII is one of Latin-1 that is seen. */
export function isLatin1(codePoint: number): boolean {
  return codePoint >= 0xa0 && codePoint <= 0xff;
}

/**
 * The expression for one character of a class.
 * @param isRepeated it stands for any number of them, so that bytes do for characters
 */
export function classExpression(ranges: readonly CodePoints[], isCaseSensitive: boolean, isRepeated: boolean): string {
  const ascii = rangesWithin(mergedRanges(ranges), 0, 0x7f);
  const beyond = mergedRanges(withCases(rangesWithin(ranges, 0x80, LAST_CODE_POINT), isCaseSensitive));
  // the end of a line is never in it
  const bytes = rangesWithin(otherRanges([...otherRanges(ascii), [0x0a, 0x0a]]), 0, 0x7f).map(byteRange);
  const lacks = rangesWithin(otherRanges(beyond), 0x80, LAST_CODE_POINT);
  if (lacks.length === 0 && isRepeated) return `[${bytes.join("")}\\x80-\\xff]`;
  const parts = [
    ...(bytes.length > 0 ? [`[${bytes.join("")}]`] : []),
    ...(beyond.length > 0 ? [beyondExpression(beyond, lacks)] : []),
  ];
  if (parts.length === 0) return "(?!)";
  return `(?:${parts.join("|")})`;
}

function byteRange([first, last]: CodePoints): string {
  if (first === last) return byteExpression(first);
  return `${byteExpression(first)}-${byteExpression(last)}`;
}

/** These characters, and those that differ from them in case alone. */
export function withCases(ranges: readonly CodePoints[], isCaseSensitive: boolean): readonly CodePoints[] {
  if (isCaseSensitive || countIn(ranges) > MOST_CASES) return ranges;
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => casesOf(first + index, false))
      .flat()
      .map((each): CodePoints => [each, each]),
  );
}

/** Of characters beyond ASCII. @param lacks all others of these */
function beyondExpression(ranges: readonly CodePoints[], lacks: readonly CodePoints[]): string {
  if (lacks.length === 0) return BEYOND_ASCII;
  if (countIn(lacks) < countIn(ranges)) return `(?!${encodedRanges(lacks)})${BEYOND_ASCII}`;
  return encodedRanges(ranges);
}

function encodedRanges(ranges: readonly CodePoints[]): string {
  const latin1 = rangesWithin(ranges, 0xa0, 0xff).map(byteRange);
  const parts = [
    ...ranges.flatMap((range) => utf8Ranges(range)),
    ...gbRanges(ranges, countIn(ranges) > FEW),
    ...(latin1.length > 0 ? [`[${latin1.join("")}]${ALONE}`] : []),
  ];
  return `(?-i:${parts.join("|")})`;
}

/** Where the number of bytes in UTF-8 changes, and what is no character. */
const UTF8_PARTS: readonly CodePoints[] = [
  [0x80, 0x7_ff],
  [0x8_00, 0xd7_ff],
  [0xe0_00, 0xff_ff],
  [0x1_00_00, LAST_CODE_POINT],
];

function utf8Ranges(range: CodePoints): readonly string[] {
  return UTF8_PARTS.flatMap(([lowest, highest]) => rangesWithin([range], lowest, highest)).flatMap(([first, last]) =>
    byteRanges([...Buffer.from(String.fromCodePoint(first))], [...Buffer.from(String.fromCodePoint(last))]),
  );
}

/** The expressions of all sequences of bytes from one to another one of the same length, in UTF-8. */
function byteRanges(first: readonly number[], last: readonly number[]): readonly string[] {
  const [low = 0, ...lowRest] = first;
  const [high = 0, ...highRest] = last;
  if (lowRest.length === 0) return [`[${byteRange([low, high])}]`];
  const lowest = lowRest.map(() => 0x80);
  const highest = lowRest.map(() => 0xbf);
  if (low === high) return byteRanges(lowRest, highRest).map((rest) => byteExpression(low) + rest);
  const isWholeLow = lowRest.every((byte) => byte === 0x80);
  const isWholeHigh = highRest.every((byte) => byte === 0xbf);
  const middle: CodePoints = [isWholeLow ? low : low + 1, isWholeHigh ? high : high - 1];
  return [
    ...(isWholeLow ? [] : byteRanges(lowRest, highest).map((rest) => byteExpression(low) + rest)),
    ...(middle[0] <= middle[1] ? [`[${byteRange(middle)}][\\x80-\\xbf]{${lowRest.length}}`] : []),
    ...(isWholeHigh ? [] : byteRanges(lowest, highRest).map((rest) => byteExpression(high) + rest)),
  ];
}

/**
 * In GBK, by first bytes that have the same second ones. Characters of four bytes are in no range.
 * @param isWide so many that some are parts of others in UTF-8: then only where there is none of that, and without those that have a letter
 */
function gbRanges(ranges: readonly CodePoints[], isWide: boolean): readonly string[] {
  const seconds = new Map<number, CodePoints[]>();
  for (const [codePoint, [first = 0, second = 0]] of twoByteCharacters())
    if ((!isWide || second >= 0x80) && ranges.some(([lowest, highest]) => codePoint >= lowest && codePoint <= highest))
      seconds.set(first, [...(seconds.get(first) ?? []), [second, second]]);
  const firsts = new Map<string, CodePoints[]>();
  for (const [first, all] of seconds) {
    const text = mergedRanges(all).map(byteRange).join("");
    firsts.set(text, [...(firsts.get(text) ?? []), [first, first]]);
  }
  const pairs = [...firsts].map(([second, all]) => `[${mergedRanges(all).map(byteRange).join("")}][${second}]`);
  return isWide && pairs.length > 0 ? [`${NO_UTF8}(?:${pairs.join("|")})`] : pairs;
}
