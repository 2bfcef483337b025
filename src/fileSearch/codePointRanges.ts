/** Characters from the first to the last, by their code points. */
export type CodePoints = readonly [first: number, last: number];

export const LAST_CODE_POINT = 0x10_ff_ff;

/** The same characters as ranges in order, without overlaps. */
export function mergedRanges(ranges: readonly CodePoints[]): readonly CodePoints[] {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([left], [right]) => left - right)) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** All other characters. */
export function otherRanges(ranges: readonly CodePoints[]): readonly CodePoints[] {
  const others: CodePoints[] = [];
  let next = 0;
  for (const [first, last] of mergedRanges(ranges)) {
    if (first > next) others.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) others.push([next, LAST_CODE_POINT]);
  return others;
}

/** What ranges have between two code points. */
export function rangesWithin(ranges: readonly CodePoints[], lowest: number, highest: number): readonly CodePoints[] {
  return ranges
    .map(([first, last]): CodePoints => [Math.max(first, lowest), Math.min(last, highest)])
    .filter(([first, last]) => first <= last);
}

/** How many characters these are. */
export function countIn(ranges: readonly CodePoints[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}
