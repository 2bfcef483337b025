import { gbBytes } from "./gbBytes.ts";
import type { SearchQuery } from "./searchQuery.ts";

/** How many characters of a long text are looked for in what is shown of a line. */
export const MOST_SHOWN = 200;

/** What `grep` is given for a query. */
export interface SearchedText {
  /** Lines of bytes that `grep -F` takes; `undefined`: it takes the expression. */
  readonly text: Buffer | undefined;
  /** It is for `grep -P` in UTF-8; where there is a text, its beginning, byte by byte. */
  readonly expression: string;
}

/** Letters beyond ASCII that `grep -F` finds in their own case alone. */
const CASED = /(?=[^\0-\u007f])\p{Changes_When_Casemapped}/u;

/** A query as `grep` takes it. An expression is given as it was typed. */
export function searchedText(query: SearchQuery): SearchedText {
  const { text, isRegExp, isCaseSensitive } = query;
  if (isRegExp) return { text: undefined, expression: text };
  if (!isCaseSensitive && CASED.test(text))
    return { text: undefined, expression: withBoundaries(query, literalExpression(text)) };
  const shown = encodedForms(beginningOf(text)).map((bytes) => [...bytes].map(byteExpression).join(""));
  return {
    text: Buffer.concat(encodedForms(text).map((bytes) => Buffer.concat([bytes, Buffer.from("\n")]))),
    expression: withBoundaries(query, `(?:${shown.join("|")})`),
  };
}

/** The characters of a text; halves of one become signs of something unread. */
function charactersOf(text: string): readonly string[] {
  return Array.from(text.toWellFormed());
}

/** Whether more characters of a text are looked for than in what is shown of a line. */
export function isLong(text: string): boolean {
  return charactersOf(text).length > MOST_SHOWN;
}

/** What is looked for of a text in what is shown of a line. */
export function beginningOf(text: string): string {
  return charactersOf(text).slice(0, MOST_SHOWN).join("");
}

/** An expression that finds a text as it is, for JavaScript and `grep -P`. */
export function literalExpression(text: string): string {
  return text.toWellFormed().replaceAll(/[\\^$.|?*+()[\]{}/-]/g, (sign) => byteExpression(sign.charCodeAt(0)));
}

/** An expression with boundaries where a word of the text begins or ends, as VS Code has it for whole words. */
export function withBoundaries({ text, isWholeWord }: SearchQuery, expression: string): string {
  if (!isWholeWord) return expression;
  return `${boundaryAt(text.at(0))}${expression}${isLong(text) ? "" : boundaryAt(text.at(-1))}`;
}

function boundaryAt(sign = ""): string {
  return /\w/.test(sign) ? String.raw`\b` : "";
}

function byteExpression(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** The bytes of a text in UTF-8, and in GB18030 if that has all of it and others. */
function encodedForms(text: string): readonly Buffer[] {
  const utf8 = Buffer.from(text.toWellFormed());
  const gb = charactersOf(text).map((character) => gbBytes(character.codePointAt(0) ?? 0));
  if (gb.includes(undefined)) return [utf8];
  const other = Buffer.from(gb.flatMap((bytes) => bytes ?? []));
  return other.equals(utf8) ? [utf8] : [utf8, other];
}
