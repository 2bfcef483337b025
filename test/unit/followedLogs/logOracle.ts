import type { WindowChange } from "../../../src/followedLogs/logWindow.ts";

/** Whether the last `length` lines of a window can be the first ones of a later one, by the letter of the law. */
export function fits(before: readonly string[], after: readonly string[], length: number): boolean {
  if (length > before.length || length > after.length) return false;
  return before.slice(before.length - length).every((old, at) => {
    const line = after[at] ?? "";
    // the first line of a window lacks its indentation, the last one can grow
    const shown = at === 0 ? old.trimStart() : old;
    return at === length - 1 ? line.startsWith(shown) : line === shown;
  });
}

/** All overlaps that fit, the largest first; 0 is not among them. */
export function allOverlaps(before: readonly string[], after: readonly string[]): readonly number[] {
  return before.map((_, at) => before.length - at).filter((length) => fits(before, after, length));
}

/** How many different lines with text there are. */
export function distinctLines(lines: readonly string[]): number {
  return new Set(lines.map((line) => line.trimStart()).filter((line) => line !== "")).size;
}

/** What was shown, as a person sees it: lines and marks. */
export class Screen {
  readonly rows: { readonly kind: "line" | "missing" | "section"; text: string }[] = [];

  /** Nothing was shown since it was last said that lines may be missing. */
  endsInMark = false;

  show({ isSection, grown, maybeMissing, lines }: WindowChange): void {
    if (isSection) this.rows.push({ kind: "section", text: "" });
    if (grown !== undefined) {
      const last = this.rows.findLast(({ kind }) => kind === "line");
      if (last === undefined) throw new Error("nothing to go on with");
      last.text += grown.growth;
      this.endsInMark = false;
    }
    if (maybeMissing) this.rows.push({ kind: "missing", text: "" });
    if (maybeMissing) this.endsInMark = true;
    for (const text of lines) this.rows.push({ kind: "line", text });
    if (lines.length > 0) this.endsInMark = false;
  }

  /** Whether what is shown can be had from these lines by leaving some out. */
  isSubsequenceOf(written: readonly string[]): boolean {
    let at = 0;
    return this.rows.every(({ kind, text }, row) => {
      if (kind !== "line") return true;
      // where the reading stopped, a line may have gone on unseen
      const mayBeCut = this.rows[row + 1]?.kind !== "line";
      while (at < written.length) {
        const line = written[at++] ?? "";
        if (line.trim() === text.trim() || (mayBeCut && line.trim().startsWith(text.trim()))) return true;
      }
      return false;
    });
  }
}
