import * as l10n from "@vscode/l10n";
import type { ActionRequest } from "../../actions/actionRequest.ts";
import type { Finished, RunOptions, ShowProgress } from "../../actions/actionRunner.ts";
import type { Outcome } from "../../actions/outcome.ts";
import type { ActionInput, Target } from "../../resources/resource.ts";
import type { Verb } from "../../resources/verbs.ts";
import { resourceOf } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { needsPerson, type PanelFailure } from "../../wire/answers/failure.ts";
import type { Message } from "../../texts/message.ts";
import { hasMore, outcomeText, stepText, summaryText } from "../../texts/actionTexts.ts";
import { actionTitle, progressTitle } from "../../texts/actionTitles.ts";
import { panelLine } from "../../texts/confirmationTexts.ts";
import { panelOf } from "./choose.ts";
import type { Acting, Fix } from "./services.ts";
import { offer } from "./showFailure.ts";
import { sentences } from "../../characters/sentences.ts";
import { numberText } from "../../texts/numberTexts.ts";

const UNSUCCESSFUL: readonly Outcome["kind"][] = ["wentWrong", "sent", "uncertain", "halfway"];

/** Failures of calls that a panel has answered. */
const ANSWERED: readonly PanelFailure["kind"][] = ["rejected", "page", "malformed", "tooLarge"];

/** After these the same may be asked for again; not where it was sent and may still happen. */
const REPEATABLE: readonly Outcome["kind"][] = ["failed", "wentWrong", "unchanged", "halfway", "busy"];

/** How actions are run and told. */
interface TellOptions extends RunOptions {
  /** Progress, and what went well, are said in the status bar: the person sees it where they clicked. */
  readonly quietly?: boolean;
}

/** Runs actions and tells what became of them, without waiting for the notification to be closed. */
export async function runAndTell(
  services: Acting,
  requests: readonly ActionRequest[],
  { quietly = false, ...options }: TellOptions = {},
): Promise<readonly Finished[]> {
  const { dialogs } = services;
  const place = "statusBar";
  const showProgress: ShowProgress = (shown, task) =>
    dialogs.progress(
      progressTitle(shown),
      (signal, report) => task(signal, (step) => report(stepText(shown, step))),
      place,
    );
  const finished = await services.runner.runAll(requests, { ...options, ...(quietly && { showProgress }) });
  void tell(services, finished, quietly).catch((error: unknown) => services.log.error(String(error)));
  return finished;
}

/** One request for each item. Where one of the panels is gone the command ends. */
export function requestsFor(
  services: Acting,
  items: readonly ItemNode[],
  verb: Verb,
  input: ActionInput,
): readonly ActionRequest[] {
  return items.map((item) => ({
    panel: services.connections.of(panelOf(services, item.panelId)),
    kind: item.kind,
    verb,
    input,
    target: targetOf(item),
    state: item.state,
    row: item.row,
    rows: services.tree.rows(item.panelId, item.kind),
  }));
}

function targetOf({ kind, key, label, row }: ItemNode): Target {
  const alias = row === undefined ? undefined : resourceOf(kind).alias?.(row);
  return { key, label, ...(alias === undefined ? {} : { alias }) };
}

async function tell(services: Acting, finished: readonly Finished[], quietly: boolean): Promise<void> {
  const told = finished.filter(({ outcome }) => outcome.kind !== "declined");
  const [first, ...others] = told;
  if (first === undefined) return;
  if (others.length === 0) await tellOne(services, first, quietly);
  else tellSummary(services, told, quietly);
}

/** Shows the outcome of a change that another window began. `notBegun` counts the later changes of the same run. */
export async function tellAbandoned(services: Acting, finished: Finished, notBegun: number): Promise<void> {
  const more = notBegun === 0 ? undefined : l10n.t("{0} more of the same run were not begun.", numberText(notBegun));
  await tellOne(services, finished, false, more);
}

async function tellOne(
  services: Acting,
  { request, outcome }: Finished,
  quietly: boolean,
  more?: string,
): Promise<void> {
  const outcomeTold = outcomeText(request, outcome);
  if (outcomeTold === undefined) return;
  const { untitled, ...message } = outcomeTold;
  const told: Message = { ...message, message: sentences(message.message, more), names: namesIn(request) };
  if (quietly && outcome.kind === "done" && !hasMore(outcome)) {
    services.dialogs.mention(told.message, told.names);
    return;
  }
  const panel = services.panels().find(({ id }) => id === request.panel.id);
  const problem = outcome.kind === "failed" ? outcome.failure : outcome.kind === "readOnly" ? outcome : undefined;
  const again = async () => repeat(services, request);
  const cures = problem === undefined ? [] : await services.fixesFor(problem, panel, again);
  offer(services, told, fixesOf(services, { request, outcome }, cures, untitled ?? told.message));
}

/** What a person may do about an outcome, the likeliest first. */
function fixesOf(
  services: Acting,
  { request, outcome }: Finished,
  cures: readonly Fix[],
  said: string,
): readonly Fix[] {
  if (outcome.kind === "readOnly") return cures;
  const { kind, target, panel, row } = request;
  const action = resourceOf(kind).actions[request.verb];
  const fixes: Fix[] = [...startOf(services, [{ request, outcome }])];
  const isStartOffered = fixes.length > 0;
  const input = row === undefined ? undefined : action?.undo?.(row);
  if (input !== undefined && mayBeStored(outcome))
    fixes.push({ label: l10n.t("Change Back"), run: async () => repeat(services, { ...request, input }) });
  if (action?.logMayExplain === true && isToldInLog(outcome))
    fixes.push({
      label: l10n.t("Follow Log"),
      run: async () => services.logTails.follow({ panelId: panel.id, kind, ...target }),
    });
  const failure = outcome.kind === "failed" ? outcome.failure : undefined;
  const isLasting = failure !== undefined && needsPerson(failure);
  if (isLasting) fixes.push(...cures);
  // a creation is asked for in its form; after a refusal the cures have it
  const isRepeatable = action !== undefined && failure?.kind !== "refused" && REPEATABLE.includes(outcome.kind);
  if (isRepeatable && !isStartOffered)
    fixes.push({ label: l10n.t("Try Again"), run: async () => repeat(services, request) });
  // what can be done about other failures is to look into them
  if (failure !== undefined && !isLasting && !ANSWERED.includes(failure.kind)) fixes.push(...cures);
  const isWell = (outcome.kind === "done" && !hasMore(outcome)) || outcome.kind === "already";
  if (!isWell && outcome.kind !== "busy")
    fixes.push(detailsOf(services, actionTitle(request), [said, panelLine(panel)], namesIn(request)));
  return fixes;
}

/** The panel may have been changed since. */
async function repeat(services: Acting, request: ActionRequest): Promise<void> {
  const panel = services.connections.of(panelOf(services, request.panel.id));
  await runAndTell(services, [{ ...request, panel }]);
}

/** Starts what was left stopped, or may stop only now, for a start does nothing to one that runs; none where nothing was. */
function startOf(services: Acting, finished: readonly Finished[]): readonly Fix[] {
  const left = finished.filter(({ request: { kind, verb }, outcome }) => {
    const { [verb]: action, start } = resourceOf(kind).actions;
    // another computer may have started it at the same time, which leaves it dead (docs/protocol.md 7.16)
    const hasDied = outcome.kind === "wentWrong" && verb === "restart" && action?.instead !== undefined;
    return start !== undefined && (hasDied || (outcome.kind === "halfway" && outcome.why !== "runsAgain"));
  });
  const requests = left.map(({ request }): ActionRequest => ({ ...request, verb: "start", input: {} }));
  return left.length === 0
    ? []
    : [{ label: l10n.t("Start"), run: async () => void (await runAndTell(services, requests)) }];
}

/** Tells how many are done and how the first others ended; all of these are behind a button and in the log. */
function tellSummary(services: Acting, finished: readonly Finished[], quietly: boolean): void {
  const { severity, message, heading, details } = summaryText(finished);
  for (const detail of details) services.log.warn(detail);
  const names = finished.flatMap(({ request }) => namesIn(request));
  if (quietly && severity === "information") {
    services.dialogs.mention(message, names);
    return;
  }
  const showDetails = details.length === 0 ? [] : [detailsOf(services, heading, details, names)];
  offer(services, { severity, message, names }, [...startOf(services, finished), ...showDetails]);
}

/** All that is known, in a dialog: a notification has room for a line or two. */
function detailsOf(
  { dialogs, log }: Acting,
  heading: string,
  details: readonly string[],
  names: readonly string[],
): Fix {
  return {
    label: l10n.t("Show Details"),
    async run() {
      const answers = [{ label: l10n.t("Show Extension Log"), value: true }];
      if ((await dialogs.read(heading, shortened(details).join("\n"), answers, names)) === true) log.show();
    },
  };
}

/** The names that the question was about. */
function namesIn({ panel, target, input }: ActionRequest): readonly string[] {
  const parts = (input?.with ?? []).map(({ name }) => name);
  return [panel.name, target.label, ...(target.alias === undefined ? [] : [target.alias]), ...parts];
}

/** As many lines as a modal dialog has room for. */
function shortened(lines: readonly string[]): readonly string[] {
  const most = 50;
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most), l10n.t("… and {0} more", numberText(lines.length - most))];
}

/** Whether the panel may have stored what was sent without the target having come up with it. */
function mayBeStored({ kind }: Outcome): boolean {
  return kind === "wentWrong" || kind === "sent" || kind === "uncertain";
}

/**
 * Whether the target's log is worth a look: how it came up, or why it is not as wanted; not where the panel itself cannot be
 * asked.
 */
function isToldInLog(outcome: Outcome): boolean {
  if (outcome.kind === "failed") return ANSWERED.includes(outcome.failure.kind);
  return UNSUCCESSFUL.includes(outcome.kind) || (outcome.kind === "done" && outcome.isGone !== true);
}
