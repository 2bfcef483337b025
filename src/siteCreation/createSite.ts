import { failureOf, PanelError } from "../wire/answers/failure.ts";
import { operations } from "../wire/operations/table.ts";
import type { PlannedSite } from "../siteForm/plannedSite.ts";
import type { SitePhase } from "../siteForm/siteFormHost.ts";
import type { ActionPanel } from "../actions/actionRequest.ts";
import type { ActionRunner } from "../actions/actionRunner.ts";
import { findEarlierSite, soFar } from "./earlierSite.ts";
import { hasEnded, mayHaveHappened } from "../actions/mayHaveHappened.ts";
import type { Outcome } from "../actions/outcome.ts";
import type { Clock } from "../storage/ports.ts";
import { verifyCreation, type SentSite } from "./verifyCreation.ts";
import type { SiteCreation } from "./siteCreation.ts";
import { SubmissionJournal, type SiteEnd, type Submission } from "./submissionJournal.ts";
import { listSites, type Listed } from "./findNewSite.ts";
import { codeOf, type FileSystem } from "../storage/fileSystem.ts";

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
  readonly onPhase?: (phase: SitePhase) => void;
}

const POLL_MS = 1_000;

/**
 * Creates a site with one AddSite, which is never sent again, and finds out what became of it. Windows mark what they
 * send, so that the same site submitted in two of them is sent once; a window that finds a mark without a known end
 * waits for it, and sends nothing itself. Aborting before it is sent sends nothing; later it ends the wait. Rejects with
 * defects only.
 */
export async function createSite(
  site: PlannedSite,
  options: CreateSiteOptions,
  signal: AbortSignal,
): Promise<SiteCreation> {
  const { runner, panel, root, files, clock } = options;
  const marks = new SubmissionJournal({ panel, wish: site, root, files, clock });
  return runner.runDeed<SiteCreation>({
    panel,
    kind: "site",
    verb: "create",
    target: { key: site.domain, label: site.domain },
    operation: "site.create",
    outcomeOf,
    async perform() {
      try {
        const turn = await takeTurn(site, options, marks, signal);
        return turn.kind === "ours" ? await sendMarked(site, options, marks, turn, signal) : turn;
      } catch (error) {
        return failed(error);
      }
    },
  });
}

/** The wish is marked as this window's. */
interface OurTurn {
  readonly kind: "ours";
  readonly mark: Submission;
  readonly before: Listed;
}

/** Waits until no other window is sending the same wish, and looks for what one has sent. Throws what fails. */
async function takeTurn(
  site: PlannedSite,
  options: CreateSiteOptions,
  marks: SubmissionJournal,
  signal: AbortSignal,
): Promise<OurTurn | Extract<SiteCreation, { kind: "existed" | "missing" | "uncertain" }>> {
  const { panel, clock, despite = 0, onPhase } = options;
  const call = panel.callFor(signal);
  // later its window only looks, or is gone
  const sendingMs = operations["site.create"].deadlineMs;
  for (;;) {
    const seen = await marks.read();
    const before = await listSites(call);
    const earlier = before === undefined ? undefined : await findEarlierSite(call, site, seen, before);
    if (earlier?.kind === "found") return { kind: "existed", site: earlier.site };
    // a site that the panel does not list any more was deleted; where it has no list, the mark alone must do
    const isSending = ({ state, at }: Submission) => state === "sending" && clock.now() < at + sendingMs;
    const open = seen.filter(
      (mark) => isSending(mark) || (mark.at > despite && (mark.state !== "created" || before?.isComplete !== true)),
    );
    if (open.length === 0) {
      const mark = await marks.claim(seen, highestOf(before), signal);
      if (mark !== undefined) return { kind: "ours", mark, before };
    } else if (open.some(isSending)) {
      onPhase?.("waiting");
      await pause(clock, signal);
    } else {
      return soFar(open, earlier, "sentBefore");
    }
  }
}

/** Everything up to sending throws what fails; nothing after it does. */
async function sendMarked(
  site: PlannedSite,
  options: CreateSiteOptions,
  marks: SubmissionJournal,
  { mark, before }: OurTurn,
  signal: AbortSignal,
): Promise<SiteCreation> {
  const { panel, clock, waitMs, onPhase } = options;
  let end: SiteEnd = "unknown";
  try {
    const answer = await sendOnce(site, panel, onPhase, signal);
    const creation = await verifyCreation({ site, panel, clock, waitMs, before, answer, sentAt: mark.at }, signal);
    end = endOf(creation, answer);
    return creation;
  } catch (error) {
    if (failureOf(error) !== undefined) end = "nothing";
    throw error;
  } finally {
    await marks.end(mark, end);
  }
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

function endOf(creation: SiteCreation, answer: SentSite["answer"]): SiteEnd {
  const id = creation.kind === "created" || creation.kind === "partly" ? creation.site.id : undefined;
  if (id !== undefined) return { id };
  if (!("lost" in answer) || !hasEnded(answer.lost)) return "unknown";
  return answer.lost.kind === "page" ? "page" : "malformed";
}

function highestOf(sites: Listed): number | undefined {
  return sites === undefined ? undefined : Math.max(0, ...sites.names.keys());
}

async function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(POLL_MS, signal);
  } catch (error) {
    throw signal.aborted ? new PanelError({ kind: "cancelled" }) : error;
  }
}

function failed(error: unknown): SiteCreation {
  const failure = failureOf(error);
  if (failure?.kind === "cancelled") return { kind: "cancelled" };
  if (failure !== undefined) return { kind: "failed", failure };
  const code = codeOf(error);
  if (code === "unknown") throw error;
  return { kind: "failed", failure: { kind: "storage", problem: "fileFailed", code } };
}

function outcomeOf(creation: SiteCreation): Outcome {
  switch (creation.kind) {
    case "created":
    case "partly": {
      const { id } = creation.site;
      return { kind: "done", evidence: id === undefined ? undefined : { name: "id", value: String(id) } };
    }
    case "existed":
      return { kind: "already" };
    case "failed":
      return creation;
    case "missing":
      return { kind: "failed", failure: creation.cause };
    case "uncertain":
      if (creation.cause === "unlisted") return { kind: "sent", why: "timedOut", evidence: undefined };
      if (creation.cause === "sentBefore" || creation.cause === "interrupted")
        return { kind: "uncertain", cause: undefined };
      return { kind: "uncertain", cause: creation.cause };
    case "cancelled":
      return { kind: "declined" };
    case "readOnly":
    case "declined":
    case "busy":
      return creation;
    default:
      return creation satisfies never;
  }
}
