import type { FoundLine, MatchRange } from "../foundFile.ts";

/** A line as its row shows it. */
export interface ShownLine {
  readonly label: string;
  /** Places in the label, each with the one after its end. */
  readonly highlights: [from: number, to: number][];
}

/** How much of a line stands before its first match, as in VS Code's own search: a side bar is narrow. */
const LONGEST_BEFORE = 26;

/** How much of a line its row shows. */
const LONGEST_SHOWN = 250;

/** What would break a row, hide what follows or change its order. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Cuts a line around its first match, and says where the matches are in what is left. */
export function shownLine({ text, ranges, isCutBefore, isCutAfter }: FoundLine): ShownLine {
  const from = beginOf(text, ranges[0]);
  const to = endOf(text, from);
  const before = from > 0 && text.slice(0, from).trim() !== "" ? "…" : startMark(isCutBefore);
  const after = to < text.length ? "…" : startMark(isCutAfter);
  const shift = before.length - from;
  const highlights = ranges
    .filter(({ start, end }) => start < to && end > start)
    .map(({ start, end }): [number, number] => [Math.max(start, from) + shift, Math.min(end, to) + shift]);
  return { label: `${before}${shown(text.slice(from, to))}${after}`, highlights };
}

function startMark(isCut: boolean): string {
  return isCut ? "…" : "";
}

/** Where the shown part begins: after blanks, and not far before the match, which may itself be blanks. */
function beginOf(text: string, first: MatchRange | undefined): number {
  const indent = text.length - text.trimStart().length;
  const { start } = first ?? { start: indent };
  const begin = Math.max(Math.min(indent, start), start - LONGEST_BEFORE);
  return isHalf(text, begin) ? begin + 1 : begin;
}

function endOf(text: string, from: number): number {
  const end = Math.min(text.length, from + LONGEST_SHOWN);
  return isHalf(text, end) ? end - 1 : end;
}

/** Whether a place is between the two halves of one sign. */
function isHalf(text: string, place: number): boolean {
  return /^[\udc00-\udfff]/.test(text.slice(place, place + 1)) && /[\ud800-\udbff]$/.test(text.slice(place - 1, place));
}

/** Replaces sign by sign, so that places stay what they are. */
function shown(text: string): string {
  return text.replace(UNSHOWABLE, (sign) => " ".repeat(sign.length));
}
