import { failureOf, hasPanelEnded, mayHaveHappened, PanelError } from "../../wire/answers/failure.ts";
import { operations } from "../../wire/operations/operations.ts";
import type { PlannedSite, SiteRequest } from "../plannedSite.ts";
import type { SubmissionPhase } from "../protocol.ts";
import type { ActionPanel } from "../../actions/actionRequest.ts";
import type { ActionRunner } from "../../actions/actionRunner.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { findEarlierSite, soFar } from "./earlierSite.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { recordedOutcome } from "./recordedOutcome.ts";
import type { Clock } from "../../storage/ports.ts";
import { ageOf } from "../../storage/moment.ts";
import { verifyCreation, type SentSite } from "./verifyCreation.ts";
import type { NotBegun, Submitted } from "./creationResult.ts";
import { SubmissionJournal, type SubmissionEnd, type Submission } from "./submissionJournal.ts";
import { siteNamesIfListed, type SiteNames } from "./findNewSite.ts";
import { codeOf, type FileSystem } from "../../storage/fileSystem.ts";

export interface CreateSiteOptions {
  readonly runner: ActionRunner;
  readonly panel: ActionPanel;
  /** A directory that all windows share. */
  readonly root: string;
  readonly files: FileSystem;
  readonly clock: Clock;
  /** How long to look for the site where no answer came, in milliseconds. */
  readonly waitMs: number;
  /** What was sent up to this time (milliseconds since the epoch) without a known end is what the person knows of. */
  readonly despite?: number;
  readonly onPhase?: (phase: SubmissionPhase) => void;
}

const POLL_MS = 1_000;

/**
 * Creates a site with one AddSite, which is never sent again, and finds out what became of it. Windows share a journal
 * of what they send, so that the same site submitted in two of them is sent once; a window that finds a submission
 * without a known end waits for it, and sends nothing itself. Aborting before it is sent sends nothing; later it ends the
 * wait. Never rejects.
 */
export async function createSite(
  site: PlannedSite,
  options: CreateSiteOptions,
  signal: AbortSignal,
): Promise<Submitted | NotBegun> {
  const { runner, panel, clock } = options;
  let creation: Submitted | undefined;
  const outcome = await runner.run(
    {
      panel,
      kind: "site",
      verb: "create",
      target: { key: site.domain, label: decodeDomains(site.domain) },
      row: undefined,
      perform: async (_signal, begin) => recordedOutcome((creation = await submit(site, options, begin, signal))),
    },
    // the form shows it, and has the button that aborts
    { showProgress: (_requests, task) => task(signal, () => undefined) },
  );
  return creation ?? notPerformed(outcome, clock.wallTime());
}

/** Why there is no result: `perform` was not called, or had a defect. */
function notPerformed(outcome: Outcome, sentAt: number): Submitted | NotBegun {
  if (outcome.kind === "readOnly" || outcome.kind === "declined" || outcome.kind === "busy") return outcome;
  return { kind: "uncertain", cause: { kind: "defect" }, notListed: false, sentAt };
}

/** Writes down what is asked for. */
type Begin = (asked: SiteRequest) => Promise<void>;

async function submit(
  site: PlannedSite,
  options: CreateSiteOptions,
  begin: Begin,
  signal: AbortSignal,
): Promise<Submitted> {
  const { panel, root, files, clock } = options;
  const journal = new SubmissionJournal({ panel, request: site, root, files, clock });
  try {
    const claimed = await claimSubmission(site, options, journal, signal);
    return claimed.kind === "claimed" ? await sendSubmission(site, options, journal, claimed, begin, signal) : claimed;
  } catch (error) {
    return failed(error);
  }
}

/** The journal has the submission as this window's, which alone may send it. */
interface Claimed {
  readonly kind: "claimed";
  readonly submission: Submission;
  readonly before: SiteNames | undefined;
}

/** Waits while another window sends the same request, and looks for the site that one has sent. Throws what fails. */
async function claimSubmission(
  site: PlannedSite,
  options: CreateSiteOptions,
  journal: SubmissionJournal,
  signal: AbortSignal,
): Promise<Claimed | Extract<Submitted, { kind: "existed" | "missing" | "uncertain" }>> {
  const { panel, clock, despite = 0, onPhase } = options;
  const call = panel.callFor(signal);
  // later its window only looks, or is gone
  const sendingMs = operations["site.create"].deadlineMs;
  for (;;) {
    const seen = await journal.read();
    let before = await siteNamesIfListed(call);
    // a panel that cannot read its own list sends an empty one (docs/protocol.md 2.15)
    if (before?.names.size === 0) {
      await pause(clock, signal);
      before = await siteNamesIfListed(call);
    }
    const earlier = before === undefined ? undefined : await findEarlierSite(call, site, seen, before);
    if (earlier?.kind === "found") return { kind: "existed", site: earlier.site };
    // a site that the panel does not list any more was deleted; where it has no list, the journal alone must do
    const isSending = ({ state, at }: Submission) => state === "sending" && ageOf(at, clock) < sendingMs;
    const open = seen.filter(
      (each) => isSending(each) || (each.at > despite && (each.state !== "created" || before?.isComplete !== true)),
    );
    if (open.length === 0) {
      const submission = await journal.claim(seen, highestOf(before), signal);
      if (submission !== undefined) return { kind: "claimed", submission, before };
    } else if (open.some(isSending)) {
      onPhase?.("waiting");
      await pause(clock, signal);
    } else {
      return soFar(open, earlier, "sentBefore");
    }
  }
}

/** Throws what fails before anything was sent, and nothing after it. */
async function sendSubmission(
  site: PlannedSite,
  options: CreateSiteOptions,
  journal: SubmissionJournal,
  { submission, before }: Claimed,
  begin: Begin,
  signal: AbortSignal,
): Promise<Submitted> {
  const { panel, clock, waitMs, onPhase } = options;
  let creation: Submitted | undefined;
  try {
    await begin(askedFor(site));
    const answer = await sendOnce(site, panel, onPhase, signal);
    creation = await verifyCreation({ site, panel, clock, waitMs, before, answer, sentAt: submission.at }, signal);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    creation = { kind: "failed", failure };
  } finally {
    await journal.end(submission, endOf(creation));
  }
  return creation;
}

async function sendOnce(
  site: PlannedSite,
  panel: ActionPanel,
  onPhase: CreateSiteOptions["onPhase"],
  signal: AbortSignal,
): Promise<SentSite["answer"]> {
  if (signal.aborted) throw new PanelError({ kind: "cancelled" });
  onPhase?.("sending");
  try {
    return await panel.callFor(signal)("site.create", { ...site, additionalDomains: [...site.additionalDomains] });
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || !mayHaveHappened(failure)) throw error;
    return { lost: failure };
  }
}

/** Without passwords. */
function askedFor({ domain, port, ftp, database }: PlannedSite): SiteRequest {
  return {
    domain,
    port,
    ...(ftp === undefined ? {} : { ftp: { user: ftp.user } }),
    ...(database === undefined ? {} : { database: { user: database.user } }),
  };
}

function endOf(creation: Submitted | undefined): SubmissionEnd {
  if (creation?.kind === "failed") return "nothing";
  if (creation?.kind === "created" || creation?.kind === "partly")
    return creation.site.id === undefined ? "unknown" : { id: creation.site.id };
  const cause = creation !== undefined && "cause" in creation ? creation.cause : "interrupted";
  if (typeof cause === "string" || !hasPanelEnded(cause)) return "unknown";
  return cause.kind === "page" ? "page" : "malformed";
}

function highestOf(sites: SiteNames | undefined): number | undefined {
  return sites === undefined ? undefined : Math.max(0, ...sites.names.keys());
}

async function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(POLL_MS, signal);
  } catch (error) {
    throw signal.aborted ? new PanelError({ kind: "cancelled" }) : error;
  }
}

function failed(error: unknown): Submitted {
  const failure = failureOf(error);
  if (failure !== undefined) return { kind: "failed", failure };
  const code = codeOf(error);
  if (code === "unknown") throw error;
  return { kind: "failed", failure: { kind: "storage", problem: "fileFailed", code } };
}
