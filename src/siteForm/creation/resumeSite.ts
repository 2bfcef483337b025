import type { ActionPanel } from "../../actions/actionRequest.ts";
import { failureOf, isTransient, mayAnswerLater, type PanelFailure } from "../../wire/answers/failure.ts";
import type { SiteRequest } from "../plannedSite.ts";
import * as v from "valibot";
import type { Outcome } from "../../actions/outcome.ts";
import { isYoung } from "../../storage/fileSystem.ts";
import { operations } from "../../wire/operations/operations.ts";
import { NOT_KNOWN, resumedOutcome } from "./recordedOutcome.ts";
import type { CreateSiteOptions } from "./createSite.ts";
import { unansweredParts } from "./siteParts.ts";
import { findEarlierSite, soFar } from "./earlierSite.ts";
import type { Resumed } from "./creationResult.ts";
import { Wait } from "../../storage/moment.ts";
import { SubmissionJournal, type SubmissionJournalOptions } from "./submissionJournal.ts";
import { readSiteNames, type Search } from "./findNewSite.ts";

interface ResumeSiteOptions extends Pick<CreateSiteOptions, "root" | "files" | "clock" | "waitMs"> {
  readonly panel: Pick<ActionPanel, "id" | "address" | "callFor">;
}

const POLL_MS = 1_000;

/** Whether a site of this request was sent before, by any window. Rejects where the journal cannot be read. */
export async function wasSiteSent(options: SubmissionJournalOptions): Promise<boolean> {
  return (await new SubmissionJournal(options).read()).length > 0;
}

/**
 * Finds out what became of a site that a form had sent before its window was reloaded. Sends nothing but reads.
 * Aborting ends the wait. Rejects with defects and with file errors.
 */
export async function resumeSite(
  request: SiteRequest,
  options: ResumeSiteOptions,
  signal: AbortSignal,
): Promise<Resumed> {
  const { panel, clock, waitMs } = options;
  const journal = new SubmissionJournal({ ...options, request });
  const wait = new Wait(clock, waitMs);
  for (;;) {
    const seen = await journal.read();
    // whoever has told an end is no longer at work
    const mayBeSending = seen.some(({ state }) => state === "sending");
    const cause = mayBeSending ? "interrupted" : "sentBefore";
    let earlier: Search | undefined;
    let isOver = !mayBeSending;
    try {
      const call = panel.callFor(signal);
      const sites = await readSiteNames(call);
      earlier = sites && (await findEarlierSite(call, request, seen, sites));
      if (earlier?.kind === "found") {
        const { id } = earlier.site;
        // its window was told what became of it, and has told it
        if (seen.some((each) => each.state === "created" && each.id === id))
          return { kind: "existed", site: earlier.site };
        for (const each of seen) if (each.state !== "created") await journal.end(each, { id });
        // passwords are gone with the window that had them
        const unknown = { ...unansweredParts(request), missingDomains: [], credentials: [] };
        return { kind: "partly", cause, site: { ...earlier.site, ...unknown } };
      }
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      isOver ||= !isTransient(failure);
    }
    if (isOver || signal.aborted || wait.left() <= 0) return soFar(seen, earlier, cause);
    await wait.pause(POLL_MS, signal);
  }
}

const account = v.exactOptional(v.object({ user: v.string() }));
const askedSchema: v.GenericSchema<unknown, SiteRequest> = v.object({
  domain: v.string(),
  port: v.number(),
  ftp: account,
  database: account,
});

/**
 * Finds out how a creation ended whose window was closed, without its form. `asked` and `at` are from the journal.
 * `undefined` while that cannot be known: the panel may still be creating it, or does not answer. Rejects as `resumeSite` does.
 */
export async function findAbandonedSite(
  asked: unknown,
  at: number,
  options: ResumeSiteOptions,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { panel, clock } = options;
  const request = v.safeParse(askedSchema, asked);
  if (!request.success) return NOT_KNOWN;
  if (isYoung(at, clock, operations["site.create"].deadlineMs)) return undefined;
  // without it nobody can tell a new site from an old one
  if (!(await wasSiteSent({ ...options, request: request.output }))) return NOT_KNOWN;
  let failure: PanelFailure | undefined;
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
  const resumed = await resumeSite(request.output, { ...options, panel: { id, address, callFor } }, signal);
  const isLater = signal.aborted || (failure !== undefined && mayAnswerLater(failure));
  return resumed.kind === "uncertain" && isLater ? undefined : resumedOutcome(resumed);
}
