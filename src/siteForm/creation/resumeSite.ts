import * as v from "valibot";
import type { ActionPanel } from "../../actions/actionRequest.ts";
import type { Outcome } from "../../actions/outcome.ts";
import type { EarlierCreation, TargetClaims } from "../../actions/targetClaims.ts";
import { isYoung } from "../../storage/fileSystem.ts";
import type { Clock } from "../../storage/ports.ts";
import { failureOf, mayAnswerLater, type PanelFailure } from "../../wire/answers/failure.ts";
import { operations } from "../../wire/operations/operations.ts";
import { requestKey } from "../plannedSite.ts";
import { siteRequest, type SiteRequest } from "../siteRequest.ts";
import { Verifier } from "../../actions/verifier.ts";
import { watch } from "../../actions/watch.ts";
import { UNLISTED, type Search } from "./findSentSite.ts";
import { NOT_LOOKED, siteCreation } from "./siteCreation.ts";
import { unansweredParts } from "./createdParts.ts";

interface ResumeSiteOptions {
  readonly panel: Pick<ActionPanel, "id" | "address" | "callFor">;
  readonly claims: Pick<TargetClaims, "creations">;
  readonly clock: Clock;
  /** Search time while the site may still be created, in milliseconds. */
  readonly waitMs: number;
  /** Converts an error to a failure, and reports defects. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** Recent creations of this request by any window. Rejects with `PanelError`. */
export async function earlierCreations(
  request: SiteRequest,
  { claims, panel }: Pick<ResumeSiteOptions, "claims" | "panel">,
): Promise<readonly EarlierCreation[]> {
  return claims.creations(panel, "site", requestKey(request));
}

/**
 * Determines the outcome of a creation whose window was reloaded or closed, with reads only. Aborting ends the wait.
 * Rejects with `PanelError` if the journal cannot be read.
 */
export async function resumeSite(
  request: SiteRequest,
  options: ResumeSiteOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const { panel, clock, waitMs, failureIn } = options;
  const rule = siteCreation(request, async () => earlierCreations(request, options));
  const target = { key: requestKey(request), label: request.domain };
  const verifier = new Verifier({ rule, target, clock, signal }, NOT_LOOKED);
  // each look finds out whether a window is still sending
  const watching = { verifier, call: panel.callFor(signal), signal, clock, waitMs, isAnswered: true, failureIn };
  await watch({ ...watching, sentAt: clock.monotonic() });
  const look = verifier.latest?.seen;
  const seen = await earlierCreations(request, options);
  const why = seen.some(({ step }) => step === "sending") ? "abandoned" : "sentBefore";
  if (look?.search.kind !== "found") return soFar(seen, look?.search, why);
  const { site } = look.search;
  if (seen.some(({ step }) => step === "created")) return { kind: "already", why: "sentBefore", site };
  const evidence = { name: "id", value: String(site.id) } as const;
  // only the closed window knew the passwords
  const unknown = { ...unansweredParts(request), missingDomains: [], credentials: [] };
  return { kind: "done", evidence, why, site: { ...site, ...unknown } };
}

/**
 * The outcome of an earlier request whose site was not found, equal to the outcome in its own window.
 * @param seen not empty
 */
export function soFar(
  seen: readonly EarlierCreation[],
  search: Search | undefined,
  why: "sentBefore" | "abandoned",
): Outcome {
  const sentAt = Math.max(0, ...seen.map(({ at }) => at));
  const notListed = search?.kind === "none";
  const ends = seen.map(failureAtEnd);
  const [failure] = ends;
  if (notListed && failure !== undefined && !ends.includes(undefined))
    return { kind: "failed", failure, why: "sentBefore", sentAt };
  const uncertain = { kind: "uncertain", cause: undefined, sentAt } as const;
  if (why === "sentBefore") return { ...uncertain, why: notListed ? "sentBeforeNotListed" : "sentBefore" };
  return { ...uncertain, why, evidence: notListed ? UNLISTED : undefined };
}

/** The failure with which the panel answered; `undefined` if no window received one. */
function failureAtEnd({ step }: EarlierCreation): PanelFailure | undefined {
  if (step === "page") return { kind: "page", status: 404 };
  if (step === "malformed") return { kind: "malformed", fields: ["(whole)"] };
  return undefined;
}

/**
 * Determines the outcome of an abandoned creation without its form, from what was asked for and `at` in the journal. `undefined`
 * while the panel may still be creating the site or cannot be reached. Rejects like `resumeSite`.
 */
export async function findAbandonedSite(
  asked: unknown,
  at: number,
  options: ResumeSiteOptions,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { panel, clock } = options;
  const request = v.safeParse(siteRequest, asked);
  const unknown = { kind: "uncertain", cause: undefined, why: "abandoned" } as const;
  if (!request.success) return unknown;
  if (isYoung(at, clock, operations["site.create"].deadlineMs)) return undefined;
  // without a journal entry a new site cannot be distinguished from an old one
  if ((await earlierCreations(request.output, options)).length === 0) return unknown;
  let failure: PanelFailure | undefined;
  // also a call that a search goes on without
  const callFor: ActionPanel["callFor"] = (given) => {
    const call = panel.callFor(given);
    return async (id, params) => {
      try {
        return await call(id, params);
      } catch (error) {
        failure = failureOf(error);
        throw error;
      }
    };
  };
  const { id, address } = panel;
  const outcome = await resumeSite(request.output, { ...options, panel: { id, address, callFor } }, signal);
  const isLater = signal.aborted || (failure !== undefined && mayAnswerLater(failure));
  if (outcome.kind === "uncertain" && isLater) return undefined;
  return outcome;
}
