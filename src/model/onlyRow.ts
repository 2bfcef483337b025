import { PanelError } from "../panel/failure.ts";
import { isComplete, type Listing } from "../panel/listing.ts";

/** The row of a page that is meant. Throws where there are two: nobody knows which of them a change would hit. */
export function onlyRow<Row>(rows: readonly Row[], isMeant: (row: Row) => boolean): Row | undefined {
  const [row, ...others] = rows.filter(isMeant);
  if (others.length > 0) throw new PanelError({ kind: "malformed", fields: ["(key)"] });
  return row;
}

/**
 * Throws where a row that was not found may be there all the same: unreadable, without its key, or on a part of the list
 * that was not told.
 */
export function assertAbsent<Row>(pages: readonly Listing<Row>[], key: (row: Row) => string | undefined): void {
  const fields = new Set(pages.flatMap(({ unreadable }) => unreadable.flatMap((row) => row.fields)));
  if (pages.some(({ rows }) => rows.some((row) => (key(row) ?? "") === ""))) fields.add("(key)");
  if (fields.size > 0) throw new PanelError({ kind: "malformed", fields: [...fields] });
  if (!isComplete(pages)) throw new PanelError({ kind: "malformed", fields: ["(total)"] });
}
