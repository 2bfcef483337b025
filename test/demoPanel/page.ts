import { pageAsked } from "../../src/demoPanel/demoSites.ts";
import { type Language, sentence } from "../../src/demoPanel/demoSentences.ts";
import { anySentence } from "./aapanel/languages.ts";
import type { HandlerContext } from "../../src/demoPanel/state.ts";
import { testState } from "./state.ts";
import type { PanelRequest } from "../../src/demoPanel/http.ts";

/** The fields of a deletion, without the database while MySQL does not run: the panel silently keeps it. */
export function keepingDatabase(context: HandlerContext): HandlerContext {
  const isDown = testState(context.state).web.databaseServerIsDown === true;
  return isDown ? { ...context, fields: { ...context.fields, database: "0" } } : context;
}

const NEIGHBOURS = 4;

/** Returns the HTML below a list, and the numbers of the page. */
export function pageFields(context: HandlerContext, answer: Readonly<Record<string, unknown>>, defaultSize: number) {
  const { size, current } = pageAsked(context, defaultSize);
  const total = Number(/\d+/.exec(String(answer["page"]).replace(/^.*Pcount/, ""))?.[0]);
  const last = Math.max(1, Math.ceil(total / size));
  const page = htmlOf(context.request, current, last, context.language, total);
  return { page, shift: String((current - 1) * size), row: String(size) };
}

function htmlOf(request: PanelRequest, current: number, last: number, language: Language, total: number): string {
  const link = (css: string, page: number, label: string) =>
    `<a class='${css}' href='${baseOf(request)}?p=${page}'>${label}</a>`;
  const parts = [
    ...(current > 1
      ? [
          link("Pstart", 1, anySentence(language, "first")),
          link("Ppren", current - 1, anySentence(language, "previous")),
        ]
      : []),
    ...numbersAround(current, last).map((page) =>
      page === current ? `<span class='Pcurrent'>${page}</span>` : link("Pnum", page, String(page)),
    ),
    ...(current < last
      ? [link("Pnext", current + 1, anySentence(language, "next")), link("Pend", last, anySentence(language, "last"))]
      : []),
    `<span class='Pcount'>${sentence(language, "total", total)}</span>`,
  ];
  return `<div>${parts.join("")}</div>`;
}

/** Lists page numbers; if one side has fewer, the other shows more. */
function numbersAround(current: number, last: number): readonly number[] {
  const from = Math.max(1, Math.min(current - NEIGHBOURS, last - 2 * NEIGHBOURS));
  const to = Math.max(current, Math.min(last, Math.max(current + NEIGHBOURS, 2 * NEIGHBOURS)));
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  // a page beyond the end is empty, but shown
  return numbers.filter((page) => page <= last || page === current);
}

function baseOf({ path, query }: PanelRequest): string {
  const rest = new URLSearchParams(query);
  rest.delete("p");
  return encodeURIComponent(`${path}?${rest.toString()}`).replaceAll("%2F", "/");
}
