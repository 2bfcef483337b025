import { causeOf, failureOf, hasPanelEnded, isTransient, type PanelFailure } from "../../wire/answers/failure.ts";
import type { ResultOf } from "../../wire/operations/operations.ts";
import type { PlannedSite } from "../plannedSite.ts";
import type { ActionPanel } from "../../actions/actionRequest.ts";
import { answeredParts, missingDomains, sentCredentials, unansweredParts } from "./createdParts.ts";
import type { Clock } from "../../storage/ports.ts";
import { Wait } from "../../storage/moment.ts";
import { findNewSite, predictedName, readSiteNames, type SiteNames, type Search } from "./findSentSite.ts";
import type { CreatedSite, FoundSite } from "../createdSite.ts";
import type { Outcome } from "../../actions/outcome.ts";

/** A sent AddSite request. */
export interface SentSite {
  readonly site: PlannedSite;
  readonly panel: ActionPanel;
  readonly clock: Clock;
  /** Search time after an unanswered request, in milliseconds. */
  readonly waitMs: number;
  /** The panel's sites beforehand; `undefined` if they could not be read. */
  readonly before: SiteNames | undefined;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly answer: ResultOf<"site.create"> | { readonly lost: PanelFailure };
}

const POLL_MS = 1_000;

/** Deadline of the last check, after the answer or after Cancel. */
const LAST_CHECK_MS = 5_000;

/** Determines the outcome of a sent AddSite. Aborting ends the wait. Rejects with defects only. */
export async function verifyCreation(sent: SentSite, signal: AbortSignal): Promise<Outcome> {
  const { answer } = sent;
  const outcome = "lost" in answer ? await afterNoAnswer(sent, answer.lost, signal) : await afterAnswer(sent, answer);
  if (outcome.kind !== "done" || outcome.site === undefined) return outcome;
  const { site } = outcome;
  const missing = site.id === undefined ? [] : await skippedDomains(sent, site.id);
  const isComplete = site.ftp !== "failed" && site.database !== "failed" && missing.length === 0;
  return {
    ...(isComplete ? {} : { why: "incomplete" as const }),
    ...outcome,
    site: { ...site, missingDomains: missing },
  };
}

function done(site: CreatedSite): Extract<Outcome, { kind: "done" }> {
  const evidence = site.id === undefined ? undefined : ({ name: "id", value: String(site.id) } as const);
  return { kind: "done", evidence, site };
}

async function afterAnswer(
  { site, panel, before, sentAt }: SentSite,
  result: ResultOf<"site.create">,
): Promise<Outcome> {
  const parts = answeredParts(site, result);
  const created = (found: FoundSite): Outcome => done({ ...found, missingDomains: [], ...parts });
  const { id } = result;
  const call = panel.callFor(AbortSignal.timeout(LAST_CHECK_MS));
  const sites = await readSiteNames(call).catch(() => undefined);
  const asAnswered = () => created({ id, name: predictedName(site, before) });
  if (sites === undefined) return asAnswered();
  const name = id === undefined ? undefined : sites.names.get(id);
  if (id !== undefined && name !== undefined) return created({ id, name });
  // without an earlier list the answer is proof: panels refuse a domain and port that another site uses
  const search = await findNewSite(call, site, sites, (other) => before?.names.has(other) !== true);
  if (search.kind === "found") return created(search.site);
  if (!sites.isComplete) return asAnswered();
  return { kind: "sent", why: "timedOut", evidence: undefined, sentAt };
}

async function afterNoAnswer(sent: SentSite, failure: PanelFailure, signal: AbortSignal): Promise<Outcome> {
  const { site, panel, clock, before, sentAt } = sent;
  const cause = causeOf(failure);
  const wait = new Wait(clock, sent.waitMs);
  let seen: Search["kind"] | undefined;
  const uncertain = (): Outcome => ({
    kind: "uncertain",
    cause,
    ...(seen === "none" ? { why: "notListed" } : {}),
    sentAt,
  });
  // a new site cannot be distinguished from an old one
  if (before === undefined) return uncertain();
  for (;;) {
    const isStopped = signal.aborted;
    const wasAbsent = seen === "none";
    const call = panel.callFor(isStopped ? AbortSignal.timeout(LAST_CHECK_MS) : signal);
    seen = undefined;
    try {
      const sites = await readSiteNames(call);
      const search = sites && (await findNewSite(call, site, sites, (id) => !before.names.has(id)));
      if (search?.kind === "found") return { ...done(unansweredSite(site, search.site)), why: "unanswered", cause };
      seen = search?.kind;
    } catch (error) {
      const why = failureOf(error);
      if (why === undefined || !(isTransient(why) || why.kind === "cancelled")) return uncertain();
    }
    // without an answer the panel may still be working on it
    const hasFinished = hasPanelEnded(failure);
    // a single list may be empty because the panel could not read it (docs/protocol.md 2.15)
    if (hasFinished && !isStopped && wasAbsent && seen === "none") return { kind: "failed", failure: cause, sentAt };
    if (isStopped || wait.left() <= 0 || (hasFinished && seen === "unconfirmed")) return uncertain();
    await wait.pause(POLL_MS, signal);
  }
}

function unansweredSite(site: PlannedSite, found: FoundSite): CreatedSite {
  return { ...found, ...unansweredParts(site), missingDomains: [], credentials: sentCredentials(site) };
}

/** Additional domains that the panel silently skipped: those in use and, on newer panels, those on certain ports. */
async function skippedDomains({ site, panel }: SentSite, id: number): Promise<readonly string[]> {
  if (site.additionalDomains.length === 0) return [];
  try {
    return missingDomains(site, await panel.callFor(AbortSignal.timeout(LAST_CHECK_MS))("site.domains", { id }));
  } catch {
    // the site exists even if this cannot be read
    return [];
  }
}
