import * as v from "valibot";
import { text } from "./fields.ts";

/** A row that could not be read: where it stood, and the dotted names of the fields at fault, never their values. */
export interface UnreadableRow {
  readonly index: number;
  readonly fields: readonly string[];
}

/** Rows of a list. One broken row never hides the others. */
export interface Listing<Row> {
  readonly rows: readonly Row[];
  readonly unreadable: readonly UnreadableRow[];
  /** How many there are on the panel in all, where it tells. */
  readonly total: number | undefined;
  /** Which of several ways to list it came; those ways differ in rows and in how many make a page. */
  readonly route?: string;
}

/**
 * Whether these pages, in their order, are the whole list: what is not on them is not on the panel, unless it is a row
 * that could not be read. A list that changed between two pages may have moved a row past both.
 */
export function isComplete(pages: readonly Listing<unknown>[]): boolean {
  const count = pages.reduce((sum, { rows, unreadable }) => sum + rows.length + unreadable.length, 0);
  return pages.every(
    ({ rows, unreadable, total }, index) => total === count || (index > 0 && rows.length + unreadable.length === 0),
  );
}

/** Reads each element on its own. */
export function rowsOf<S extends v.GenericSchema>(
  row: S,
): v.GenericSchema<unknown, Pick<Listing<v.InferOutput<S>>, "rows" | "unreadable">> {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((elements) => {
      const rows: v.InferOutput<S>[] = [];
      const unreadable: UnreadableRow[] = [];
      elements.forEach((element, index) => {
        const parsed = v.safeParse(row, element);
        if (parsed.success) rows.push(parsed.output);
        else unreadable.push({ index, fields: fieldsAtFault(parsed.issues) });
      });
      return { rows, unreadable };
    }),
  );
}

/** A page of `{ page, data }`: `page` is HTML whose `Pcount` holds the total, "共12条" or "Total 12" (panel-reference.md 3). */
export function pageOf<S extends v.GenericSchema>(row: S): v.GenericSchema<unknown, Listing<v.InferOutput<S>>> {
  return v.pipe(
    v.object({ page: v.nullish(text), data: rowsOf(row) }),
    v.transform(({ page, data }) => ({ ...data, total: totalOf(page ?? "") })),
  );
}

/** A bare array, which is the whole list. */
export function wholeListOf<S extends v.GenericSchema>(row: S): v.GenericSchema<unknown, Listing<v.InferOutput<S>>> {
  return v.pipe(
    rowsOf(row),
    v.transform((list) => ({ ...list, total: list.rows.length + list.unreadable.length })),
  );
}

/** Dotted paths of what a schema could not read; "(whole)" where it is the value itself. */
export function fieldsAtFault(issues: readonly v.BaseIssue<unknown>[]): readonly string[] {
  return [...new Set(issues.map((issue) => v.getDotPath(issue) ?? "(whole)"))];
}

function totalOf(html: string): number | undefined {
  const digits = /Pcount'?>[^<\d]*(\d+)/.exec(html)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
