import type { Call, Observations, Verification } from "../../resources/resource.ts";
import { requestKey } from "../plannedSite.ts";
import type { SiteRequest } from "../siteRequest.ts";
import { findSentSite, readSiteNames, type Search, type SentRequest, type SiteNames } from "./findSentSite.ts";

/** A look at a panel's list for a site that was sent. */
export interface SiteLook {
  /** The requests that were sent until then. */
  readonly sent: readonly SentRequest[];
  readonly sites: SiteNames;
  readonly search: Search;
}

/** What is known before the first look: nothing that could be taken for the site. */
export const NOT_LOOKED: SiteLook = {
  sent: [],
  sites: { names: new Map(), isComplete: false },
  search: { kind: "unconfirmed" },
};

/**
 * Verifies a creation, by looks at the list of sites: before the request it does not have the site, afterwards it does.
 * @param sent the requests until now; other windows may send and end some while this one looks
 */
export function siteCreation(
  request: Pick<SiteRequest, "domain" | "port">,
  sent: () => Promise<readonly SentRequest[]>,
): Verification<SiteLook> {
  return {
    observe: async (call: Call) => {
      const requests = await sent();
      const sites = await readSiteNames(call);
      return sites && { sent: requests, sites, search: await findSentSite(call, request, requests, sites) };
    },
    // a panel that cannot read its own list sends an empty one (docs/protocol.md 2.15)
    isDoubtful: ({ sites }) => sites.names.size === 0,
    identity: () => [requestKey(request)],
    proofs: [{ isShown: ({ search }) => search.kind === "found" }],
    otherwise: (_before, since) => whatElse(since),
  };
}

/** Two looks are enough once nobody is sending: then no site comes any more. A list that kept changing tells nothing. */
function whatElse(since: Observations<SiteLook>) {
  const looks = since.flatMap(({ seen }) => seen ?? []).slice(-2);
  const isSending = looks.at(-1)?.sent.some(({ step }) => step === "sending") === true;
  if (isSending || looks.length < 2) return "pending";
  if (looks.every(({ search }) => search.kind === "none")) return "unmoved";
  return "unchanged";
}
