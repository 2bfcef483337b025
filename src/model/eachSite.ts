import type { Site } from "../panel/operations/sites.ts";
import type { Call } from "./resource.ts";

/** How many sites are asked for at once. */
export const SITES_PER_PAGE = 200;

/** For a panel that answers every page with the same rows. */
const MOST_PAGES = 100;

/** Every site that a panel lists, asked for page by page as far as the caller goes on. */
export async function* eachSite(call: Call): AsyncGenerator<Site, void, undefined> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { rows, unreadable, total } = await call("site.list", { page, limit: SITES_PER_PAGE });
    yield* rows;
    if (rows.length + unreadable.length === 0 || (page === 1 && rows.length === total)) return;
  }
}
