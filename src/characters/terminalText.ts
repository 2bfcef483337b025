/** Escape sequences of terminals, also one that the end of the text cuts off. */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*(?:[@-~]|$)|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|\u001b?$)|\u001b[ -/]*(?:[0-~]|$)/g;

/** Moves of the cursor within a line, and erasures. */
// oxlint-disable-next-line no-control-regex
const MOVING = /[\b\r]|(?:\u001b\[|\u009b)[0-?]*[CDGK`]/;

/** Sequences of that kind; others may have the same characters in a title. */
// oxlint-disable-next-line no-control-regex
const MOVING_SEQUENCE = /^(?:\u001b\[|\u009b)[0-?]*[CDGK`]$/;

/** One of those, or text between them. */
const PARTS =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)(?<parameters>[0-?]*)(?<move>[CDGK`])|(?<back>[\b]+)|(?<start>\r+)|[^\b\r\u001b\u009b]+/g;

/** Controls but for the tab, and characters that change the writing direction. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** How far to the right a line may be moved beyond its end; terminals are narrower. */
const WIDEST = 200;

/**
 * Converts a raw log line (without its `\n`) to what a terminal shows at its end: spinners and progress bars write over what they wrote
 * before. Tabs stay; colours, control characters and characters that change the writing direction are removed. A line that was
 * written before stays as it is, so moves up and down are left out.
 */
export function cleanTerminalText(line: string): string {
  const written = line.replaceAll(SEQUENCES, (sequence) => (MOVING_SEQUENCE.test(sequence) ? sequence : ""));
  return (MOVING.test(written) ? shownAtEnd(written) : written).replaceAll(HIDDEN, "");
}

/** Whether a text of a line writes over what stands there. */
export function isRewriting(text: string): boolean {
  return MOVING.test(text);
}

/** The line of a terminal to which all of a text was written, one character a column. */
function shownAtEnd(text: string): string {
  const cells: string[] = [];
  let column = 0;
  const moveTo = (wanted: number) => (column = Math.min(Math.max(0, wanted), Math.max(cells.length, WIDEST)));
  for (const { 0: part, groups = {} } of text.matchAll(PARTS)) {
    const { back, start, move, parameters = "" } = groups;
    if (start !== undefined) column = 0;
    else if (back !== undefined) moveTo(column - back.length);
    else if (move === "K") erase(cells, column, parameters);
    else if (move === undefined) for (const character of part) cells[column++] = character;
    else moveTo(movedBy(move, column, Number.parseInt(parameters, 10) || 1));
  }
  // what was never written to is blank
  return Array.from(cells, (cell: string | undefined) => cell ?? " ").join("");
}

function movedBy(move: string, column: number, count: number): number {
  if (move === "C") return column + count;
  if (move === "D") return column - count;
  return count - 1;
}

/** Erases in place. @param how `0` or nothing: from the column on; `1`: up to it, where nothing is behind it; `2`: the whole line */
function erase(cells: string[], column: number, how: string): void {
  if (how === "2" || (how === "1" && column >= cells.length)) cells.length = 0;
  else if (how !== "1") cells.length = Math.min(cells.length, column);
}
