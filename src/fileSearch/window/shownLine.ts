/** Part of a text, from its first sign to the one after its last. */
export type Span = readonly [from: number, to: number];

/** A line as its row shows it, and what of it is highlighted. */
export interface ShownLine {
  readonly label: string;
  readonly highlights: readonly [from: number, to: number][];
}

/** How much of a line stands before its match, as in VS Code's own search. */
const LONGEST_BEFORE = 26;

/** How much of a line its row shows: a side bar has room for less. */
const LONGEST_SHOWN = 250;

/** What would break a row, change the order of its signs or hide them. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Cuts a line around its match, so that a narrow side bar shows it, and says where in that the match is. */
export function shownLine(text: string, match: Span | undefined): ShownLine {
  const [from, to] = match ?? [0, 0];
  const before = shownBefore(text.slice(0, from));
  const matched = cutEnd(text.slice(from, to), LONGEST_SHOWN);
  const after = cutEnd(text.slice(to).trimEnd(), LONGEST_SHOWN - Math.min(matched.length, LONGEST_SHOWN - 1));
  const highlights: [number, number][] = matched === "" ? [] : [[before.length, before.length + matched.length]];
  return { label: shown(`${before}${matched}${after}`), highlights };
}

function shownBefore(text: string): string {
  const start = text.trimStart();
  if (start.length <= LONGEST_BEFORE) return start;
  return `…${withoutHalf(start.slice(-LONGEST_BEFORE))}`;
}

/** Replaces sign by sign, so that places stay what they are. */
function shown(text: string): string {
  return text.replace(UNSHOWABLE, (sign) => " ".repeat(sign.length));
}

function cutEnd(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Without the second half of a sign whose first half is cut off. */
function withoutHalf(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, "");
}
