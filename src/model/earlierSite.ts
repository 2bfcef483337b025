import type { Call } from "./resource.ts";
import { findNewSite, namesOf, type ListedSites, type Search } from "./findNewSite.ts";
import type { SiteMark, SiteWish } from "./siteMarks.ts";

/** Looks among sites for what an earlier AddSite of the same wish has left there. */
export async function findEarlierSite(
  call: Call,
  wish: SiteWish,
  marks: readonly SiteMark[],
  sites: ListedSites,
): Promise<Search> {
  for (const { state, id } of marks) {
    const name = id === undefined || state !== "created" ? undefined : sites.names.get(id);
    if (id !== undefined && name !== undefined && namesOf(wish).includes(name))
      return { kind: "found", site: { id, name } };
  }
  const highest = marks.flatMap(({ state, id }) => (state === "created" || id === undefined ? [] : [id]));
  if (highest.length === 0) return { kind: "none" };
  return findNewSite(call, wish, sites, (id) => id > Math.min(...highest));
}
