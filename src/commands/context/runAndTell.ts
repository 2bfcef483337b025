import * as l10n from "@vscode/l10n";
import { findRowAction, type ActionRequest } from "../../actions/actionRequest.ts";
import type { Finished, RunOptions, ShowProgress } from "../../actions/actionRunner.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { isReached, outcomeKinds } from "../../actions/outcomeKinds.ts";
import { targetKindCalled } from "../../deployments/targetKinds.ts";
import type { ActionInput } from "../../resources/resource.ts";
import { verbWords, type Verb } from "../../resources/verbs.ts";
import { resourceOf } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { isAnswer, needsPerson, type PanelFailure } from "../../wire/answers/failure.ts";
import type { Message } from "../../ports/dialogs.ts";
import { hasMore, outcomeText, stepText, summaryText } from "../../texts/actionTexts.ts";
import { serviceName } from "../../texts/fileTexts.ts";
import { actionTitle, progressTitle } from "../../texts/actionTitles.ts";
import { panelLine } from "../../texts/confirmationTexts.ts";
import { actionRequestOf } from "../../tree/actionRequestOf.ts";
import type { FilePlace } from "../../serverFiles/filePlace.ts";
import { type ConfiguredService, traitsOf } from "../../serverFiles/configuredServices.ts";
import { brokenConfiguration } from "../../serverFiles/webServerCheck.ts";
import { panelOf } from "./choose.ts";
import { openAtLine } from "./openAtLine.ts";
import { diagnosisOf, offer } from "./showFailure.ts";
import { sentences } from "../../characters/sentences.ts";
import type { Acting } from "./acting.ts";
import type { KnownPanels } from "./knownPanels.ts";
import type { Fix, Telling } from "./telling.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { oneOfText } from "../../texts/serversTexts.ts";

/** The place of quiet progress. */
const PLACE = "statusBar";

interface ShowOptions extends RunOptions {
  /** Shows progress and success in the status bar, because the person sees them where they clicked. */
  readonly quietly?: boolean;
}

/** Runs actions and shows their outcomes, without waiting for the notification. */
export async function runAndTell(
  services: Acting,
  requests: readonly ActionRequest[],
  { quietly = false, ...options }: ShowOptions = {},
): Promise<readonly Finished[]> {
  const showProgress: ShowProgress = (shown, task) =>
    services.dialogs.progress(
      progressTitle(shown),
      (signal, report) => task(signal, (step) => report(stepText(shown, step))),
      PLACE,
    );
  const finished = await services.runner.runAll(requests, { ...options, ...(quietly && { showProgress }) });
  void showOutcomes(services, finished, quietly).catch((error: unknown) => services.log.error(String(error)));
  return finished;
}

/** Makes a request for each item. Ends the command if a panel was removed. */
export function requestsFor(
  services: KnownPanels,
  items: readonly ItemNode[],
  verb: Verb,
  input: ActionInput,
): readonly ActionRequest[] {
  const panelAt = (panelId: string) => services.connections.of(panelOf(services, panelId));
  return items.map((item) =>
    actionRequestOf(panelAt(item.panelId), item, verb, services.tree.rows(item.panelId, item.kind), input),
  );
}

/** Shows the outcomes of actions that a person has confirmed: one by itself, several as a summary. */
export async function showOutcomes(services: Acting, finished: readonly Finished[], quietly: boolean): Promise<void> {
  const confirmed = finished.filter(({ outcome }) => outcome.kind !== "declined");
  const [first, ...others] = confirmed;
  if (first === undefined) return;
  if (others.length === 0) await showOutcome(services, first, quietly);
  else showSummary(services, confirmed, quietly);
}

/** Shows the outcome of another window's change. `notBegun` counts the later changes of the same run. */
export async function showAbandoned(services: Acting, finished: Finished, notBegun: number): Promise<void> {
  const { group } = finished.request;
  const more = sentences(
    notBegun > 0 && l10n.t("{0} later changes of the same run were not started.", numberText(notBegun)),
    group &&
      l10n.t(
        "It was for {0}. The Activity view says what became of the others, as far as they have begun.",
        oneOfText(group),
      ),
  );
  await showOutcome(services, finished, false, { fixes: [], more });
}

/** What a feature has for the message about its procedure. */
interface OwnMessage {
  readonly fixes: readonly Fix[];
  /** What its feature knows besides. */
  readonly more?: string;
  /** Takes the message away once it is over. */
  readonly until?: AbortSignal;
}

/** Shows the outcome of a procedure. */
export async function showFinished(services: Acting, finished: Finished, own: OwnMessage): Promise<void> {
  await showOutcome(services, finished, false, own);
}

async function showOutcome(
  services: Acting,
  { request, outcome }: Finished,
  quietly: boolean,
  { fixes: own, more, until }: OwnMessage = { fixes: [] },
): Promise<void> {
  const text = outcomeText(request, outcome);
  if (text === undefined) return;
  const { untitled, severity } = text;
  const message: Message = {
    severity,
    message: sentences(text.message, more),
    names: namesIn(request),
    ...(until && { until }),
  };
  if (quietly && outcome.kind === "done" && outcome.accepted === undefined && !hasMore(request, outcome)) {
    services.dialogs.mention(message.message, message.names);
    return;
  }
  const panel = services.panels().find(({ id }) => id === request.panel.id);
  const problem = problemOf(outcome);
  const again = async () => repeat(services, request);
  const ofFailure = problem === undefined ? [] : await services.fixesFor(problem, panel, again);
  const fixes = fixesAfter(services, { request, outcome }, ofFailure, {
    details: untitled ?? message.message,
    inDetails: own.filter(({ isInDetails }) => isInDetails === true),
  });
  const unanswered = outcome.kind === "failed" && !mayHaveTried(outcome.failure) ? outcome.failure : undefined;
  offer(services, message, [...own, ...fixes], unanswered && diagnosisOf(services, unanswered, panel));
}

/** Why nothing was done, if something can be done about it. */
function problemOf(outcome: Outcome): Parameters<Acting["fixesFor"]>[0] | undefined {
  if (outcome.kind === "failed") return outcome.failure;
  if (outcome.kind === "readOnly") return outcome;
  return undefined;
}

/** What Show Details shows first, and offers. */
interface ShownDetails {
  readonly details: string;
  readonly inDetails: readonly Fix[];
}

/** The fixes of an outcome, the likeliest first. */
function fixesAfter(
  services: Acting,
  { request, outcome }: Finished,
  ofFailure: readonly Fix[],
  { details, inDetails }: ShownDetails,
): readonly Fix[] {
  if (outcome.kind === "readOnly") return ofFailure;
  const { target, panel, row } = request;
  const found = findRowAction(request);
  const action = found?.action;
  const fixes: Fix[] = [...startOf(services, [{ request, outcome }]), ...restartOf(services, { request, outcome })];
  const isStartOffered = fixes.length > 0;
  const input = row === undefined ? undefined : action?.undo?.(row);
  // the panel may have stored a setting although the target did not come up with it
  if (input !== undefined && outcomeKinds[outcome.kind].needsPerson)
    fixes.push({ label: l10n.t("Change Back"), run: async () => repeat(services, { ...request, input }) });
  const file = outcome.kind === "done" ? outcome.evidence?.path : undefined;
  if (file !== undefined) fixes.push(...fixesOfFile(services, { panelId: panel.id, path: file }));
  if (outcome.accepted !== undefined) fixes.push(loadingOf(services, panel.id, outcome.accepted));
  if (found?.action.logMayExplain === true && isLogUseful(outcome))
    fixes.push({
      label: l10n.t("Follow Log"),
      run: async () => services.logTails.follow({ panelId: panel.id, kind: found.request.kind, ...target }),
    });
  const failure = outcome.kind === "failed" ? outcome.failure : undefined;
  if (failure !== undefined) fixes.push(...openAtLine(services, panel.id, brokenConfiguration(failure)));
  const isLasting = failure !== undefined && needsPerson(failure);
  if (isLasting) fixes.push(...ofFailure);
  // a creation is tried again in its form; the fixes of a refusal have their own Try Again
  const isRepeatable =
    action !== undefined && failure?.kind !== "refused" && outcomeKinds[outcome.kind].again === "safe";
  if (isRepeatable && !isStartOffered)
    fixes.push({ label: l10n.t("Try Again"), run: async () => repeat(services, request) });
  // the fixes of other failures are ways to investigate
  if (failure !== undefined && !isLasting && !mayHaveTried(failure)) fixes.push(...ofFailure);
  const isWell = isReached(outcome) && !(outcome.kind === "done" && hasMore(request, outcome));
  if (!isWell && outcome.kind !== "busy")
    fixes.push(detailsOf(services, actionTitle(request), [details, panelLine(panel)], namesIn(request), inDetails));
  return fixes;
}

/** Repeats a request with the panel as it is stored now. */
async function repeat(services: Acting, request: ActionRequest): Promise<void> {
  const panel = services.connections.of(panelOf(services, request.panel.id));
  await runAndTell(services, [{ ...request, panel }]);
}

/** The button Start for targets that were left stopped or may still stop: starting a running target changes nothing. */
function startOf(services: Acting, finished: readonly Finished[]): readonly Fix[] {
  const left = finished.filter(({ request: { kind, verb }, outcome }) => {
    if (kind === "file") return false;
    const { [verb]: action, start } = resourceOf(kind).actions;
    // another computer may have started it at the same time, which leaves it dead (docs/protocol.md 7.16)
    const hasDied = outcome.kind === "wentWrong" && verb === "restart" && action?.detour !== undefined;
    return start !== undefined && (hasDied || (outcome.kind === "halfway" && outcome.why !== "runsAgain"));
  });
  const requests = left.map(({ request }): ActionRequest => ({ ...request, verb: "start", input: {} }));
  if (left.length === 0) return [];
  return [{ label: l10n.t("Start"), run: async () => void (await runAndTell(services, requests)) }];
}

/**
 * The button Restart… for a project that may still run with its earlier files: a deployment was cut off before a restart
 * was seen, or found all in place already.
 */
function restartOf(services: Acting, { request, outcome }: Finished): readonly Fix[] {
  const { process } = targetKindCalled(outcome.deployment?.targetKind) ?? {};
  const hadAlready = request.verb === "deploy" && outcome.kind === "already";
  const hadIt = hadAlready && process !== undefined && !process.isStopped(request.row);
  if (outcome.deployment?.running !== "unknown" && !hadIt) return [];
  const restart: ActionRequest = { ...request, verb: "restart", input: {} };
  return [{ label: verbWords.restart.button(), run: async () => repeat(services, restart) }];
}

/** The buttons for the file that an action has made on the server. */
function fixesOfFile({ clipboard, download }: Acting, file: FilePlace): readonly Fix[] {
  return [
    { label: l10n.t("Download…"), run: async () => download(file) },
    { label: l10n.t("Copy Path"), run: async () => clipboard.write(file.path) },
  ];
}

/** The button that reloads or restarts a service, so that it uses the configuration that it has accepted. */
function loadingOf(services: Acting, panelId: string, service: ConfiguredService): Fix {
  const name = serviceName(service);
  const verb = traitsOf(service).usesAfter;
  return {
    label: verb === "restart" ? l10n.t("Restart {0}", name) : l10n.t("Reload {0}", name),
    async run() {
      const panel = services.connections.of(panelOf(services, panelId));
      const target = { key: service, label: name };
      await runAndTell(services, [{ panel, kind: "service", verb, target, state: "running", row: undefined }]);
    },
  };
}

/** Shows a summary of several outcomes; all details are behind a button, and in the log. */
function showSummary(services: Acting, finished: readonly Finished[], quietly: boolean): void {
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

/** The button that shows all details in a dialog: a notification has room for a line or two. */
function detailsOf(
  { dialogs, log }: Telling,
  heading: string,
  details: readonly string[],
  names: readonly string[],
  fixes: readonly Fix[] = [],
): Fix {
  const showLog: Fix = { label: l10n.t("Show Extension Log"), run: async () => log.show() };
  return {
    label: l10n.t("Show Details"),
    async run() {
      const answers = [...fixes, showLog].map((fix) => ({ label: fix.label, value: fix }));
      const chosen = await dialogs.read(heading, shortened(details).join("\n"), answers, names);
      await chosen?.run();
    },
  };
}

/** The names in a request, which its question has already shown. */
function namesIn({ panel, target, input }: ActionRequest): readonly string[] {
  const parts = (input?.with ?? []).map(({ name }) => name);
  return [panel.name, target.label, ...(target.alias === undefined ? [] : [target.alias]), ...parts];
}

/** Limits lines to the room of a modal dialog. */
function shortened(lines: readonly string[]): readonly string[] {
  const most = 50;
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), l10n.t("… and {0} more", numberText(lines.length - most))];
}

/** Whether the panel may have tried it: something has answered, and not that there is no such operation. */
function mayHaveTried(failure: PanelFailure): boolean {
  return isAnswer(failure) && failure.kind !== "unsupported";
}

/** Whether the target's log may show how it came up, or why not. */
function isLogUseful(outcome: Outcome): boolean {
  if (outcome.kind === "failed") return mayHaveTried(outcome.failure);
  return outcomeKinds[outcome.kind].needsPerson || (outcome.kind === "done" && outcome.isGone !== true);
}
