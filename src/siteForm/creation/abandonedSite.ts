import * as v from "valibot";
import type { Outcome } from "../../actions/outcome.ts";
import { Verifier } from "../../actions/verifier.ts";
import type { Call } from "../../resources/resource.ts";
import { isYoung } from "../../storage/fileSystem.ts";
import type { Clock } from "../../storage/ports.ts";
import { PanelError } from "../../wire/answers/failure.ts";
import { operations } from "../../wire/operations/operations.ts";
import { requestKey } from "../plannedSite.ts";
import { siteRequest } from "../siteRequest.ts";
import { unansweredParts } from "./createdParts.ts";
import { UNLISTED, type Search } from "./findSentSite.ts";
import { siteCreation } from "./siteCreation.ts";

/** What the journal keeps of the panel's sites just before a request for a new one is sent. */
const sitesBefore = v.object({
  /** Their highest id; absent if the list could not be read. */
  highest: v.optional(v.number()),
});
export type SitesBefore = Readonly<v.InferOutput<typeof sitesBefore>>;

/** A creation in the journal. */
interface Begun {
  readonly asked: unknown;
  readonly before: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Whether a request that began at this time may still be on its way, or under way on the panel. */
export function mayBeSending(at: number, clock: Clock): boolean {
  return isYoung(at, clock, operations["site.create"].deadlineMs);
}

/** The outcome of a creation that was never seen, where nothing can send it any more. */
export function unseenOutcome(search: Search | undefined): Outcome {
  const evidence = search?.kind === "none" ? UNLISTED : undefined;
  return { kind: "uncertain", cause: undefined, why: "abandoned", evidence };
}

/**
 * Determines the outcome of a creation whose window is gone, with reads only. `undefined` while the panel may still be creating the
 * site. Rejects with `PanelError` if the panel cannot be asked.
 */
export async function findAbandonedSite(
  { asked, before, at }: Begun,
  call: Call,
  clock: Clock,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const request = v.safeParse(siteRequest, asked);
  if (!request.success) return unseenOutcome(undefined);
  if (mayBeSending(at, clock)) return undefined;
  const known = v.safeParse(sitesBefore, before);
  // without it a new site cannot be distinguished from an old one
  const newerThan = (known.success ? known.output.highest : undefined) ?? Infinity;
  const rule = siteCreation({ ...request.output, newerThan });
  const target = { key: requestKey(request.output), label: request.output.domain };
  const look = await new Verifier({ rule, target, clock, signal }).look(call);
  // a list that kept changing
  if (look === undefined) return undefined;
  const { search } = look;
  if (search.kind === "unconfirmed" && search.failure !== undefined) throw new PanelError(search.failure);
  if (search.kind !== "found") return unseenOutcome(search);
  const { site } = search;
  // only the closed window knew the passwords
  const unknown = { ...unansweredParts(request.output), missingDomains: [], credentials: [] };
  return {
    kind: "done",
    evidence: { name: "id", value: String(site.id) },
    why: "abandoned",
    site: { ...site, ...unknown },
  };
}
