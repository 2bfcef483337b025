import { panelFailureOf, hasPanelEnded, mayHaveHappened, type PanelFailure } from "../../wire/answers/failure.ts";
import { operations } from "../../wire/operations/operations.ts";
import { requestKey, type PlannedSite } from "../plannedSite.ts";
import type { SiteRequest } from "../siteRequest.ts";
import type { ActionPanel, ActionRequest } from "../../actions/actionRequest.ts";
import type { ProcedureContext, Running } from "../../actions/actionRunner.ts";
import type { CreationEnd } from "../../actions/changeJournal.ts";
import type { EarlierCreation } from "../../actions/targetClaims.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { endOf, type SitesBefore } from "./findSentSite.ts";
import { siteCreation, type SiteLook } from "./siteCreation.ts";
import { Verifier } from "../../actions/verifier.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { pauseBetweenTries } from "../../storage/fileLock.ts";
import { ageOf } from "../../storage/moment.ts";
import { soFar } from "./resumeSite.ts";
import { verifyCreation, type SentSite } from "./verifyCreation.ts";

export interface CreateSiteOptions {
  readonly runner: Running["runner"];
  readonly panel: ActionPanel;
  /** The user knows about requests with unknown results up to this time, in milliseconds since the epoch. */
  readonly despite?: number;
  /** Called with `sending` synchronously before the request is sent. */
  readonly onPhase?: (phase: "waiting" | "sending") => void;
}

const POLL_MS = 1_000;

/**
 * Creates a site with a single AddSite, which is never repeated, and determines its outcome. Windows of this computer
 * create a site one at a time: the others wait, read the journal, and send nothing while the result of an earlier request
 * is unknown. Aborting prevents the request if it was not sent yet, and otherwise ends the wait.
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

/** Checks earlier requests and sends the site if none is pending. Throws failures that occur before sending. */
async function create(site: PlannedSite, options: CreateSiteOptions, context: ProcedureContext): Promise<Outcome> {
  const { despite = 0, onPhase } = options;
  const { claim, begin, clock, signal } = context;
  // afterwards its window only searches, or was closed
  const sendingMs = operations["site.create"].deadlineMs;
  const isSending = ({ step, at }: EarlierCreation) => step === "sending" && ageOf(at, clock) < sendingMs;
  for (;;) {
    const seen = await claim.earlier();
    const before = await lookBefore(site, seen, context);
    if (before?.search.kind === "found") return { kind: "already", why: "sentBefore", site: before.search.site };
    // a created site that is no longer listed was deleted; without a complete list only the journal can tell
    const open = seen.filter(
      (each) =>
        isSending(each) || (each.at > despite && (each.step !== "created" || before?.sites.isComplete !== true)),
    );
    if (open.some(isSending)) {
      onPhase?.("waiting");
      await pauseBetweenTries(clock, signal, POLL_MS);
    } else if (open.length > 0) return soFar(open, before?.search, "sentBefore");
    else {
      const begun: SitesBefore = { highest: highestOf(before) };
      await begin(begun);
      // by the wall clock: stored, and compared between windows
      const sentAt = Math.max(clock.wallTime(), ...seen.map(({ at }) => at + 1));
      // after a sleep of the computer another window may hold the claim
      const isFirst = (await claim.earlier()).every(({ id, step }) =>
        seen.some((known) => known.id === id && known.step === step),
      );
      if (isFirst) return send({ ...context, site, begun, before, sentAt }, options);
    }
  }
}

/**
 * The panel's sites and what earlier requests have created of them; `undefined` if the panel cannot list its sites, since it may
 * still create them. Rejects if it cannot be reached.
 */
async function lookBefore(
  site: PlannedSite,
  earlier: readonly EarlierCreation[],
  { request: { panel, target }, clock, signal }: ProcedureContext,
): Promise<SiteLook | undefined> {
  const rule = siteCreation(site, async () => earlier);
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
  sent: Omit<SentSite, "answer"> & Pick<ProcedureContext, "claim" | "signal">,
  { despite = 0, onPhase }: CreateSiteOptions,
): Promise<Outcome> {
  const { site, claim, signal, request } = sent;
  if (signal.aborted) return { kind: "failed", failure: { kind: "cancelled" } };
  claim.remember("unknown");
  onPhase?.("sending");
  let answer: SentSite["answer"];
  try {
    const params = { ...site, additionalDomains: [...site.additionalDomains] };
    answer = await request.panel.callFor(signal)("site.create", params);
  } catch (error) {
    const failure = panelFailureOf(error);
    if (!mayHaveHappened(failure)) {
      claim.remember(undefined);
      // a refusal proves nothing if an earlier attempt may have created the site
      const isRepeated = failure.kind === "rejected" && despite > 0;
      if (isRepeated) return { kind: "uncertain", cause: failure, why: "repeated" };
      return { kind: "failed", failure };
    }
    answer = { lost: failure };
  }
  const outcome = await verifyCreation({ ...sent, answer }, signal);
  claim.remember(endOfOutcome(outcome));
  return outcome;
}

function endOfOutcome(outcome: Outcome): CreationEnd {
  if (outcome.kind === "done") {
    if (outcome.site?.id === undefined) return "unknown";
    return "created";
  }
  const failure = failureIn(outcome);
  return (failure && endOf(failure)) ?? "unknown";
}

function failureIn(outcome: Outcome): PanelFailure | undefined {
  if (outcome.kind === "failed") return outcome.failure;
  if (outcome.kind === "uncertain") return outcome.cause;
  return undefined;
}

function highestOf(look: SiteLook | undefined): number | undefined {
  if (look === undefined) return undefined;
  return Math.max(0, ...look.sites.names.keys());
}
