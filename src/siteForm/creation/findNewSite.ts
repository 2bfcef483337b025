import { failureOf, hasPanelEnded } from "../../wire/answers/failure.ts";
import { eachSite } from "../../resources/eachSite.ts";
import type { Call } from "../../resources/resource.ts";
import type { EarlierCreation } from "../../actions/targetClaims.ts";
import type { FoundSite } from "../createdSite.ts";
import type { SiteRequest } from "../plannedSite.ts";

/** Distinguishes one request from another. */
type RequestKey = Pick<SiteRequest, "domain" | "port">;

/** A site in the journal, before it is sent. */
export interface BegunSite extends SiteRequest {
  /** The highest id on the panel before; absent if unknown. */
  readonly highest?: number | undefined;
}

/** Names of a panel's sites. */
export interface SiteNames {
  /** By id. */
  readonly names: ReadonlyMap<number, string>;
  /** Whether these are all sites of the panel. */
  readonly isComplete: boolean;
}

/**
 * Result of looking for a site. `unconfirmed`: there may be one; a new site with a fitting name may be somebody
 * else's, or some rows were unreadable.
 */
export type Search =
  { readonly kind: "found"; readonly site: FoundSite } | { readonly kind: "none" } | { readonly kind: "unconfirmed" };

/**
 * `readSiteNames`, but `undefined` also if the panel has no list, for it may create sites all the same. Rejects if
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

/** Reads the whole list; `undefined` if it kept changing meanwhile. Rejects if it cannot be read. */
export async function readSiteNames(call: Call): Promise<SiteNames | undefined> {
  const { sites, isSettled, isComplete } = await eachSite(call);
  if (!isSettled) return undefined;
  return { names: new Map(sites.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name ?? ""]]))), isComplete };
}

/**
 * Finds the new site of a request. Its name is not enough: another site of the domain may have appeared meanwhile, on
 * another port. So the panel must list the request's domain and port for that id.
 */
export async function findNewSite(
  call: Call,
  request: RequestKey,
  { names, isComplete }: SiteNames,
  isNew: (id: number) => boolean,
): Promise<Search> {
  const fitting = [...names].filter(([id, name]) => namesOf(request).includes(name) && isNew(id));
  for (const [id, name] of fitting)
    if (await answersTo(call, id, request)) return { kind: "found", site: { id, name } };
  return { kind: fitting.length === 0 && isComplete ? "none" : "unconfirmed" };
}

/** Finds the site that earlier creations of the same request have left. */
export async function findEarlierSite(
  call: Call,
  request: RequestKey,
  earlier: readonly EarlierCreation[],
  sites: SiteNames,
): Promise<Search> {
  const highest = earlier.map(({ before, step }) => {
    const known = (before as Partial<BegunSite> | undefined)?.highest;
    // once one was created, any site of the domain and port is it
    return known ?? (step === "created" ? 0 : Infinity);
  });
  const search = await findNewSite(call, request, sites, (id) => id > Math.min(...highest));
  const isFitting = (name: string) => namesOf(request).includes(name);
  // if the sites before are unknown, any site of the name may be it
  const isDoubtful = highest.includes(Infinity) && [...sites.names.values()].some(isFitting);
  return search.kind === "none" && isDoubtful ? { kind: "unconfirmed" } : search;
}

/** The panel's name for the site of a request: a second one of a domain is `domain_port` (docs/protocol.md 6.22). */
export function nameAfter(request: RequestKey, before: SiteNames | undefined): string {
  const [plain, withPort] = namesOf(request);
  return before !== undefined && [...before.names.values()].includes(plain) ? withPort : plain;
}

/** The panel's names for the first site of a domain, and for a second one. */
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
