import { isText } from "../serverFiles/textBytes.ts";
import type { MatchRange } from "./foundFile.ts";

/** Bytes of a line, as the server sent them. */
export interface LineBytes {
  readonly bytes: Buffer;
  /** It does not begin, or end, where the line does. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** A part of bytes that was found; `end` is the index after it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Text, and what was found in it. */
export interface DecodedLine {
  readonly text: string;
  readonly ranges: readonly MatchRange[];
}

/** Finds what was searched for in text; nothing where it is not there. */
export type Finder = (text: string) => readonly MatchRange[];

/** Most ranges of a line. */
export const MOST_RANGES = 100;

type Encoding = "utf-8" | "gb18030";

/** Longest character, but for its last byte: so many bytes of a character may stand where a line was cut. */
const MOST_LOOSE = 3;

/** Two bytes that almost all Chinese text has somewhere, and text of Latin-1 hardly ever. */
const CHINESE = /[\u00b0-\u00f7][\u00a1-\u00fe]/;

/**
 * Decodes a line in which text was found: in the first of UTF-8, GB18030 and Latin-1 in which it has that text. `undefined`: it has it in
 * none, because the bytes that were found are parts of other characters.
 */
export function lineWithText(line: LineBytes, find: Finder): DecodedLine | undefined {
  for (const encoding of ["utf-8", "gb18030"] as const)
    for (const part of charactersIn(line, encoding)) {
      const text = decoded(part, encoding);
      const ranges = find(text);
      if (ranges.length > 0) return { text, ranges };
    }
  const text = latin1Of(line.bytes);
  if (isChinese(line)) return undefined;
  const ranges = find(text);
  return ranges.length > 0 ? { text, ranges } : undefined;
}

/** Decodes a line of which is known which bytes were found. `undefined`: these are parts of other characters. */
export function lineWithRanges(line: LineBytes, found: readonly ByteRange[]): DecodedLine | undefined {
  let isOther = false;
  for (const encoding of ["utf-8", "gb18030"] as const) {
    const [part] = charactersIn(line, encoding);
    if (part === undefined || (encoding === "gb18030" && !isChinese(line))) continue;
    const skipped = part.byteOffset - line.bytes.byteOffset;
    const inside = found.filter(({ start }) => start >= skipped && start < skipped + part.length);
    const ranges = inside.slice(0, MOST_RANGES).flatMap((range) => decodedRange(part, range, skipped, encoding) ?? []);
    if (ranges.length > 0 || inside.length === 0) return { text: decoded(part, encoding), ranges };
    isOther = true;
  }
  if (isOther) return undefined;
  const ranges = found
    .slice(0, MOST_RANGES)
    .map(({ start, end }) => ({ start, end: Math.min(end, line.bytes.length) }));
  return { text: latin1Of(line.bytes), ranges };
}

function decoded(bytes: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

function latin1Of(bytes: Buffer): string {
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Whether a line is Chinese text of GB18030, and not of Latin-1. */
function isChinese(line: LineBytes): boolean {
  return CHINESE.test(line.bytes.toString("latin1")) && charactersIn(line, "gb18030").length > 0;
}

/** The parts of a line that are whole characters: without what is loose where it was cut. */
function charactersIn({ bytes, isCutBefore, isCutAfter }: LineBytes, encoding: Encoding): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let before = 0; before <= (isCutBefore ? MOST_LOOSE : 0); before++)
    for (let after = 0; after <= (isCutAfter ? MOST_LOOSE : 0); after++) {
      const part = bytes.subarray(before, bytes.length - after);
      if (!isText(part, encoding)) continue;
      parts.push(part);
      break;
    }
  return parts;
}

/** A range of bytes as one of text; `undefined`: it begins or ends within a character. */
function decodedRange(
  part: Buffer,
  { start, end }: ByteRange,
  skipped: number,
  encoding: Encoding,
): MatchRange | undefined {
  const before = part.subarray(0, start - skipped);
  const match = part.subarray(start - skipped, end - skipped);
  const isCut = end - skipped > part.length;
  if (!isText(before, encoding) || (!isCut && !isText(match, encoding))) return undefined;
  const first = decoded(before, encoding).length;
  return { start: first, end: first + decoded(match, encoding).length };
}
