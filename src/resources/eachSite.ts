import type { RouteOf } from "../wire/operations/operations.ts";
import type { Account } from "../wire/operations/accounts.ts";
import type { Site } from "../wire/operations/sites.ts";
import { lengthOf, type Listing, type ListPage } from "../wire/answers/listing.ts";
import { assertAbsent, doubtsOf, isSettled, onlyRow } from "./onlyRow.ts";
import type { Call } from "./resource.ts";

/** How many sites are asked for at once. */
const SITES_PER_PAGE = 200;

/** Against a panel that never comes to an end. */
const MOST_PAGES = 100;

/** A list that changes while it is read is read once more. */
const MOST_READINGS = 2;

/** A site, and the page on which the panel listed it. */
export interface SiteOnPage {
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

/** The routes on which sites are listed. */
export type SiteRoute = RouteOf<"site.list">;

/** One page, counted from 1, of the list whose first page came on `route`; of all sites, or of those that a search finds. */
export async function sitePage(
  call: Call,
  page: number,
  route?: SiteRoute,
  search?: string,
): Promise<ListPage<Site, SiteRoute>> {
  const only = { ...(route !== undefined && { route }), ...(search !== undefined && { search }) };
  return call("site.list", { page, limit: SITES_PER_PAGE, ...only });
}

/**
 * A site by its id; looks first where it was last, which is enough unless it has moved or is gone. Throws where it may
 * be there and was not told.
 */
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

/** Every site of a panel. */
export async function eachSite(call: Call): Promise<SiteList> {
  const pages = await settledPages(sitesOf(call));
  const sites = pages.flatMap(({ rows }) => rows);
  return { sites, isSettled: isSettled(pages, idOf), isComplete: doubtsOf(pages, idOf).length === 0 };
}

/**
 * Every site and project of the one list that has them of all types, where the panel has one (docs/protocol.md 6.1, 6.35).
 * Throws where it was not told completely.
 */
export async function eachProject(call: Call): Promise<readonly Site[]> {
  return whole(await settledPages((page) => call("site.list", { page, limit: 0, route: "getData" })));
}

/** The FTP users or databases of a panel. Throws where they were not told completely. */
export async function eachAccount(call: Call, list: "site.ftpUsers" | "site.databases"): Promise<readonly Account[]> {
  return whole(await settledPages((page) => call(list, { page, limit: SITES_PER_PAGE })));
}

function whole<Row extends Numbered>(pages: readonly Listing<Row>[]): readonly Row[] {
  assertAbsent(pages, idOf);
  return pages.flatMap(({ rows }) => rows);
}

/** Page after page, all on the route of the first: another one has other rows, and other pages of them. */
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

/** The pages up to the one that is enough, or all; read once more where rows moved meanwhile. */
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
    // some panels answer with the same page for ever
    if (lengthOf(listing) === 0 || (page === 1 && rows.length === total) || count > total) return;
  }
}

function idOf({ id }: Numbered): string | undefined {
  return id?.toString();
}
