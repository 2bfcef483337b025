import { failureOf, hasPanelEnded } from "../../wire/answers/failure.ts";
import { eachSite } from "../../resources/eachSite.ts";
import type { Call } from "../../resources/resource.ts";
import type { FoundSite } from "./creationResult.ts";
import type { RequestKey } from "./submissionJournal.ts";

/** What a panel calls its sites. */
export interface SiteNames {
  /** By id. */
  readonly names: ReadonlyMap<number, string>;
  /** What is not among them is not on the panel. */
  readonly isComplete: boolean;
}

/**
 * What looking for a site has shown. `unconfirmed`: there may be one; a new site of a fitting name may be somebody
 * else's, and not every row could be read.
 */
export type Search =
  { readonly kind: "found"; readonly site: FoundSite } | { readonly kind: "none" } | { readonly kind: "unconfirmed" };

/**
 * As `readSiteNames`, but `undefined` also where the panel has no list, for it may create sites all the same. Rejects
 * where the panel cannot be reached.
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

/** Reads the whole list; `undefined` where it kept changing meanwhile. Rejects where it cannot be read. */
export async function readSiteNames(call: Call): Promise<SiteNames | undefined> {
  const { sites, isSettled, isComplete } = await eachSite(call);
  if (!isSettled) return undefined;
  return { names: new Map(sites.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name ?? ""]]))), isComplete };
}

/**
 * Looks among sites for the one of a request that was not there before. Its name is not enough: another site of the
 * domain may have appeared meanwhile, on another port. So the panel must list the request's domain and port for that
 * very id.
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

/** What a panel will call the site of a request: a second one of a domain is `domain_port` (docs/protocol.md 6.22). */
export function nameAfter(request: RequestKey, before: SiteNames | undefined): string {
  const [plain, withPort] = namesOf(request);
  return before !== undefined && [...before.names.values()].includes(plain) ? withPort : plain;
}

/** What a panel calls the first site of a domain, and a second one. */
export function namesOf({ domain, port }: RequestKey): readonly [string, string] {
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
