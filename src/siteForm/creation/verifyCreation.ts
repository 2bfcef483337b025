import type { ProcedureContext } from "../../actions/actionRunner.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { Verifier } from "../../actions/verifier.ts";
import { watch, type Watched } from "../../actions/watch.ts";
import { causeOf, hasPanelEnded, type PanelFailure } from "../../wire/answers/failure.ts";
import type { ResultOf } from "../../wire/operations/operations.ts";
import type { Fact } from "../../resources/facts.ts";
import type { CreatedSite, PartState } from "../createdSite.ts";
import type { PlannedSite } from "../plannedSite.ts";
import type { SitesBefore } from "./abandonedSite.ts";
import { answeredParts, missingDomains, sentCredentials, unansweredParts } from "./createdParts.ts";
import { predictedName, UNLISTED } from "./findSentSite.ts";
import { NOT_LOOKED, siteCreation, type SiteLook } from "./siteCreation.ts";

/** A sent AddSite request. */
export interface SentSite extends Pick<ProcedureContext, "clock" | "failureIn" | "request" | "waitMs"> {
  readonly site: PlannedSite;
  readonly begun: SitesBefore;
  /** The look just before; `undefined` if the panel's sites could not be read. */
  readonly before: SiteLook | undefined;
  readonly answer: ResultOf<"site.create"> | { readonly lost: PanelFailure };
}

/** How long it is looked for after an answer, which proves much, and after Cancel, when nobody waits any more. */
const LAST_LOOKS_MS = 5_000;

/** Determines the outcome of a sent AddSite. Aborting ends the wait. */
export async function verifyCreation(sent: SentSite, signal: AbortSignal): Promise<Outcome> {
  const outcome = await lookForIt(sent, signal);
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

/** Looks for the site as long as it may still come. */
async function lookForIt(sent: SentSite, signal: AbortSignal): Promise<Outcome> {
  const { site, begun, request, clock, waitMs, before, answer, failureIn } = sent;
  const { domain, port } = site;
  // once one was created, any site with the domain and port is it: panels refuse them if another site uses them
  const isCreated = !("lost" in answer);
  const newerThan = begun.highest ?? (isCreated ? 0 : Infinity);
  const rule = siteCreation({ domain, port, newerThan, ...(isCreated && { id: answer.id }) });
  const verifier = new Verifier({ rule, target: request.target, clock, signal }, before ?? NOT_LOOKED);
  const isAnswered = isCreated || hasPanelEnded(answer.lost);
  const looking = { verifier, clock, sentAt: clock.monotonic(), isAnswered, failureIn };
  const look = async (until: AbortSignal, forMs: number) =>
    watch({ ...looking, call: request.panel.callFor(until), signal: until, waitMs: forMs });
  if (isCreated) {
    // a panel without a list has nothing to look at, and its answer alone is no proof
    if (before === undefined && !(await request.panel.offers("site.list", signal))) return accepted(sent, answer);
    await look(AbortSignal.timeout(LAST_LOOKS_MS), LAST_LOOKS_MS);
    return answered(sent, answer, verifier);
  }
  let { end } = await look(signal, waitMs);
  if (end === "stopped") ({ end } = await look(AbortSignal.timeout(LAST_LOOKS_MS), 0));
  return unanswered(sent, answer.lost, end, verifier.latest?.seen);
}

/** The outcome after an answer of success. */
function answered(
  { site, before }: SentSite,
  answer: ResultOf<"site.create">,
  { since, latest }: Pick<Verifier<SiteLook>, "latest" | "since">,
): Outcome {
  const parts = { ...answeredParts(site, answer), missingDomains: [] };
  const looks = since.flatMap(({ seen }) => seen ?? []);
  const search = looks.at(-1)?.search;
  if (search?.kind === "found") return created({ ...search.site, ...parts });
  // where no list is a proof the answer is one: panels refuse a domain and port that another site uses
  const isDisproved = looks.some(({ sites }) => sites.isComplete);
  if (!isDisproved) return created({ id: answer.id, name: predictedName(site, before?.sites), ...parts });
  // one of its name may be there whose domains could not be read
  const isUnlisted = latest?.seen?.search.kind === "none";
  return { kind: "sent", why: "timedOut", evidence: isUnlisted ? UNLISTED : undefined };
}

/** The outcome where a panel says yes, and nothing can be read of it. */
function accepted({ site }: SentSite, answer: ResultOf<"site.create">): Outcome {
  const { ftp, database, ...parts } = answeredParts(site, answer);
  const isUnseen = (state: PartState) => (state === "created" ? "unknown" : state);
  const name = predictedName(site, undefined);
  return {
    kind: "sent",
    why: "noWay",
    evidence: idOf(answer),
    site: { id: answer.id, name, ...parts, ftp: isUnseen(ftp), database: isUnseen(database), missingDomains: [] },
  };
}

/** The outcome of a request without a whole answer. */
function unanswered({ site }: SentSite, lost: PanelFailure, end: Watched["end"], look = NOT_LOOKED): Outcome {
  const cause = causeOf(lost);
  if (look.search.kind === "found") {
    const parts = { ...unansweredParts(site), missingDomains: [], credentials: sentCredentials(site) };
    return { ...created({ ...look.search.site, ...parts }), why: "unanswered", cause };
  }
  if (end === "unmoved") return { kind: "failed", failure: cause, isUnlisted: true };
  return { kind: "uncertain", cause, ...(look.search.kind === "none" ? { why: "notListed" } : {}) };
}

function created(site: CreatedSite): Extract<Outcome, { kind: "done" }> {
  return { kind: "done", evidence: idOf(site), site };
}

function idOf({ id }: Pick<CreatedSite, "id">): Fact | undefined {
  if (id === undefined) return undefined;
  return { name: "id", value: String(id) };
}

/** Additional domains that the panel silently skipped: those in use and, on newer panels, those on certain ports. */
async function skippedDomains({ site, request: { panel } }: SentSite, id: number): Promise<readonly string[]> {
  if (site.additionalDomains.length === 0) return [];
  try {
    return missingDomains(site, await panel.callFor(AbortSignal.timeout(LAST_LOOKS_MS))("site.domains", { id }));
  } catch {
    // the site exists even if this cannot be read
    return [];
  }
}
