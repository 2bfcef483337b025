import { type HandlerContext, integer } from "../state/handler.ts";
import type { PanelRequest } from "../http/panelRequest.ts";

/** One page of a list, with the numbers and the HTML that panels send along. */
export interface Page<Row> {
  readonly html: string;
  /** Rows before the page. */
  readonly shift: number;
  readonly size: number;
  readonly rows: readonly Row[];
}

/** What stands on the buttons below a list. */
export interface PageLabels {
  readonly first: string;
  readonly previous: string;
  readonly next: string;
  readonly last: string;
  readonly total: (rows: number) => string;
}

const NEIGHBOURS = 4;

/** Cuts out the page that `p` and `limit` ask for; throws where they are no numbers. */
export function cutPage<Row>(
  { fields, request }: HandlerContext,
  all: readonly Row[],
  defaultSize: number,
  labels: PageLabels,
): Page<Row> {
  const size = Math.max(1, integer(fields, "limit", defaultSize));
  const current = Math.max(1, integer(fields, "p", 1));
  const shift = (current - 1) * size;
  const last = Math.max(1, Math.ceil(all.length / size));
  const html = htmlOf(request, current, last, labels, all.length);
  return { html, shift, size, rows: all.slice(shift, shift + size) };
}

function htmlOf(request: PanelRequest, current: number, last: number, labels: PageLabels, total: number): string {
  const link = (css: string, page: number, label: string) =>
    `<a class='${css}' href='${baseOf(request)}?p=${page}'>${label}</a>`;
  const parts = [
    ...(current > 1 ? [link("Pstart", 1, labels.first), link("Ppren", current - 1, labels.previous)] : []),
    ...numbersAround(current, last).map((page) =>
      page === current ? `<span class='Pcurrent'>${page}</span>` : link("Pnum", page, String(page)),
    ),
    ...(current < last ? [link("Pnext", current + 1, labels.next), link("Pend", last, labels.last)] : []),
    `<span class='Pcount'>${labels.total(total)}</span>`,
  ];
  return `<div>${parts.join("")}</div>`;
}

/** Where one side has fewer pages, the other shows more. */
function numbersAround(current: number, last: number): readonly number[] {
  const from = Math.max(1, Math.min(current - NEIGHBOURS, last - 2 * NEIGHBOURS));
  const to = Math.max(current, Math.min(last, Math.max(current + NEIGHBOURS, 2 * NEIGHBOURS)));
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  // a page beyond the end is empty, and shown all the same
  return numbers.filter((page) => page <= last || page === current);
}

function baseOf({ path, query }: PanelRequest): string {
  const rest = new URLSearchParams(query);
  rest.delete("p");
  return encodeURIComponent(`${path}?${rest.toString()}`).replaceAll("%2F", "/");
}
