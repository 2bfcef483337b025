import { say } from "../sentences.ts";
import { type HandlerContext, integer } from "../state/handler.ts";

/** One page of a list. */
export interface Page<Row> {
  /** What panels show below the list, of which only the total is read (docs/protocol.md 2.11). */
  readonly html: string;
  readonly rows: readonly Row[];
}

/** Cuts out the page that `p` and `limit` ask for; throws where they are no numbers. */
export function cutPage<Row>(context: HandlerContext, all: readonly Row[], defaultSize: number): Page<Row> {
  const { size, current } = pageAsked(context, defaultSize);
  const shift = (current - 1) * size;
  const html = `<div><span class='Pcount'>${say(context.language, "total", all.length)}</span></div>`;
  return { html, rows: all.slice(shift, shift + size) };
}

/** Which page is asked for, and how many rows it has at most. */
export function pageAsked(
  { fields }: HandlerContext,
  defaultSize: number,
): { readonly size: number; readonly current: number } {
  const size = Math.max(1, integer(fields, "limit", defaultSize));
  return { size, current: Math.max(1, integer(fields, "p", 1)) };
}
