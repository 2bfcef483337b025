import {
  findWindowOverlap,
  type WindowOverlap,
  keyOf,
  mayLackCharacters,
  trimmedEnd,
  trimmedStart,
  type WindowReading,
} from "./windowOverlap.ts";

/** Changes that a reading of a log's window brings, in the order of display. */
export interface WindowChange {
  /** The log was started anew; the lines belong to another run. */
  readonly isSection: boolean;
  /** The new text of the line shown last; `from` is the old one. */
  readonly grown: { readonly from: string; readonly to: string; readonly growth: string } | undefined;
  /** Lines may have been lost before `lines`. */
  readonly maybeMissing: boolean;
  /** Raw lines, see `cleanTerminalText`. */
  readonly lines: readonly string[];
  /** The log is empty and was not before: a new run begins. */
  readonly isEmptied: boolean;
}

export interface LogWindowOptions {
  /** Most pieces between line breaks that the panel sends; the rest after the last line break is one. */
  readonly pieces: number;
  /**
   * Most blank lines that the panel strips at the ends of a window: one that is shorter by that many may still have
   * lost lines at its start. A tenth of the pieces by default.
   */
  readonly slack?: number;
  /** Whether the log is followed from its start, so that a full first window may have lost lines. */
  readonly fromStart?: boolean;
}

/** Fewest distinct lines with text in an overlap that is no chance. */
const EVIDENCE = 3;

type CutReading = WindowReading & Pick<EndOfLog, "isCut">;

const NOTHING: WindowChange = {
  isSection: false,
  grown: undefined,
  maybeMissing: false,
  lines: [],
  isEmptied: false,
};

/**
 * Follows a log of which a panel sends only the last lines, without outer whitespace (docs/protocol.md 12.4). A new
 * reading goes on where the largest overlap with the one before it ends. Keeps one reading, however long the log.
 */
export class LogWindow {
  readonly #pieces: number;
  readonly #slack: number;
  /** Whether a full first window has lost lines. */
  #fromStart: boolean;
  #shown = readingOf("");
  #isEmptied = false;
  /** Nothing was shown since the last `maybeMissing`. */
  #isMarked = false;

  constructor({ pieces, slack = Math.ceil(pieces / 10), fromStart = false }: LogWindowOptions) {
    this.#pieces = pieces;
    this.#slack = slack;
    this.#fromStart = fromStart;
  }

  /** Takes the next reading, as the panel sent it. */
  advance(text: string): WindowChange {
    const reading = readingOf(text);
    const change = this.#changeTo(reading);
    this.#fromStart = true;
    if (change.isEmptied) this.#isEmptied = true;
    if (reading.lines.length > 0) {
      this.#shown = reading;
      this.#isEmptied = false;
    }
    const isRepeated = this.#isMarked && !change.isSection && change.grown === undefined;
    const showsAnything = change.maybeMissing || change.lines.length > 0 || change.grown !== undefined;
    if (showsAnything) this.#isMarked = change.maybeMissing && change.lines.length === 0;
    if (change.maybeMissing && isRepeated) return { ...change, maybeMissing: false };
    return change;
  }

  #changeTo(reading: CutReading): WindowChange {
    const change = this.#changeFrom(this.#shown, reading);
    if (goesOnWhole(change) || !mayLackCharacters(this.#shown, reading)) return change;
    const shownReading = withoutLoneStart(this.#shown);
    const otherReading = withoutLoneStart(reading);
    if (shownReading.lines.length === 0 || otherReading.lines.length === 0) return change;
    const otherChange = this.#changeFrom(shownReading, otherReading);
    if (goesOnWhole(otherChange)) return otherChange;
    return change;
  }

  #changeFrom(shownReading: CutReading, reading: CutReading): WindowChange {
    const { lines, isCut } = reading;
    const knownLines = shownReading.keys.length;
    // one more piece follows the last line break, mostly an empty one; a longer log was sent whole
    const isFull = lines.length <= this.#pieces && lines.length + 1 + this.#slack >= this.#pieces;
    const mayHaveSlid = isFull || isCut;
    if (lines.length === 0) return { ...NOTHING, isEmptied: knownLines > 0 && !this.#isEmptied && !mayHaveSlid };
    if (knownLines === 0) {
      const maybeMissing = mayHaveSlid && this.#fromStart;
      return { ...NOTHING, maybeMissing, lines };
    }
    const overlap = findWindowOverlap(shownReading, reading);
    if (!this.#goesOn(overlap, knownLines, mayHaveSlid))
      return { ...NOTHING, isSection: true, maybeMissing: mayHaveSlid, lines };
    const maybeMissing = mayHaveSlid && !isEvident(overlap);
    if (overlap === undefined) return { ...NOTHING, maybeMissing, lines };
    const { length, growth } = overlap;
    const grown = { from: shownReading.lines.at(-1) ?? "", to: lines[length - 1] ?? "", growth };
    return {
      ...NOTHING,
      grown: growth === "" ? undefined : grown,
      maybeMissing,
      // else lines whose overlap was no chance would be shown twice
      lines: lines.slice(length),
    };
  }

  /** Whether a reading is of the run that is shown. @param knownLines the number of lines shown */
  #goesOn(overlap: WindowOverlap | undefined, knownLines: number, mayHaveSlid: boolean): boolean {
    if (mayHaveSlid && isEvident(overlap)) return true;
    if (this.#isEmptied) return false;
    // a window from the log's start can only go on after all the lines shown
    return mayHaveSlid || overlap?.length === knownLines;
  }
}

/** Whether a change goes on where the log was, without a gap. */
function goesOnWhole({ isSection, maybeMissing }: WindowChange): boolean {
  return !isSection && !maybeMissing;
}

/** Whether an overlap is no chance. */
function isEvident(overlap: WindowOverlap | undefined): boolean {
  return overlap !== undefined && overlap.distinct >= EVIDENCE;
}

const LONE_CHARACTER = /^\s*[^\0-\x7f]\s*$/u;

/**
 * Drops a first line of one character outside ASCII, and the blank lines after it: at the border of a piece panels
 * lose such a line, and send it again when the log has grown.
 */
function withoutLoneStart(reading: CutReading): CutReading {
  const { lines, keys } = reading;
  if (!LONE_CHARACTER.test(lines[0] ?? "")) return reading;
  const start = lines.findIndex((line, index) => index > 0 && trimmedStart(line) !== "");
  if (start === -1) return { ...reading, lines: [], keys: [] };
  return { ...reading, lines: lines.slice(start), keys: keys.slice(start) };
}

function readingOf(text: string): CutReading {
  const { text: end, isCut } = endOfLog(text);
  if (end === "") return { lines: [], isCut, keys: [], bytes: 0 };
  const lines = end.split("\n");
  return { lines, isCut, keys: lines.map(keyOf), bytes: Buffer.byteLength(end) };
}

/**
 * Longest part of a log that is followed, in characters. Panels send about a thousand lines, and a container's log
 * whole (docs/protocol.md 8.12).
 */
const LONGEST_LOG = 2 ** 20;

/** Most lines of a container's log, which is sent whole. */
const MOST_LINES = 20_000;

/** The end of a log that is followed and shown, without outer whitespace; `isCut`: there was more before it. */
export interface EndOfLog {
  readonly text: string;
  readonly isCut: boolean;
}

/** The last lines of a log; the end of the last one if that alone is too long. */
export function endOfLog(log: string): EndOfLog {
  const isLong = log.length > LONGEST_LOG;
  const logEnd = trimmedEnd(isLong ? wholeLines(log.slice(-LONGEST_LOG)) : log);
  const start = startOfLast(logEnd);
  return { text: trimmedStart(logEnd.slice(start)), isCut: isLong || start > 0 };
}

/** Drops a first line that may lack its beginning. */
function wholeLines(logEnd: string): string {
  const first = logEnd.indexOf("\n");
  if (first === -1) return logEnd;
  return logEnd.slice(first + 1);
}

/** Start of the last lines that are kept. */
function startOfLast(text: string): number {
  let position = text.length;
  for (let count = 0; count < MOST_LINES; count++) {
    position = text.lastIndexOf("\n", position - 1);
    // a place before the text counts as its first
    if (position <= 0) return 0;
  }
  return position + 1;
}
