/** What stands where a secret was. */
export const MASK = "***";

/** A part of a text; `end` stands behind its last character. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Sorted, with those that overlap or touch as one. */
export function mergedRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/**
 * The part of a text between two places with a mask for each of these ranges, which are merged. `isInMask`: the last thing
 * before the part was a mask, which goes on.
 */
export function maskRanges(text: string, ranges: readonly Range[], { start, end }: Range, isInMask = false): string {
  if (start >= end) return "";
  const parts: string[] = [];
  let at = start;
  for (const range of ranges) {
    if (range.end <= at || range.start >= end) continue;
    if (range.start > at) parts.push(text.slice(at, range.start), MASK);
    else if (range.start === at || !isInMask) parts.push(MASK);
    at = range.end;
  }
  if (at < end) parts.push(text.slice(at, end));
  return parts.join("");
}
