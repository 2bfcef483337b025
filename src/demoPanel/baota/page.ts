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

const NEIGHBOURS = 4;

/** Cuts out the page that `p` and `limit` ask for; throws where they are no numbers. */
export function pageOf<Row>({ fields, request }: HandlerContext, all: readonly Row[], defaultSize: number): Page<Row> {
  const size = Math.max(1, integer(fields, "limit", defaultSize));
  const current = Math.max(1, integer(fields, "p", 1));
  const shift = (current - 1) * size;
  return { html: htmlOf(request, current, size, all.length), shift, size, rows: all.slice(shift, shift + size) };
}

function htmlOf(request: PanelRequest, current: number, size: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / size));
  const link = (css: string, page: number, label: string) =>
    `<a class='${css}' href='${baseOf(request)}?p=${page}'>${label}</a>`;
  const parts = [
    ...(current > 1 ? [link("Pstart", 1, "首页"), link("Ppren", current - 1, "上一页")] : []),
    ...numbersAround(current, last).map((page) =>
      page === current ? `<span class='Pcurrent'>${page}</span>` : link("Pnum", page, String(page)),
    ),
    ...(current < last ? [link("Pnext", current + 1, "下一页"), link("Pend", last, "尾页")] : []),
    `<span class='Pcount'>共${total}条</span>`,
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
