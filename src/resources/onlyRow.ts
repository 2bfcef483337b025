import { PanelError } from "../wire/answers/failure.ts";
import { isComplete, type Listing } from "../wire/answers/listing.ts";

/** Finds a row. Throws if there are two: it is unknown which of them a change would affect. */
export function onlyRow<Row>(rows: readonly Row[], isIt: (row: Row) => boolean): Row | undefined {
  const [row, ...others] = rows.filter(isIt);
  if (others.length > 0) throw new PanelError({ kind: "malformed", fields: ["(key)"] });
  return row;
}

/** Whether no row moved to another page while the pages were read: such a row is then on two of them, or on none. */
export function isSettled<Row>(pages: readonly Listing<Row>[], key: (row: Row) => string | undefined): boolean {
  const keys = pages.flatMap(({ rows }) => rows.flatMap((row) => key(row) ?? []));
  return isComplete(pages) && new Set(keys).size === keys.length;
}

/**
 * The fields that leave it in doubt whether a row that is not on these pages is absent from the panel too: they are
 * unreadable, or tell that keys or rows are missing. Empty: the row is absent.
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

/** Throws if a row that was not found may still be on the panel. */
export function assertAbsent<Row>(pages: readonly Listing<Row>[], key: (row: Row) => string | undefined): void {
  const fields = doubtsOf(pages, key);
  if (fields.length > 0) throw new PanelError({ kind: "malformed", fields });
}
