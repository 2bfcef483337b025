import { casesOf, characterExpression, isLatin1 } from "./byteClasses.ts";
import { gbBytes } from "./gbBytes.ts";
import { serverExpression } from "./serverExpression.ts";
import type { SearchQuery } from "./searchQuery.ts";

/** How many characters of a long text are looked for in what is shown of a line. */
export const MOST_SHOWN = 200;

/** What `grep` is given. */
export interface SearchedText {
  /** Lines of bytes that `grep -F` takes; `undefined`: it takes the expression. */
  readonly text: Buffer | undefined;
  /** For `grep -P`; of a long text only its beginning. */
  readonly expression: string;
  /** `grep -F` is to find it in any case of ASCII. */
  readonly isAnyCase: boolean;
}

/** What is given to `grep` for a query. Throws `UnsupportedPart` and `TooManyGroups`. */
export function searchedText(query: SearchQuery): SearchedText {
  const { isRegExp, isCaseSensitive } = query;
  const codePoints = codePointsOf(query.text);
  const source = isRegExp
    ? serverExpression(query.text, isCaseSensitive)
    : codePoints
        .slice(0, MOST_SHOWN)
        .map((each) => characterExpression(each, isCaseSensitive))
        .join("");
  const expression = `(?${isCaseSensitive ? "-" : ""}i:${wholeWords(query, source)})`;
  const isByExpression =
    isRegExp || codePoints.some((each) => each >= 0x80 && casesOf(each, isCaseSensitive).length > 1);
  return { text: isByExpression ? undefined : linesOf(codePoints), expression, isAnyCase: !isCaseSensitive };
}

/** The characters of a text; halves of one become signs of something unread. */
export function codePointsOf(text: string): readonly number[] {
  return Array.from(text.toWellFormed(), (character) => character.codePointAt(0) ?? 0);
}

/** With a boundary where a word begins or ends, as VS Code has it. */
function wholeWords({ text, isRegExp, isWholeWord }: SearchQuery, source: string): string {
  if (!isWholeWord) return source;
  if (isRegExp) return String.raw`\b(?:${source})\b`;
  const isCut = codePointsOf(text).length > MOST_SHOWN;
  return `${boundaryAt(text.at(0))}${source}${isCut ? "" : boundaryAt(text.at(-1))}`;
}

/** A boundary beside a sign of a word. */
export function boundaryAt(sign = ""): string {
  return /\w/.test(sign) ? String.raw`\b` : "";
}

/** The text in each encoding that has all of it, a line each. */
function linesOf(codePoints: readonly number[]): Buffer {
  const utf8 = Buffer.from(String.fromCodePoint(...codePoints));
  const gb = codePoints.map((each) => gbBytes(each));
  const isAllLatin1 = codePoints.every((each) => each < 0x80 || isLatin1(each));
  const lines = [
    utf8,
    ...(gb.includes(undefined) ? [] : [Buffer.from(gb.flatMap((bytes) => bytes ?? []))]),
    ...(isAllLatin1 ? [Buffer.from(codePoints)] : []),
  ];
  const unique = new Set(lines.map((line) => line.toString("latin1")));
  return Buffer.from([...unique].map((line) => `${line}\n`).join(""), "latin1");
}
