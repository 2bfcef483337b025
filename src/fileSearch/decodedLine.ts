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

type Encoding = "utf-8" | "gb18030" | "windows-1252";

/** Longest character, but for its last byte: so many bytes of a character may stand where a line was cut. */
const MOST_LOOSE = 3;

/** Two bytes that almost all Chinese text has somewhere, and text of Latin-1 hardly ever. */
const CHINESE = /[\u00b0-\u00f7][\u00a1-\u00fe]/;

/**
 * Decodes a line in which text was found: in the first encoding in which it has that text. `undefined`: it has it in none, because the bytes
 * that were found are parts of other characters.
 */
export function lineWithText(line: LineBytes, find: Finder): DecodedLine | undefined {
  for (const { bytes, encoding } of readingsOf(line)) {
    const text = decoded(bytes, encoding);
    const ranges = find(text);
    if (ranges.length > 0) return { text, ranges };
  }
  return undefined;
}

/** Decodes a line of which is known which bytes were found, in order. Bytes that are parts of other characters are shown by themselves. */
export function lineWithRanges(line: LineBytes, found: readonly ByteRange[]): DecodedLine {
  const { bytes, encoding } = readingsOf(line)[0] ?? asLatin1(line);
  const skipped = bytes.byteOffset - line.bytes.byteOffset;
  let text = "";
  let at = 0;
  const ranges: MatchRange[] = [];
  for (const { start, end } of found.slice(0, MOST_RANGES)) {
    const [from, to] = [Math.max(start - skipped, at), Math.min(end - skipped, bytes.length)];
    if (from >= to) continue;
    const before = text + decoded(bytes.subarray(at, from), encoding);
    text = before + decoded(bytes.subarray(from, to), encoding);
    ranges.push({ start: before.length, end: text.length });
    at = to;
  }
  return { text: text + decoded(bytes.subarray(at), encoding), ranges };
}

interface Reading {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
}

/** In which encodings a line may be, the likeliest first. Chinese text is none of Latin-1, which all else may be. */
function readingsOf(line: LineBytes): readonly Reading[] {
  const chinese = charactersIn(line, "gb18030");
  const isChinese = chinese.length > 0 && CHINESE.test(line.bytes.toString("latin1"));
  return [...charactersIn(line, "utf-8"), ...(isChinese ? [] : [asLatin1(line)]), ...chinese];
}

function asLatin1({ bytes }: LineBytes): Reading {
  return { bytes, encoding: "windows-1252" };
}

function decoded(bytes: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** The parts of a line that are whole characters: without what is loose where it was cut. */
function charactersIn(line: LineBytes, encoding: "utf-8" | "gb18030"): readonly Reading[] {
  const { isCutBefore, isCutAfter } = line;
  const parts: Reading[] = [];
  for (let before = 0; before <= (isCutBefore ? MOST_LOOSE : 0); before++)
    for (let after = 0; after <= (isCutAfter ? MOST_LOOSE : 0); after++) {
      const bytes = line.bytes.subarray(before, line.bytes.length - after);
      if (!isText(bytes, encoding)) continue;
      parts.push({ bytes, encoding });
      break;
    }
  return parts;
}
