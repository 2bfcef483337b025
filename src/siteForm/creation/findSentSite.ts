import { failureOf, hasPanelEnded, type PanelFailure } from "../../wire/answers/failure.ts";
import { eachSite } from "../../resources/eachSite.ts";
import type { Fact } from "../../resources/facts.ts";
import type { Call } from "../../resources/resource.ts";
import type { CreationEnd } from "../../actions/changeJournal.ts";
import type { EarlierCreation } from "../../actions/targetClaims.ts";
import type { FoundSite } from "../createdSite.ts";
import type { SiteRequest } from "../siteRequest.ts";

/** The parts of a request that identify it. */
type RequestKey = Pick<SiteRequest, "domain" | "port">;

/** What the journal keeps of the panel's sites just before a request for a new one is sent. */
export interface SitesBefore {
  /** Their highest id; absent if the list could not be read. */
  readonly highest?: number | undefined;
}

/** A request for a site that was sent. */
export interface SentRequest extends Pick<EarlierCreation, "before" | "step"> {
  /** The site's id in the panel's answer. */
  readonly siteId?: number | undefined;
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
 * someone else or because some rows could not be read.
 */
export type Search =
  { readonly kind: "found"; readonly site: FoundSite } | { readonly kind: "none" } | { readonly kind: "unconfirmed" };

/** Reads all sites; `undefined` if the list kept changing. Rejects if it cannot be read. */
export async function readSiteNames(call: Call): Promise<SiteNames | undefined> {
  const { sites, isSettled, isComplete } = await eachSite(call);
  if (!isSettled) return undefined;
  return { names: new Map(sites.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name ?? ""]]))), isComplete };
}

/**
 * Finds the site that one of the requests has created. A matching name is not enough, because a site with the same domain may
 * have appeared on another port, so the panel must list the request's domain and port for its id.
 */
export async function findSentSite(
  call: Call,
  request: RequestKey,
  sent: readonly SentRequest[],
  { names, isComplete }: SiteNames,
): Promise<Search> {
  for (const { siteId } of sent) {
    const name = siteId === undefined ? undefined : names.get(siteId);
    if (name !== undefined) return { kind: "found", site: { id: siteId, name } };
  }
  const highest = sent.map(highestBefore);
  const matching = [...names].filter(([, name]) => namesOf(request).includes(name));
  const newer = matching.filter(([id]) => id > Math.min(...highest));
  for (const [id, name] of newer) if (await answersTo(call, id, request)) return { kind: "found", site: { id, name } };
  // if the earlier sites are unknown, any site with the name may be it
  const isDoubtful = highest.includes(Infinity) && matching.length > 0;
  return { kind: newer.length === 0 && isComplete && !isDoubtful ? "none" : "unconfirmed" };
}

/** The highest id that a site had before a request, so that those with a higher one are newer. */
function highestBefore({ before, step }: SentRequest): number {
  const known = (before as SitesBefore | undefined)?.highest;
  // if one was created, any site with the domain and port is it: panels refuse them if another site uses them
  return known ?? (step === "created" ? 0 : Infinity);
}

/** How the panel ended a request that failed like this; `undefined`: it may still be at work on it. */
export function endOf(failure: PanelFailure): CreationEnd | undefined {
  if (!hasPanelEnded(failure)) return undefined;
  if (failure.kind === "page") return "page";
  return "malformed";
}

/** Predicts the panel's name of a new site: the second one with a domain is `domain_port` (docs/protocol.md 6.22). */
export function predictedName(request: RequestKey, before: SiteNames | undefined): string {
  const [plain, withPort] = namesOf(request);
  if (before !== undefined && [...before.names.values()].includes(plain)) return withPort;
  return plain;
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
