import { failureOf, type PanelFailure } from "../../wire/answers/failure.ts";
import { eachSite } from "../../resources/eachSite.ts";
import type { Fact } from "../../resources/facts.ts";
import type { Call } from "../../resources/resource.ts";
import type { FoundSite } from "../createdSite.ts";
import type { SiteRequest } from "../siteRequest.ts";

/** The domain and port of a site, by which panels tell it from others. */
type SiteAddress = Pick<SiteRequest, "domain" | "port">;

/** A site to look for. */
export interface SoughtSite extends SiteAddress {
  /** Only a site with a higher id can be it; `Infinity`: nothing is known of the sites before, so that none can be taken for it. */
  readonly newerThan: number;
  /** The site's id in the panel's answer. */
  readonly id?: number | undefined;
}

/** The evidence of a complete list without the site. */
export const UNLISTED: Fact = { name: "state", value: "unlisted" };

/** Names of a panel's sites. */
export interface SiteNames {
  /** By id. */
  readonly names: ReadonlyMap<number, string>;
  /** Whether the panel has no other sites. */
  readonly isComplete: boolean;
}

/**
 * Result of a search for a site. `unconfirmed`: it may exist, because a new site with a matching name may belong to
 * someone else or because some rows could not be read; `failure`: its domains could not be read.
 */
export type Search =
  | { readonly kind: "found"; readonly site: FoundSite }
  | { readonly kind: "none" }
  | { readonly kind: "unconfirmed"; readonly failure?: PanelFailure };

/** Reads all sites; `undefined` if the list kept changing. Rejects if it cannot be read. */
export async function readSiteNames(call: Call): Promise<SiteNames | undefined> {
  const { sites, isSettled, isComplete } = await eachSite(call);
  if (!isSettled) return undefined;
  return { names: new Map(sites.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name ?? ""]]))), isComplete };
}

/**
 * Finds a site among the panel's. A matching name is not enough, because a site with the same domain may be on another port,
 * so the panel must list the domain and port for its id.
 */
export async function findSentSite(call: Call, sought: SoughtSite, { names, isComplete }: SiteNames): Promise<Search> {
  const { id: answered, newerThan } = sought;
  const answeredName = answered === undefined ? undefined : names.get(answered);
  if (answeredName !== undefined) return { kind: "found", site: { id: answered, name: answeredName } };
  const matching = [...names].filter(([, name]) => namesOf(sought).includes(name));
  const newer = matching.filter(([id]) => id > newerThan);
  let failure: PanelFailure | undefined;
  for (const [id, name] of newer) {
    try {
      if (await answersTo(call, id, sought)) return { kind: "found", site: { id, name } };
    } catch (error) {
      failure = failureOf(error);
      if (failure === undefined) throw error;
    }
  }
  // if the earlier sites are unknown, any site with the name may be it
  const isDoubtful = newerThan === Infinity && matching.length > 0;
  if (newer.length === 0 && isComplete && !isDoubtful) return { kind: "none" };
  return { kind: "unconfirmed", ...(failure && { failure }) };
}

/** Predicts the panel's name of a new site: the second one with a domain is `domain_port` (docs/protocol.md 6.22). */
export function predictedName(address: SiteAddress, before: SiteNames | undefined): string {
  const [plain, withPort] = namesOf(address);
  if (before !== undefined && [...before.names.values()].includes(plain)) return withPort;
  return plain;
}

/** The panel's names of the first and the second site with a domain. */
function namesOf({ domain, port }: SiteAddress): readonly [string, string] {
  return [domain, `${domain}_${port}`];
}

async function answersTo(call: Call, id: number, { domain, port: wanted }: SiteAddress): Promise<boolean> {
  const { rows } = await call("site.domains", { id });
  return rows.some(({ name, port = 80 }) => name?.toLowerCase() === domain && port === wanted);
}
