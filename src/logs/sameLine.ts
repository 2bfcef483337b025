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
 * What a line has gained between two readings, of which `before` was the last line of its window; `undefined` where
 * the later reading cannot be of that line.
 * @param mayLack whether either reading may lack a character, see `isSameLine`
 */
export function growthOf(before: string, after: string, mayLack: boolean): string | undefined {
  if (after.startsWith(before)) return after.slice(before.length);
  if (!mayLack) return undefined;
  const start = commonStart(before, after);
  for (const length of [1, 2]) {
    const remaining = before.slice(start + length);
    if (isLost(before.slice(start, start + length)) && after.startsWith(remaining, start))
      return after.slice(start + remaining.length);
    const rest = before.slice(start);
    if (isLost(after.slice(start, start + length)) && after.startsWith(rest, start + length))
      return after.slice(start + length + rest.length);
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

/** Whether one reading is `shared` with a lost character after it where the other has one before it. */
function differsByLoss(left: string, right: string): boolean {
  for (const before of [0, 1, 2])
    for (const after of [0, 1, 2]) {
      const shared = left.length - after;
      if (shared < 0 || shared !== right.length - before) continue;
      const isEqual = left.slice(0, shared) === right.slice(before);
      if (isEqual && isLost(left.slice(shared)) && isLost(right.slice(0, before))) return true;
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
