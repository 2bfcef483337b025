/** One reading of a log's window; its outer whitespace is gone. */
export interface WindowReading {
  readonly lines: readonly string[];
  /** One number for each line, see `keyOf`. */
  readonly keys: readonly number[];
  /** Bytes of the text in UTF-8. */
  readonly bytes: number;
}

/** Overlap of a reading with the one before it. */
export interface WindowOverlap {
  /** Number of lines at the end of the older reading that begin the newer one. */
  readonly length: number;
  /** Text that the older reading's last line has gained. */
  readonly growth: string;
  /** Number of distinct equal lines with text; counting stops at three. */
  readonly distinct: number;
}

/** Panels decode logs in pieces of this size (see `isSameLine`). */
const PIECE_BYTES = 4096;

/** Length from which a text may have been cut, stripped and lost characters included. */
const CUT_BYTES = PIECE_BYTES - 128;

/** Most full comparisons; only a log made to waste time has more places that nearly match. */
const MOST_LOOKS = 8;

/** With the blank line. */
const ENOUGH = 4;

/**
 * The largest overlap of two readings of one window, if there is one. The last line of the older reading may have
 * grown; the first of the newer one lacks its indentation. Takes time in proportion to the lines.
 */
export function findWindowOverlap(older: WindowReading, newer: WindowReading): WindowOverlap | undefined {
  const count = older.keys.length;
  const matching = prefixMatches(newer.keys, older.keys);
  const effort = { left: MOST_LOOKS * (older.bytes + newer.bytes) };
  for (let start = Math.max(0, count - newer.keys.length); start < count; start++) {
    const length = count - start;
    if ((matching[start] ?? 0) < length - 1) continue;
    const comparison = byLines(older, newer, length, effort);
    if (comparison !== undefined) return { length, ...comparison };
    if (effort.left < 0) return undefined;
  }
  return undefined;
}

/**
 * A hash that is equal for all readings of a line, at any place in the window: characters outside ASCII and
 * indentation do not count.
 */
export function keyOf(line: string): number {
  return hashOf(asciiOf(trimmedStart(line)));
}

/** Whether either of two readings is so long that the panel has cut it, see `isSameLine`. */
export function mayLackCharacters(older: WindowReading, newer: WindowReading): boolean {
  return Math.max(older.bytes, newer.bytes) >= CUT_BYTES;
}

/** A 32-bit number for a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Removes the indentation, see `trimmedEnd`. */
export function trimmedStart(text: string): string {
  return text.replace(LEADING, "");
}

/** Removes the whitespace at the end that Python's `strip` removes, which panels call. */
export function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
  return OTHER_BLANKS.test(String.fromCharCode(code));
}

// oxlint-disable-next-line no-control-regex
const LEADING = /^[\s\u001c-\u001f\u0085]+/;

const OTHER_BLANKS = /[\s\u0085]/;

type Found = Omit<WindowOverlap, "length">;

/** `effort` is in characters; each comparison reduces it. */
function byLines(
  older: WindowReading,
  newer: WindowReading,
  length: number,
  effort: { left: number },
): Found | undefined {
  const mayLack = mayLackCharacters(older, newer);
  const start = older.keys.length - length;
  // at its first line a window lacks the indentation
  const shownAt = (index: number) => {
    const line = lineAt(older, start + index);
    if (index === 0) return trimmedStart(line);
    return line;
  };
  // first of all: in a log that repeats itself the last line rules out most places
  const growth = growthOf(shownAt(length - 1), lineAt(newer, length - 1), mayLack);
  if (growth === undefined) return undefined;
  const distinctLines = new Set<string>([""]);
  let inexact = 0;
  let bytes = 0;
  for (let index = 0; index < length; index++) {
    const olderLine = shownAt(index);
    const line = lineAt(newer, index);
    effort.left -= line.length + 1;
    const isLast = index === length - 1;
    const isExact = isLast ? line.startsWith(olderLine) : line === olderLine;
    if (isExact && distinctLines.size < ENOUGH) distinctLines.add(trimmedStart(olderLine));
    // with the line break, and the character of up to four bytes that either reading lacks
    if (mayLack) bytes += Buffer.byteLength(line) + (isExact ? 1 : 9);
    if (isExact) continue;
    if (!mayLack) return undefined;
    if (!isLast && !isSameLine(olderLine, line)) return undefined;
    inexact += 1;
    // one character for each border that either reading has
    if (inexact > 2 * (1 + Math.floor(bytes / PIECE_BYTES))) return undefined;
  }
  return { growth, distinct: distinctLines.size - 1 };
}

function lineAt({ lines }: WindowReading, index: number): string {
  return lines[index] ?? "";
}

/** For each place in the text, how much of the pattern stands there: the Z function of both, one after the other. */
function prefixMatches(pattern: readonly number[], text: readonly number[]): readonly number[] {
  const values = [...pattern, -1, ...text];
  const matches = values.map(() => 0);
  let left = 0;
  let right = 0;
  for (let index = 1; index < values.length; index++) {
    let length = 0;
    if (index < right) length = Math.min(right - index, matches[index - left] ?? 0);
    while (values[length] === values[index + length] && index + length < values.length) length += 1;
    matches[index] = length;
    if (index + length > right) [left, right] = [index, index + length];
  }
  return matches.slice(pattern.length + 1);
}

/**
 * Whether two readings show one line of a file. Panels decode a log in pieces of 4096 bytes counted from its end and
 * drop the character that a border cuts; as the file grows, the borders move. So each reading may lack one character
 * outside ASCII, and of very long lines more.
 */
export function isSameLine(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.min(one.length, other.length) > LONG_LINE) return asciiOf(one) === asciiOf(other);
  const start = commonStart(one, other);
  const end = commonEnd(one, other, start);
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  return differsByLoss(left, right) || differsByLoss(right, left);
}

/**
 * Text that a line has gained between two readings; `older` was the last line of its window. `undefined` if the
 * later reading is of another line.
 * @param mayLack whether either reading may lack a character, see `isSameLine`
 */
export function growthOf(older: string, newer: string, mayLack: boolean): string | undefined {
  if (newer.startsWith(older)) return newer.slice(older.length);
  if (!mayLack) return undefined;
  const start = commonStart(older, newer);
  for (const length of [1, 2]) {
    const remaining = older.slice(start + length);
    if (isLost(older.slice(start, start + length)) && newer.startsWith(remaining, start))
      return newer.slice(start + remaining.length);
    const olderRest = older.slice(start);
    if (isLost(newer.slice(start, start + length)) && newer.startsWith(olderRest, start + length))
      return newer.slice(start + length + olderRest.length);
  }
  return undefined;
}

/** The part of a line that every reading of it has. */
export function asciiOf(line: string): string {
  // oxlint-disable-next-line no-control-regex
  return line.replaceAll(/[^\u0000-\u007f]+/g, "");
}

/** In UTF-16 units; a longer line can be cut by several borders. */
const LONG_LINE = 1300;

/** Whether `left` has one more character after the shared text, and `right` one before it: each lost one. */
function differsByLoss(left: string, right: string): boolean {
  for (const before of [0, 1, 2])
    for (const after of [0, 1, 2]) {
      const shared = left.length - after;
      if (shared < 0 || shared !== right.length - before) continue;
      const isEqual = left.slice(0, shared) === right.slice(before);
      const areLost = isLost(left.slice(shared)) && isLost(right.slice(0, before));
      if (isEqual && areLost) return true;
    }
  return false;
}

/** One character outside ASCII, or nothing. */
function isLost(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /^[^\u0000-\u007f]?$/u.test(text);
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function commonEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}
