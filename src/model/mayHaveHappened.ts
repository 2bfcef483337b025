import type { PanelFailure } from "../panel/failure.ts";

/**
 * Whether a change that failed like this may have taken place: a page or an unreadable answer can follow it
 * (panel-reference.md 0.5).
 */
export function mayHaveHappened({ kind }: PanelFailure): boolean {
  return kind === "uncertain" || kind === "page" || kind === "malformed" || kind === "tooLarge";
}
