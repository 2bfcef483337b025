import type { PanelFailure } from "../../wire/answers/failure.ts";
import type { Call } from "../../resources/resource.ts";
import { findNewSite, namesOf, type SiteNames, type Search } from "./findNewSite.ts";
import type { Missing, Uncertain, WhyEarlier } from "./creationResult.ts";
import type { Submission, RequestKey } from "./submissionJournal.ts";

/** Looks among sites for what an earlier AddSite of the same request has left there. */
export async function findEarlierSite(
  call: Call,
  request: RequestKey,
  submissions: readonly Submission[],
  sites: SiteNames,
): Promise<Search> {
  const isFitting = (name: string | undefined) => name !== undefined && namesOf(request).includes(name);
  for (const { state, id } of submissions) {
    const name = id === undefined || state !== "created" ? undefined : sites.names.get(id);
    if (id !== undefined && name !== undefined && isFitting(name)) return { kind: "found", site: { id, name } };
  }
  const open = submissions.filter(({ state }) => state !== "created");
  const lowest = Math.min(...open.map(({ id = Infinity }) => id));
  const search = await findNewSite(call, request, sites, (id) => id > lowest);
  // where nobody knows what was there before, any site of the name may be it
  const isDoubtful = open.some(({ id }) => id === undefined) && [...sites.names.values()].some(isFitting);
  return search.kind === "none" && isDoubtful ? { kind: "unconfirmed" } : search;
}

/**
 * What is known of a site that was sent before and was not found: the same as its own window has told, or will tell.
 * @param submissions at least one
 */
export function soFar<Cause extends WhyEarlier>(
  submissions: readonly Submission[],
  search: Search | undefined,
  cause: Cause,
): Missing | Uncertain<Cause> {
  const sentAt = Math.max(0, ...submissions.map(({ at }) => at));
  const notListed = search?.kind === "none";
  const ends = submissions.map(endOf);
  const [end] = ends;
  if (notListed && end !== undefined && !ends.includes(undefined))
    return { kind: "missing", cause: end, sentAt, isEarlier: true };
  return { kind: "uncertain", cause, notListed, sentAt };
}

/** What its panel ended it with; `undefined`: no window has seen an end. */
function endOf({ state }: Submission): PanelFailure | undefined {
  if (state === "page") return { kind: "page", status: 404 };
  return state === "malformed" ? { kind: "malformed", fields: ["(whole)"] } : undefined;
}
