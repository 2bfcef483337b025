import { failureOf, hasPanelEnded } from "../../wire/answers/failure.ts";
import { eachSite } from "../../resources/eachSite.ts";
import type { Call } from "../../resources/resource.ts";
import type { EarlierCreation } from "../../actions/targetClaims.ts";
import type { FoundSite } from "../createdSite.ts";
import type { SiteRequest } from "../siteRequest.ts";

/** The parts of a request that identify it. */
type RequestKey = Pick<SiteRequest, "domain" | "port">;

/** Journal entry of a site that is about to be sent. */
export interface BegunSite extends SiteRequest {
  /** Highest site id on the panel beforehand; absent if the list could not be read. */
  readonly highest?: number | undefined;
}

/** Names of a panel's sites. */
export interface SiteNames {
  /** By id. */
  readonly names: ReadonlyMap<number, string>;
  /** Whether the panel has no other sites. */
  readonly isComplete: boolean;
}

/**
 * Result of a search for a site. `unconfirmed`: it may exist, because a new site with a matching name may belong to
 * someone else or because some rows could not be read.
 */
export type Search =
  { readonly kind: "found"; readonly site: FoundSite } | { readonly kind: "none" } | { readonly kind: "unconfirmed" };

/**
 * Like `readSiteNames`, but also `undefined` if the panel cannot list sites, since it may still create them. Rejects if
 * the panel cannot be reached.
 */
export async function siteNamesIfListed(call: Call): Promise<SiteNames | undefined> {
  try {
    return await readSiteNames(call);
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind === "unsupported" || failure?.kind === "tooLarge") return undefined;
    if (failure !== undefined && hasPanelEnded(failure)) return undefined;
    throw error;
  }
}

/** Reads all sites; `undefined` if the list kept changing. Rejects if it cannot be read. */
export async function readSiteNames(call: Call): Promise<SiteNames | undefined> {
  const { sites, isSettled, isComplete } = await eachSite(call);
  if (!isSettled) return undefined;
  return { names: new Map(sites.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name ?? ""]]))), isComplete };
}

/**
 * Finds the new site of a request. A matching name is not enough, because a site with the same domain may have appeared
 * on another port, so the panel must list the request's domain and port for its id.
 */
export async function findNewSite(
  call: Call,
  request: RequestKey,
  { names, isComplete }: SiteNames,
  isNew: (id: number) => boolean,
): Promise<Search> {
  const matching = [...names].filter(([id, name]) => namesOf(request).includes(name) && isNew(id));
  for (const [id, name] of matching)
    if (await answersTo(call, id, request)) return { kind: "found", site: { id, name } };
  return { kind: matching.length === 0 && isComplete ? "none" : "unconfirmed" };
}

/** Finds the site that earlier creations of the same request left on the panel. */
export async function findEarlierSite(
  call: Call,
  request: RequestKey,
  earlier: readonly EarlierCreation[],
  sites: SiteNames,
): Promise<Search> {
  const highest = earlier.map(({ before, step }) => {
    const known = (before as Partial<BegunSite> | undefined)?.highest;
    // if one was created, any site with the domain and port is it
    return known ?? (step === "created" ? 0 : Infinity);
  });
  const search = await findNewSite(call, request, sites, (id) => id > Math.min(...highest));
  const isMatching = (name: string) => namesOf(request).includes(name);
  // if the earlier sites are unknown, any site with the name may be it
  const isDoubtful = highest.includes(Infinity) && [...sites.names.values()].some(isMatching);
  return search.kind === "none" && isDoubtful ? { kind: "unconfirmed" } : search;
}

/** Predicts the panel's name of a new site: the second one with a domain is `domain_port` (docs/protocol.md 6.22). */
export function predictedName(request: RequestKey, before: SiteNames | undefined): string {
  const [plain, withPort] = namesOf(request);
  return before !== undefined && [...before.names.values()].includes(plain) ? withPort : plain;
}

/** The panel's names of the first and the second site with a domain. */
function namesOf({ domain, port }: RequestKey): readonly [string, string] {
  return [domain, `${domain}_${port}`];
}

async function answersTo(call: Call, id: number, request: RequestKey): Promise<boolean> {
  try {
    const { rows } = await call("site.domains", { id });
    return rows.some(({ name, port = 80 }) => name?.toLowerCase() === request.domain && port === request.port);
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    return false;
  }
}
