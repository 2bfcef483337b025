import { failureOf } from "../panel/failure.ts";
import { eachSite } from "./eachSite.ts";
import { hasEnded } from "./mayHaveHappened.ts";
import type { Call } from "./resource.ts";
import type { FoundSite } from "./siteCreation.ts";
import type { SiteWish } from "./siteMarks.ts";

/** The names of a panel's sites by id; `undefined` where the panel could not tell. */
export type Listed = ReadonlyMap<number, string> | undefined;

/** What looking for a site has shown. `unconfirmed`: a new site of a fitting name, which may be somebody else's. */
export type Search =
  { readonly kind: "found"; readonly site: FoundSite } | { readonly kind: "none" } | { readonly kind: "unconfirmed" };

/** Every site of a panel. Rejects where the panel cannot be reached; a panel without a list may still create sites. */
export async function listSites(call: Call): Promise<Listed> {
  try {
    return await readSites(call);
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind === "unsupported" || failure?.kind === "tooLarge") return undefined;
    if (failure !== undefined && hasEnded(failure)) return undefined;
    throw error;
  }
}

/** Every site of a panel that has a list. Rejects where it cannot be read. */
export async function readSites(call: Call): Promise<ReadonlyMap<number, string>> {
  const sites = new Map<number, string>();
  for await (const { id, name } of eachSite(call)) if (id !== undefined) sites.set(id, name ?? "");
  return sites;
}

/**
 * Looks among sites for the one of a wish that was not there before. Its name is not enough: another site of the domain
 * may have appeared meanwhile, on another port. So the panel must list the wish's domain and port for that very id.
 */
export async function findNewSite(
  call: Call,
  wish: SiteWish,
  sites: ReadonlyMap<number, string>,
  isNew: (id: number) => boolean,
): Promise<Search> {
  const fitting = [...sites].filter(([id, name]) => namesOf(wish).includes(name) && isNew(id));
  for (const [id, name] of fitting) if (await answersTo(call, id, wish)) return { kind: "found", site: { id, name } };
  return { kind: fitting.length === 0 ? "none" : "unconfirmed" };
}

/** What a panel will call the site of a wish: a second one of a domain is `domain_port` (panel-reference.md 2.5). */
export function nameAfter(wish: SiteWish, before: Listed): string {
  const [plain, withPort] = namesOf(wish);
  return before !== undefined && [...before.values()].includes(plain) ? withPort : plain;
}

/** What a panel calls the first site of a domain, and a second one. */
export function namesOf({ domain, port }: SiteWish): readonly [string, string] {
  return [domain, `${domain}_${port}`];
}

async function answersTo(call: Call, id: number, wish: SiteWish): Promise<boolean> {
  try {
    const { rows } = await call("site.domains", { id });
    return rows.some(({ name, port = 80 }) => name?.toLowerCase() === wish.domain && port === wish.port);
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    return false;
  }
}
