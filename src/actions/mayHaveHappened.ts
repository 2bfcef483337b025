import type { PanelFailure } from "../wire/answers/failure.ts";

/**
 * Whether a change that failed like this may have taken place: a page or an unreadable answer can follow it
 * (docs/protocol.md 4.2).
 */
export function mayHaveHappened({ kind }: PanelFailure): boolean {
  return kind === "uncertain" || kind === "page" || kind === "malformed" || kind === "tooLarge";
}

/**
 * Whether the panel itself has ended what failed like this. 404 is the page with which panels end a handler that threw
 * (docs/protocol.md 4.1, 4.12). Pages of other statuses, 500 among them, also come from gateways that gave up on a
 * panel which is still at work.
 */
export function hasEnded(failure: PanelFailure): boolean {
  return failure.kind === "malformed" || isPanelsPage(failure);
}

/** The page that panels send for everything that they do not do (docs/protocol.md 4.1). */
export function isPanelsPage(failure: PanelFailure): boolean {
  return failure.kind === "page" && failure.status === 404;
}
