import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Call } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { failureOf, type PanelFailure } from "../wire/answers/failure.ts";
import { lengthOf, type ListPage } from "../wire/answers/listing.ts";
import type { LoadedKind } from "./contentsOf.ts";
import { nameableRows } from "./nameableRows.ts";
import { knownItems } from "./searchOf.ts";
import type { ItemNode } from "./treeNodes.ts";

const MOST_PAGES = 50;

/** As many rows as any page has: after a shorter one there is none. */
const PAGE_SIZE = 200;

/** All items of a kind, and how the list was read. `failure`: only the pages before it are there. */
export interface ListedItems extends LoadedKind {
  readonly items: readonly ItemNode[];
}

/**
 * Lists a kind on its panel without the tree, with the entries that a person added by hand; at most 10,000 rows. Rejects
 * only if it is cancelled.
 */
export async function listItems(
  panel: PanelRecord,
  kind: ResourceKind,
  call: Call,
  now: () => number,
): Promise<ListedItems> {
  const read = await readPages(kind, call);
  const loaded = { ...read, pages: nameableRows(read.pages, resourceOf(kind)) };
  return { ...loaded, items: knownItems(panel, kind, loaded, { now }).items };
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
