import type { Call, Observations, Verification } from "../../resources/resource.ts";
import { requestKey } from "../plannedSite.ts";
import { findSentSite, readSiteNames, type Search, type SiteNames, type SoughtSite } from "./findSentSite.ts";

/** A look at a panel's list for a site. */
export interface SiteLook {
  readonly sites: SiteNames;
  readonly search: Search;
}

/** What is known before the first look: nothing that could be taken for the site. */
export const NOT_LOOKED: SiteLook = {
  sites: { names: new Map(), isComplete: false },
  search: { kind: "unconfirmed" },
};

/** Verifies a creation, by looks at the list of sites: before the request it does not have the site, afterwards it does. */
export function siteCreation(sought: SoughtSite): Verification<SiteLook> {
  return {
    observe: async (call: Call) => {
      const sites = await readSiteNames(call);
      return sites && { sites, search: await findSentSite(call, sought, sites) };
    },
    // a panel that cannot read its own list sends an empty one (docs/protocol.md 2.15)
    isDoubtful: ({ sites }) => sites.names.size === 0,
    identity: () => [requestKey(sought)],
    proofs: [{ isShown: ({ search }) => search.kind === "found" }],
    otherwise: (_before, since) => whatElse(since),
  };
}

/** Two looks are enough once the panel has ended the request: then no site comes any more. A list that kept changing tells nothing. */
function whatElse(since: Observations<SiteLook>) {
  const looks = since.flatMap(({ seen }) => seen ?? []).slice(-2);
  if (looks.length < 2) return "pending";
  if (looks.every(({ search }) => search.kind === "none")) return "unmoved";
  return "unchanged";
}
