import { PanelError } from "../panel/failure.ts";
import { isComplete, type Listing } from "../panel/listing.ts";
import type { Site } from "../panel/operations/sites.ts";
import type { Call } from "./resource.ts";

/** How many sites are asked for at once. */
const SITES_PER_PAGE = 200;

/** Against a panel that never comes to an end. */
const MOST_PAGES = 100;

/** A list that changes while it is read is read once more. */
const MOST_READINGS = 2;

/** A site, and the page on which the panel listed it. */
export interface ListedSite {
  readonly site: Site;
  readonly page: number;
}

/** The sites that a panel lists. */
export interface SiteList {
  readonly sites: readonly Site[];
  /** No row moved from one page to another while they were read. */
  readonly isSettled: boolean;
  /** What is not among them is not on the panel. */
  readonly isComplete: boolean;
}

/** One page, counted from 1, of the list whose earlier pages came by `route`. */
export async function sitePage(call: Call, page: number, route?: string): Promise<Listing<Site>> {
  return call("site.list", { page, limit: SITES_PER_PAGE, ...(route === undefined ? {} : { route }) });
}

/**
 * A site by its id; looks first where it was last, which is enough unless it has moved or is gone. Throws where it may
 * be there and was not told.
 */
export async function findSite(call: Call, id: string, last: ListedSite | undefined): Promise<ListedSite | undefined> {
  const isIt = (site: Site) => String(site.id) === id;
  if (last !== undefined) {
    const site = (await sitePage(call, last.page)).rows.find(isIt);
    if (site !== undefined) return { site, page: last.page };
  }
  let found: ListedSite | undefined;
  const pages = await settledPages(call, ({ rows }, page) => {
    const site = rows.find(isIt);
    if (site !== undefined) found = { site, page };
    return site !== undefined;
  });
  if (found !== undefined) return found;
  const fields = faultsOf(pages);
  if (fields.length > 0) throw new PanelError({ kind: "malformed", fields });
  return undefined;
}

/** Every site of a panel. */
export async function eachSite(call: Call): Promise<SiteList> {
  const pages = await settledPages(call, () => false);
  const sites = pages.flatMap(({ rows }) => rows);
  return { sites, isSettled: isSettled(pages), isComplete: faultsOf(pages).length === 0 };
}

/** Why what is not on these pages may be on the panel; empty where it is not. */
function faultsOf(pages: readonly Listing<Site>[]): readonly string[] {
  const unreadable = pages.flatMap((page) => page.unreadable.flatMap(({ fields }) => fields));
  const lacksId = pages.some(({ rows }) => rows.some(({ id }) => id === undefined));
  return [...new Set([...unreadable, ...(lacksId ? ["id"] : []), ...(isSettled(pages) ? [] : ["(total)"])])];
}

/** The pages up to the one that is enough, or all; read once more where rows moved meanwhile. */
async function settledPages(
  call: Call,
  isEnough: (listing: Listing<Site>, page: number) => boolean,
): Promise<readonly Listing<Site>[]> {
  for (let reading = 1; ; reading++) {
    const pages: Listing<Site>[] = [];
    for await (const listing of sitePages(call)) {
      pages.push(listing);
      if (isEnough(listing, pages.length)) return pages;
    }
    if (isSettled(pages) || reading === MOST_READINGS) return pages;
  }
}

/** Rows that move from one page to another are seen twice or not at all; and their number may change. */
function isSettled(pages: readonly Listing<Site>[]): boolean {
  const ids = pages.flatMap(({ rows }) => rows.flatMap(({ id }) => id ?? []));
  return isComplete(pages) && new Set(ids).size === ids.length;
}

/** Page after page, all on the route of the first: another one has other rows, and other pages of them. */
async function* sitePages(call: Call): AsyncGenerator<Listing<Site>, void, undefined> {
  let route: string | undefined;
  let count = 0;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const listing = await sitePage(call, page, route);
    const { rows, unreadable, total = Infinity } = listing;
    route ??= listing.route;
    yield listing;
    count += rows.length + unreadable.length;
    // some panels answer with the same page for ever
    if (rows.length + unreadable.length === 0 || (page === 1 && rows.length === total) || count > total) return;
  }
}
