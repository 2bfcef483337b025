import * as v from "valibot";
import { rawText } from "./fields.ts";
import { visibleText } from "../../characters/plainText.ts";

/** Most rows of a list without pages; no panel has as many of anything. */
const MOST_ROWS = 5_000;

/** Most rows of one page; we request at most 200. */
const MOST_ROWS_OF_A_PAGE = 1_000;

/** Most unreadable rows with an entry of their own; the rest share one. */
export const MOST_UNREADABLE = 100;

const MOST_FIELDS = 10;
const LONGEST_FIELD = 80;

/** A row that could not be read: where it stood, and the dotted names of the fields at fault, never their values. */
export interface UnreadableRow {
  readonly index: number;
  readonly fields: readonly string[];
  /** Number of rows that this entry stands for, if they share one. */
  readonly count?: number;
}

/** Rows of a list. One broken row never hides the others. */
export interface Listing<Row> {
  readonly rows: readonly Row[];
  readonly unreadable: readonly UnreadableRow[];
  /** Number of rows on the panel, if its answer has it. */
  readonly total: number | undefined;
}

/** A page of a list, and its route if pages of other routes have other rows. */
export interface ListPage<Row, Route extends string = string> extends Listing<Row> {
  readonly route?: Route;
}

/**
 * Whether these pages, in their order, are the whole list: what is not on them is not on the panel, unless it is a
 * row that could not be read. A list that changed between two pages may have moved a row past both.
 */
export function isComplete(pages: readonly Listing<unknown>[]): boolean {
  const count = pages.reduce((sum, page) => sum + lengthOf(page), 0);
  return pages.every((page, index) => page.total === count || (index > 0 && lengthOf(page) === 0));
}

/** Reads each element on its own, up to `mostRows`; the rest counts as unreadable. */
export function rowsOf<S extends v.GenericSchema>(
  row: S,
  mostRows = MOST_ROWS,
): v.GenericSchema<unknown, Pick<Listing<v.InferOutput<S>>, "rows" | "unreadable">> {
  return v.pipe(
    v.custom<readonly unknown[]>(Array.isArray),
    v.transform((elements) => {
      const rows: v.InferOutput<S>[] = [];
      const unreadable: UnreadableRow[] = [];
      const readCount = Math.min(elements.length, mostRows);
      let remaining = elements.length - readCount;
      for (let index = 0; index < readCount; index++) {
        const isReported = unreadable.length < MOST_UNREADABLE;
        const parsed = v.safeParse(row, elements[index], { abortEarly: !isReported });
        if (parsed.success) rows.push(parsed.output);
        else if (isReported) unreadable.push({ index, fields: fieldsAtFault(parsed.issues) });
        else remaining += 1;
      }
      if (remaining > 0) unreadable.push({ index: readCount, fields: ["(more)"], count: remaining });
      return { rows, unreadable };
    }),
  );
}

/** Number of rows, readable or not. */
export function lengthOf({ rows, unreadable }: Pick<Listing<unknown>, "rows" | "unreadable">): number {
  return unreadable.reduce((sum, { count = 1 }) => sum + count, rows.length);
}

/**
 * A page of `{ page, data }`: `page` is HTML whose `Pcount` holds the total, "共12条" or "Total 12" (docs/protocol.md
 * 2.11).
 */
export function pageOf<S extends v.GenericSchema>(row: S): v.GenericSchema<unknown, Listing<v.InferOutput<S>>> {
  return v.pipe(
    v.object({ page: v.nullish(rawText), data: rowsOf(row, MOST_ROWS_OF_A_PAGE) }),
    v.transform(({ page, data }) => ({ ...data, total: totalOf(page ?? "") })),
  );
}

/** Parameters of `pageOf`. */
export const pageParams = v.object({ page: v.pipe(v.number(), v.integer()), limit: v.pipe(v.number(), v.integer()) });

export function pageFields({ page, limit }: v.InferOutput<typeof pageParams>) {
  return { p: String(page), limit: String(limit) };
}

/** A bare array, which is the whole list. */
export function wholeListOf<S extends v.GenericSchema>(row: S): v.GenericSchema<unknown, Listing<v.InferOutput<S>>> {
  return v.pipe(
    rowsOf(row),
    v.transform((list) => ({ ...list, total: lengthOf(list) })),
  );
}

/**
 * Dotted paths of what a schema could not read; "(whole)" where it is the value itself. Some of the names are a
 * panel's.
 */
export function fieldsAtFault(issues: readonly v.BaseIssue<unknown>[]): readonly string[] {
  const fields = new Set<string>();
  for (const issue of issues) {
    if (fields.size === MOST_FIELDS) break;
    fields.add(visibleText(v.getDotPath(issue) ?? "(whole)", LONGEST_FIELD));
  }
  return [...fields];
}

/** The total in the HTML with which panels turn pages. */
export function totalOf(html: string): number | undefined {
  const digits = /Pcount'?>[^<\d]{0,40}(\d{1,15})/.exec(html)?.[1];
  if (digits === undefined) return undefined;
  return Number(digits);
}
