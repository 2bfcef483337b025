import { isText } from "../serverFiles/textBytes.ts";
import {
  type DecodedLine,
  type Finder,
  type LineBytes,
  lineWithRanges,
  lineWithText,
  MOST_RANGES,
} from "./decodedLine.ts";
import type { FoundFile, FoundLine, MatchRange } from "./foundFile.ts";
import type { SentLine, SentText } from "./searchOutput.ts";
import type { SearchQuery } from "./searchQuery.ts";
import { beginningOf, isLong, literalExpression, withBoundaries } from "./searchText.ts";

/** Bytes of a line's text that are kept. */
const MOST_TEXT = 600;

/** Lines of a file that are looked for; the server sends one more if there are more. */
export const MOST_FILE_LINES = 1_000;

/** What finds a text in what is shown of a line; a longer text is found by its beginning. Of an expression, the server says it. */
export function finderFor(query: SearchQuery): Finder {
  const { text, isCaseSensitive } = query;
  const source = withBoundaries(query, literalExpression(beginningOf(text)));
  const expression = new RegExp(source, isCaseSensitive ? "gu" : "giu");
  const whole = isLong(text) ? text.length : undefined;
  return (line) =>
    [...line.matchAll(expression)].slice(0, MOST_RANGES).map(({ index, 0: found }) => ({
      start: index,
      end: Math.min(index + (whole ?? found.length), line.length),
    }));
}

/** Reads what the server has said of a line; `undefined`: what it found there are parts of other characters. */
export function foundLine(line: SentLine, find: Finder | undefined): FoundLine | undefined {
  const { number, beginning, beyond } = line;
  const first = decodedPart(beginning, false, line, find);
  const isBeyond = beyond !== undefined && (first?.ranges ?? []).length === 0;
  const sent = isBeyond ? beyond : beginning;
  const part = isBeyond ? decodedPart(beyond, true, line, find) : first;
  if (part === undefined) return undefined;
  const isCutAfter = sent.bytes.length > MOST_TEXT;
  return { number, ...withoutLineEnd(part), isCutBefore: isBeyond, isCutAfter };
}

function decodedPart(
  { offset, bytes }: SentText,
  isCutBefore: boolean,
  { matches }: SentLine,
  find: Finder | undefined,
): DecodedLine | undefined {
  const part: LineBytes = { bytes: bytes.subarray(0, MOST_TEXT), isCutBefore, isCutAfter: bytes.length > MOST_TEXT };
  if (find !== undefined) return lineWithText(part, find);
  const ranges = matches.map(({ start, end }) => ({ start: start - offset, end: end - offset }));
  return lineWithRanges(
    part,
    ranges.filter(({ start }) => start >= 0 && start < part.bytes.length),
  );
}

/** Without the carriage return of a line's end. */
function withoutLineEnd({ text, ranges }: DecodedLine): DecodedLine {
  if (!text.endsWith("\r")) return { text, ranges };
  const length = text.length - 1;
  const inside = ranges.map(({ start, end }): MatchRange => ({ start, end: Math.min(end, length) }));
  return { text: text.slice(0, length), ranges: inside.filter(({ start, end }) => start < end) };
}

/** A file with lines of it. @param key its path byte by byte, as Latin-1. @param sent how many lines the server has sent, also those that were none */
export function foundFile(key: string, lines: readonly FoundLine[], sent = lines.length): FoundFile {
  const bytes = Buffer.from(key, "latin1");
  return {
    path: bytes.toString(),
    isExact: isText(bytes, "utf-8"),
    key,
    lines: lines.slice(0, MOST_FILE_LINES),
    hasMore: sent > MOST_FILE_LINES,
  };
}
