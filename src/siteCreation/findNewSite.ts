import { failureOf, hasPanelEnded } from "../wire/answers/failure.ts";
import { eachSite } from "../resources/eachSite.ts";
import type { Call } from "../resources/resource.ts";
import type { FoundSite } from "./creationResult.ts";
import type { RequestKey } from "./submissionJournal.ts";

/** A panel's sites. */
export interface ListedSites {
  readonly names: ReadonlyMap<number, string>;
  /** What is not among them is not on the panel. */
  readonly isComplete: boolean;
}

/** `undefined` where the panel could not tell which sites it has. */
export type Listed = ListedSites | undefined;

/**
 * What looking for a site has shown. `unconfirmed`: there may be one; a new site of a fitting name may be somebody
 * else's, and not every row could be read.
 */
export type Search =
  { readonly kind: "found"; readonly site: FoundSite } | { readonly kind: "none" } | { readonly kind: "unconfirmed" };

/**
 * Every site of a panel that can be read. Rejects where the panel cannot be reached; a panel without a list may still
 * create sites.
 */
export async function listSites(call: Call): Promise<Listed> {
  try {
    return await namesOfSites(call);
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind === "unsupported" || failure?.kind === "tooLarge") return undefined;
    if (failure !== undefined && hasPanelEnded(failure)) return undefined;
    throw error;
  }
}

/** Every site of a panel that has a list; rejects where it cannot be read, `undefined` where it did not stand still. */
export async function namesOfSites(call: Call): Promise<Listed> {
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
  { names, isComplete }: ListedSites,
  isNew: (id: number) => boolean,
): Promise<Search> {
  const fitting = [...names].filter(([id, name]) => namesOf(request).includes(name) && isNew(id));
  for (const [id, name] of fitting)
    if (await answersTo(call, id, request)) return { kind: "found", site: { id, name } };
  return { kind: fitting.length === 0 && isComplete ? "none" : "unconfirmed" };
}

/** What a panel will call the site of a request: a second one of a domain is `domain_port` (docs/protocol.md 6.22). */
export function nameAfter(request: RequestKey, before: Listed): string {
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
