import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Call } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { failureUnlessCancelled, type PanelFailure } from "../wire/answers/failure.ts";
import { lengthOf, type ListPage } from "../wire/answers/listing.ts";
import type { LoadedKind } from "./contentsOf.ts";
import { nameableRows } from "./nameableRows.ts";
import { knownItems } from "./searchOf.ts";
import type { ItemNode } from "./treeNodes.ts";

/** Some panels have 100 rows a page, others 200. */
const MOST_PAGES = 100;

/** As many rows as any page has: after a shorter one there is none. */
const PAGE_SIZE = 200;

/** All items of a kind, and how the list was read. `failure`: only the pages before it are there. */
export interface ListedItems extends LoadedKind {
  readonly items: readonly ItemNode[];
  /** Rows beyond those that were read, as far as the panel says. */
  readonly missing: number;
}

/**
 * Lists a kind on its panel without the tree, with the entries that a person added by hand; at most 100 pages. Rejects
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
  const count = countOf(read.pages);
  const missing = Math.max(0, (read.pages.at(-1)?.total ?? count) - count);
  return { ...loaded, items: knownItems(panel, kind, loaded, { now }).items, missing };
}

async function readPages(kind: ResourceKind, call: Call) {
  const pages: ListPage<unknown>[] = [];
  let failure: PanelFailure | undefined;
  try {
    for (let isLast = false; !isLast && pages.length < MOST_PAGES;) {
      const page = await resourceOf(kind).list(call, pages.length + 1, pages[0]?.route);
      pages.push(page);
      isLast = isLastOf(pages, page);
    }
  } catch (error) {
    failure = failureUnlessCancelled(error);
  }
  return { pages, failure };
}

function isLastOf(pages: readonly ListPage<unknown>[], page: ListPage<unknown>): boolean {
  if (page.total === undefined) return lengthOf(page) < PAGE_SIZE;
  return lengthOf(page) === 0 || countOf(pages) >= page.total;
}

function countOf(pages: readonly ListPage<unknown>[]): number {
  return pages.reduce((sum, page) => sum + lengthOf(page), 0);
}
