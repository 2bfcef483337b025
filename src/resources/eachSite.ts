import type { RouteOf } from "../wire/operations/operations.ts";
import type { Account } from "../wire/operations/accounts.ts";
import type { Site } from "../wire/operations/sites.ts";
import { lengthOf, type Listing, type ListPage } from "../wire/answers/listing.ts";
import { assertAbsent, doubtsOf, isSettled, onlyRow } from "./onlyRow.ts";
import type { Call } from "./resource.ts";

const SITES_PER_PAGE = 200;

/** Ends the reading of a panel whose list never ends. */
const MOST_PAGES = 100;

/** A list that changes during the reading is read once more. */
const MOST_READINGS = 2;

/** A site with its page in the list. */
export interface SiteOnPage {
  readonly site: Site;
  readonly page: number;
}

export interface SiteList {
  readonly sites: readonly Site[];
  /** No row moved to another page during the reading. */
  readonly isSettled: boolean;
  /** A site that is not in the list is not on the panel. */
  readonly isComplete: boolean;
}

export type SiteRoute = RouteOf<"site.list">;

/** Reads a page, counted from 1, on the `route` of the first page. */
export async function sitePage(
  call: Call,
  page: number,
  route?: SiteRoute,
  search?: string,
): Promise<ListPage<Site, SiteRoute>> {
  const only = { ...(route !== undefined && { route }), ...(search !== undefined && { search }) };
  return call("site.list", { page, limit: SITES_PER_PAGE, ...only });
}

/** Finds a site by its id, first on its last page. Throws unless it is certainly found or absent. */
export async function findSite(call: Call, id: string, last: SiteOnPage | undefined): Promise<SiteOnPage | undefined> {
  const isIt = (site: Site) => String(site.id) === id;
  if (last !== undefined) {
    const site = onlyRow((await sitePage(call, last.page)).rows, isIt);
    if (site !== undefined) return { site, page: last.page };
  }
  let found: SiteOnPage | undefined;
  const pages = await settledPages(sitesOf(call), ({ rows }, page) => {
    const site = onlyRow(rows, isIt);
    if (site !== undefined) found = { site, page };
    return site !== undefined;
  });
  if (found !== undefined) return found;
  assertAbsent(pages, idOf);
  return undefined;
}

/** Whether a site is certainly not in the list, because all others are: a list without any may be one that the panel could not read. */
export async function isGoneFromOthers(call: Call, id: string): Promise<boolean> {
  const { sites, isComplete } = await eachSite(call);
  return isComplete && sites.length > 0 && sites.every((site) => String(site.id) !== id);
}

export async function eachSite(call: Call): Promise<SiteList> {
  const pages = await settledPages(sitesOf(call));
  const sites = pages.flatMap(({ rows }) => rows);
  return { sites, isSettled: isSettled(pages, idOf), isComplete: doubtsOf(pages, idOf).length === 0 };
}

/**
 * Reads sites and projects of all types, from the one list that has them (docs/protocol.md 6.1, 6.35). Throws if it is
 * incomplete.
 */
export async function eachProject(call: Call): Promise<readonly Site[]> {
  return whole(await settledPages((page) => call("site.list", { page, limit: 0, route: "getData" })));
}

/** Reads all FTP users or databases. Throws if the list is incomplete. */
export async function eachAccount(call: Call, list: "site.ftpUsers" | "site.databases"): Promise<readonly Account[]> {
  return whole(await settledPages((page) => call(list, { page, limit: SITES_PER_PAGE })));
}

function whole<Row extends Numbered>(pages: readonly Listing<Row>[]): readonly Row[] {
  assertAbsent(pages, idOf);
  return pages.flatMap(({ rows }) => rows);
}

/** Reads all pages on the route of the first: another route may have other rows and pages. */
function sitesOf(call: Call): ReadPage<Site> {
  let route: SiteRoute | undefined;
  return async (page) => {
    const listing = await sitePage(call, page, page === 1 ? undefined : route);
    if (page === 1) ({ route } = listing);
    return listing;
  };
}

/** Reads one page, counted from 1. */
type ReadPage<Row> = (page: number) => Promise<Listing<Row>>;

interface Numbered {
  readonly id: number | undefined;
}

/** Reads the pages until one is enough, or all; once more if rows moved meanwhile. */
async function settledPages<Row extends Numbered>(
  read: ReadPage<Row>,
  isEnough: (listing: Listing<Row>, page: number) => boolean = () => false,
): Promise<readonly Listing<Row>[]> {
  for (let reading = 1; ; reading++) {
    const pages: Listing<Row>[] = [];
    for await (const listing of listings(read)) {
      pages.push(listing);
      if (isEnough(listing, pages.length)) return pages;
    }
    if (isSettled(pages, idOf) || reading === MOST_READINGS) return pages;
  }
}

async function* listings<Row>(read: ReadPage<Row>): AsyncGenerator<Listing<Row>, void, undefined> {
  let count = 0;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const listing = await read(page);
    const { rows, total = Infinity } = listing;
    yield listing;
    count += lengthOf(listing);
    // some panels return the same page for ever
    if (lengthOf(listing) === 0 || (page === 1 && rows.length === total) || count > total) return;
  }
}

function idOf({ id }: Numbered): string | undefined {
  return id?.toString();
}
