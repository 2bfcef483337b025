import { hasPanelEnded, mayHaveHappened, panelFailureOf, type PanelFailure } from "../../wire/answers/failure.ts";
import { requestKey, type PlannedSite } from "../plannedSite.ts";
import type { SiteRequest } from "../siteRequest.ts";
import type { ActionPanel, ActionRequest } from "../../actions/actionRequest.ts";
import type { ProcedureContext, Running } from "../../actions/actionRunner.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { siteCreation, type SiteLook } from "./siteCreation.ts";
import { Verifier } from "../../actions/verifier.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { pauseBetweenTries } from "../../storage/fileLock.ts";
import { mayBeSending, unseenOutcome, type SitesBefore } from "./abandonedSite.ts";
import { verifyCreation, type SentSite } from "./verifyCreation.ts";

export interface CreateSiteOptions {
  readonly runner: Running["runner"];
  readonly panel: ActionPanel;
  readonly abandoned: AbandonedCreations;
  /** Called with `sending` synchronously before the request is sent. */
  readonly onPhase?: (phase: "waiting" | "sending") => void;
}

/** Creations of the same site in the journal, by windows that are gone. */
export interface AbandonedCreations {
  /** When each began, in milliseconds since the epoch. Rejects with `PanelError`. */
  readonly begunAt: () => Promise<readonly number[]>;
  /** Records the outcome of each, so that nobody looks for it any more. Never rejects. */
  readonly end: (outcome: Outcome) => Promise<void>;
}

const POLL_MS = 1_000;

/**
 * Creates a site: looks whether the panel has it, sends a single AddSite, which is never repeated, and looks again. Windows of
 * this computer create a site one at a time. Aborting prevents the request if it was not sent yet, and otherwise ends the wait.
 */
export async function createSite(site: PlannedSite, options: CreateSiteOptions, signal: AbortSignal): Promise<Outcome> {
  const { runner, panel, onPhase } = options;
  return runner.run(creationOf(site, panel), {
    procedure: {
      perform: async (context) => create(site, options, context),
      onWaiting: () => onPhase?.("waiting"),
    },
    // the form shows progress and has the Cancel button
    showProgress: (_requests, task) => task(signal, () => undefined),
  });
}

/** The creation of a site as an action, without its passwords, since the journal is stored. */
export function creationOf({ domain, port, ftp, database }: SiteRequest, panel: ActionPanel): ActionRequest {
  const site: SiteRequest = {
    domain,
    port,
    ...(ftp === undefined ? {} : { ftp: { user: ftp.user } }),
    ...(database === undefined ? {} : { database: { user: database.user } }),
  };
  const target = { key: requestKey(site), label: decodeDomains(domain) };
  return { panel, kind: "site", verb: "create", target, input: { site }, row: undefined };
}

/** Sends the site unless the panel has it, or may still get it from a window that is gone. Throws failures before sending. */
async function create(site: PlannedSite, options: CreateSiteOptions, context: ProcedureContext): Promise<Outcome> {
  const { abandoned, onPhase } = options;
  const { begin, clock, signal } = context;
  for (;;) {
    const before = await lookFor(site, context);
    if (before?.search.kind === "found") return { kind: "already", site: before.search.site };
    const begunAt = await abandoned.begunAt();
    if (begunAt.some((at) => mayBeSending(at, clock))) {
      onPhase?.("waiting");
      await pauseBetweenTries(clock, signal, POLL_MS);
      continue;
    }
    // a later look for it would take this site for it
    if (begunAt.length > 0) await abandoned.end(unseenOutcome(before?.search));
    const begun: SitesBefore = { highest: before && Math.max(0, ...before.sites.names.keys()) };
    await begin(begun);
    return send({ ...context, site, begun, before }, options);
  }
}

/**
 * Looks whether the panel has the site, of this request or any other; `undefined` if it cannot list its sites, since it may still create them.
 * Rejects if it cannot be reached.
 */
async function lookFor(
  { domain, port }: PlannedSite,
  { request: { panel, target }, clock, signal }: ProcedureContext,
): Promise<SiteLook | undefined> {
  const rule = siteCreation({ domain, port, newerThan: 0 });
  try {
    return await new Verifier({ rule, target, clock, signal }).look(panel.callFor(signal));
  } catch (error) {
    const failure = panelFailureOf(error);
    if (failure.kind === "unsupported" || failure.kind === "tooLarge" || hasPanelEnded(failure)) return undefined;
    throw error;
  }
}

/** Rejects with defects only. */
async function send(
  sent: Omit<SentSite, "answer"> & ProcedureContext,
  { onPhase }: CreateSiteOptions,
): Promise<Outcome> {
  const { site, signal, request } = sent;
  if (signal.aborted) return { kind: "failed", failure: { kind: "cancelled" } };
  onPhase?.("sending");
  let answer: SentSite["answer"];
  try {
    const params = { ...site, additionalDomains: [...site.additionalDomains] };
    answer = await request.panel.callFor(signal)("site.create", params);
  } catch (error) {
    const failure = panelFailureOf(error);
    if (failure.kind === "rejected") return refused(site, failure, sent);
    if (!mayHaveHappened(failure)) return { kind: "failed", failure };
    answer = { lost: failure };
  }
  return verifyCreation({ ...sent, answer }, signal);
}

/** The outcome of a refusal: panels refuse a site that they have got since the look before. */
async function refused(site: PlannedSite, failure: PanelFailure, context: ProcedureContext): Promise<Outcome> {
  try {
    const now = await lookFor(site, context);
    if (now?.search.kind === "found") return { kind: "already", why: "refused", site: now.search.site };
  } catch (error) {
    context.failureIn(error);
  }
  return { kind: "failed", failure };
}
