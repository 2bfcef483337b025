import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Call } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { isCalled } from "../tree/contentsOf.ts";
import { nameableRows } from "../tree/nameableRows.ts";
import { itemsOf, knownItems } from "../tree/searchOf.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import { failureOf, type PanelFailure } from "../wire/answers/failure.ts";
import { lengthOf, type ListPage } from "../wire/answers/listing.ts";

const MOST_PAGES = 50;

/** As many rows as any page has: after a shorter one there is none. */
const PAGE_SIZE = 200;

/** The items of a name, and all rows of their kind. */
export interface FoundItems {
  readonly items: readonly ItemNode[];
  readonly rows: readonly unknown[];
}

/**
 * Lists a kind on its panel and finds the items of a name, also among entries that a person added by hand. Throws
 * `PanelError` if the list cannot be read and has no such entry.
 */
export async function findItems(
  panel: PanelRecord,
  kind: ResourceKind,
  name: string,
  call: Call,
  now: () => number,
): Promise<FoundItems> {
  const { pages, failure } = await readPages(kind, call);
  const known = knownItems(panel, kind, { pages: nameableRows(pages, resourceOf(kind)), failure }, { now });
  const items = known.items.filter(({ row, key }) => (row === undefined ? key === name : isCalled(kind, row, name)));
  if (items.length === 0) itemsOf({ ...known, items: [] });
  return { items, rows: known.items.flatMap(({ row }) => row ?? []) };
}

async function readPages(kind: ResourceKind, call: Call) {
  const pages: ListPage<unknown>[] = [];
  let failure: PanelFailure | undefined;
  try {
    for (let isLast = false; !isLast && pages.length < MOST_PAGES;) {
      const page = await resourceOf(kind).list(call, pages.length + 1, pages[0]?.route);
      pages.push(page);
      const count = pages.reduce((sum, each) => sum + lengthOf(each), 0);
      isLast = page.total === undefined ? lengthOf(page) < PAGE_SIZE : lengthOf(page) === 0 || count >= page.total;
    }
  } catch (error) {
    failure = failureOf(error);
    if (failure === undefined || failure.kind === "cancelled") throw error;
  }
  return { pages, failure };
}
