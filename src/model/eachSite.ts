import type { Site } from "../panel/operations/sites.ts";
import type { Listing } from "../panel/listing.ts";
import { assertAbsent, onlyRow } from "./onlyRow.ts";
import type { Call } from "./resource.ts";

/** How many sites are asked for at once. */
export const SITES_PER_PAGE = 200;

/** For a panel that answers every page with the same rows. */
const MOST_PAGES = 100;

/** A site, and the page on which the panel listed it. */
export interface ListedSite {
  readonly site: Site;
  readonly page: number;
}

/**
 * A site by its id; looks first where it was last, which is enough unless it has moved or is gone. Throws where it may
 * be there and was not told.
 */
export async function findSite(call: Call, id: string, last: ListedSite | undefined): Promise<ListedSite | undefined> {
  const isIt = (site: Site) => String(site.id) === id;
  if (last !== undefined) {
    const { rows } = await call("site.list", { page: last.page, limit: SITES_PER_PAGE });
    const site = onlyRow(rows, isIt);
    if (site !== undefined) return { site, page: last.page };
  }
  const pages: Listing<Site>[] = [];
  for await (const listing of sitePages(call)) {
    const site = onlyRow(listing.rows, isIt);
    if (site !== undefined) return { site, page: pages.length + 1 };
    pages.push(listing);
  }
  assertAbsent(pages, (site) => site.id?.toString());
  return undefined;
}

/** Every site that a panel lists, asked for page by page as far as the caller goes on. */
export async function* eachSite(call: Call): AsyncGenerator<Site, void, undefined> {
  for await (const { rows } of sitePages(call)) yield* rows;
}

async function* sitePages(call: Call): AsyncGenerator<Listing<Site>, void, undefined> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const listing = await call("site.list", { page, limit: SITES_PER_PAGE });
    const { rows, unreadable, total } = listing;
    yield listing;
    if (rows.length + unreadable.length === 0 || (page === 1 && rows.length === total)) return;
  }
}
