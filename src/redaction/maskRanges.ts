/** Replaces a secret. */
export const MASK = "***";

/** Part of a text; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Sorts ranges, and joins those that overlap or touch. */
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
 * The part of a text between two places with a mask for each of these ranges, which are merged. `isInMask`: the part
 * begins inside a mask that was already written.
 */
export function maskRanges(text: string, ranges: readonly Range[], { start, end }: Range, isInMask = false): string {
  if (start >= end) return "";
  const parts: string[] = [];
  let position = start;
  for (const range of ranges) {
    if (range.end <= position || range.start >= end) continue;
    if (range.start > position) parts.push(text.slice(position, range.start), MASK);
    else if (range.start === position || !isInMask) parts.push(MASK);
    position = range.end;
  }
  if (position < end) parts.push(text.slice(position, end));
  return parts.join("");
}
