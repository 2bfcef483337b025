import { PanelError } from "../wire/answers/failure.ts";
import { isComplete, type Listing } from "../wire/answers/listing.ts";

/** The row of a page that is meant. Throws where there are two: nobody knows which of them a change would hit. */
export function onlyRow<Row>(rows: readonly Row[], isMeant: (row: Row) => boolean): Row | undefined {
  const [row, ...others] = rows.filter(isMeant);
  if (others.length > 0) throw new PanelError({ kind: "malformed", fields: ["(key)"] });
  return row;
}

/** No row moved from one page to another while they were read: it would stand on two of them, or on none. */
export function isSettled<Row>(pages: readonly Listing<Row>[], key: (row: Row) => string | undefined): boolean {
  const keys = pages.flatMap(({ rows }) => rows.flatMap((row) => key(row) ?? []));
  return isComplete(pages) && new Set(keys).size === keys.length;
}

/**
 * Why a row that is not on these pages may be on the panel all the same, as the fields at fault: unreadable, without its
 * key, or on a part of the list that was not told. Empty where it is not there.
 */
export function doubtsOf<Row>(
  pages: readonly Listing<Row>[],
  key: (row: Row) => string | undefined,
): readonly string[] {
  const fields = new Set(pages.flatMap(({ unreadable }) => unreadable.flatMap((row) => row.fields)));
  if (pages.some(({ rows }) => rows.some((row) => (key(row) ?? "") === ""))) fields.add("(key)");
  if (fields.size === 0 && !isSettled(pages, key)) fields.add("(total)");
  return [...fields];
}

/** Throws where a row that was not found may be there all the same. */
export function assertAbsent<Row>(pages: readonly Listing<Row>[], key: (row: Row) => string | undefined): void {
  const fields = doubtsOf(pages, key);
  if (fields.length > 0) throw new PanelError({ kind: "malformed", fields });
}
