import { isDeepStrictEqual } from "node:util";
import { isComplete, type ListPage } from "../wire/answers/listing.ts";
import type { LoadedKind } from "./contentsOf.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";

/** Rows of a kind that were just read one by one. */
export interface SeenRows {
  readonly kind: ResourceKind;
  readonly key: string;
  /** The row with this key and others that were read with it; empty: it is gone. */
  readonly rows: readonly unknown[];
}

/** Puts rows that were just read into the loaded pages; `undefined`: the whole list must be read again. */
export function withSeenRows(loaded: LoadedKind | undefined, { kind, key, rows }: SeenRows): LoadedKind | undefined {
  if (loaded === undefined || loaded.failure !== undefined) return undefined;
  const { key: keyOf } = resourceOf(kind);
  const present = new Set(loaded.pages.flatMap((page) => page.rows.map(keyOf)));
  if (rows.length === 0) {
    if (present.has(key)) return withoutRow(loaded, (row) => keyOf(row) === key);
    return undefined;
  }
  const seenByKey = new Map(rows.map((row) => [keyOf(row), row]));
  if ([...seenByKey.keys()].some((seenKey) => !present.has(seenKey))) return undefined;
  const shownRow = (row: unknown) => {
    const now = seenByKey.get(keyOf(row)) ?? row;
    if (isDeepStrictEqual(now, row)) return row;
    return now;
  };
  // an unchanged page keeps its items
  const pageAfter = (page: ListPage<unknown>) => {
    const shownRows = page.rows.map(shownRow);
    if (shownRows.every((row, index) => row === page.rows[index])) return page;
    return { ...page, rows: shownRows };
  };
  return { ...loaded, pages: loaded.pages.map(pageAfter) };
}

function withoutRow({ pages, ...loaded }: LoadedKind, isIt: (row: unknown) => boolean): LoadedKind | undefined {
  // the rows behind it have moved between pages
  if (!isComplete(pages) && pages.some(({ total }) => total !== undefined)) return undefined;
  const pagesLeft = pages.map(({ total, ...page }) => ({
    ...page,
    rows: page.rows.filter((row) => !isIt(row)),
    total: total === undefined ? undefined : total - 1,
  }));
  return { ...loaded, pages: pagesLeft };
}
