import { isDeepStrictEqual } from "node:util";
import { MOST_UNREADABLE, type ListPage } from "../wire/answers/listing.ts";
import type { Resource } from "../resources/resource.ts";

/**
 * Marks rows as unreadable that no operation could name: those without a key, and those that share one. A row that is on a
 * later page again, with the same identity, stays: the list may have moved between the two reads.
 */
export function nameableRows(
  pages: readonly ListPage<unknown>[],
  { key, identity }: Pick<Resource<unknown>, "key" | "identity">,
): readonly ListPage<unknown>[] {
  const latest = new Map<string, unknown>();
  const shared = new Set<string | undefined>([undefined, ""]);
  let areAllNamed = true;
  for (const page of pages) {
    const onPage = new Set<string>();
    for (const row of page.rows) {
      const ownKey = key(row);
      const other = ownKey === undefined ? undefined : latest.get(ownKey);
      const isSame = () => !onPage.has(ownKey ?? "") && isDeepStrictEqual(identity(other), identity(row));
      const hasKey = ownKey !== undefined && ownKey !== "";
      if (hasKey && (other === undefined || isSame())) {
        latest.set(ownKey, row);
        onPage.add(ownKey);
      } else {
        shared.add(ownKey);
        areAllNamed = false;
      }
    }
  }
  if (areAllNamed) return pages;
  const isNameless = (row: unknown) => shared.has(key(row));
  // an unchanged page keeps its items
  return pages.map((page) => {
    if (page.rows.some(isNameless)) return without(page, isNameless);
    return page;
  });
}

function without(page: ListPage<unknown>, isNameless: (row: unknown) => boolean): ListPage<unknown> {
  const taken = new Set(page.unreadable.map(({ index }) => index));
  const rows: unknown[] = [];
  const unreadable = [...page.unreadable];
  let index = 0;
  let unlisted = 0;
  for (const row of page.rows) {
    while (taken.has(index)) index++;
    if (!isNameless(row)) rows.push(row);
    else if (unreadable.length < MOST_UNREADABLE) unreadable.push({ index, fields: ["(key)"] });
    else unlisted += 1;
    index++;
  }
  if (unlisted > 0) unreadable.push({ index, fields: ["(key)"], count: unlisted });
  return { ...page, rows, unreadable };
}
