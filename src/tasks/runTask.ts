import * as l10n from "@vscode/l10n";
import type { ActionPanel, ResourceRequest } from "../actions/actionRequest.ts";
import type { ActionRunner, Finished, ShowProgress } from "../actions/actionRunner.ts";
import { QuestionUnanswered, questionFor, type Confirm } from "../actions/confirmation.ts";
import type { Outcome, Phase } from "../actions/outcome.ts";
import { outcomeKinds } from "../actions/outcomeKinds.ts";
import type { EndedServers } from "../deployments/several/runInOrder.ts";
import { ShownLog } from "../followedLogs/shownLog.ts";
import { withOneDeadline } from "../connection/callDeadline.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { isChangeFor, resourceOf, type ResourceKind } from "../resources/resources.ts";
import { verbWords, type Verb } from "../resources/verbs.ts";
import type { LogScreen } from "../storage/ports.ts";
import { lineOf, stepText } from "../texts/actionTexts.ts";
import { actionTitle } from "../texts/actionTitles.ts";
import { capitalized, failureText } from "../texts/failureTexts.ts";
import { nodeText } from "../texts/nodeTexts.ts";
import { numberText } from "../texts/numberTexts.ts";
import { timeText } from "../texts/timeTexts.ts";
import { serverLines, serversTable } from "../texts/serversTexts.ts";
import { actionRequestOf } from "../tree/actionRequestOf.ts";
import { panelFailureOf } from "../wire/answers/failure.ts";
import { findItem } from "./findItem.ts";
import { followBeside, type FollowingServices } from "./followBeside.ts";
import { panelsCalled, readTask } from "./taskDefinition.ts";

/** The end of a task: what was wanted was seen; it failed or nothing was sent; the outcome is unknown. */
export type ExitCode = 0 | 1 | 2;

const exitCodes: Readonly<Record<"yes" | "no" | "unknown", ExitCode>> = { yes: 0, no: 1, unknown: 2 };

/** The exit code of a task whose action has ended like this. */
export function exitCodeOf({ kind }: Pick<Outcome, "kind">): ExitCode {
  return exitCodes[outcomeKinds[kind].happened];
}

/** The exit code of a task that has deployed to several servers: a failure counts more than an end that is not known. */
export function exitCodeOfServers({ servers }: Pick<EndedServers, "servers">): ExitCode {
  const codes = servers.flatMap(({ ended }) => (ended === undefined ? [] : [exitCodeOf(ended.outcome)]));
  if (codes.includes(1)) return 1;
  if (codes.includes(2)) return 2;
  // canceled after the first
  if (codes.length < servers.length) return 1;
  return 0;
}

/** Services of tasks. */
export interface TaskServices extends FollowingServices {
  readonly panels: () => readonly PanelRecord[];
  readonly connections: { of(panel: PanelRecord): ActionPanel };
  readonly runner: Pick<ActionRunner, "runAll">;
  /** Runs a deployment of the workspace; a sentence if it did not begin. Rejects with `PanelError` before anything is sent. */
  readonly deploy: (name: string, task: DeployingTask) => Promise<Finished | EndedServers | string>;
}

/** What a deployment needs of its task. */
export interface DeployingTask {
  /** Writes a sentence into the terminal. */
  readonly say: (sentence: string) => void;
  /** Writes lines of somebody else into it. */
  readonly showLines: (lines: readonly string[]) => void;
  readonly signal: AbortSignal;
  readonly showProgress: ShowProgress;
  /** Says that the task asks a question. */
  readonly sentence: TaskRun["sentence"];
}

/** One run of a task: its services, its terminal, and the signal that cancels it. */
export interface TaskRun {
  readonly services: TaskServices;
  readonly screen: LogScreen;
  readonly signal: AbortSignal;
  /** Says that the task asks a question. */
  readonly sentence: (question: string) => string;
  /** Asks for the task, which VS Code may have run without a click. */
  readonly confirm: Confirm;
}

/** Runs a task as its tasks.json defines it, and shows in its terminal what happens. */
export async function runTask(definition: unknown, run: TaskRun): Promise<ExitCode> {
  const task = readTask(definition);
  if ("wrong" in task)
    return fail(run, l10n.t("“{0}” is missing in this task, or has a value that it cannot have.", task.wrong));
  if ("deployment" in task) return deploy(run, task.deployment);
  if ("name" in task) return act(run, task, task.task);
  return act(run, { panel: task.panel, kind: "dependencyManager", name: "composer" }, "update");
}

/** Runs a deployment of the workspace. */
async function deploy(run: TaskRun, deployment: string): Promise<ExitCode> {
  const { services, screen, signal } = run;
  let shown: ShownLog | undefined;
  const say = (text: string) => {
    if (shown === undefined) screen.append(`${ourLine(run, text)}\n`);
    else shown.say(ourLine(run, text));
  };
  const showProgress: ShowProgress = async (requests, task) => {
    const [request] = requests;
    if (request === undefined || request.kind === "file") throw new TypeError("a deployment goes to a resource");
    const { panel, kind, target } = request;
    shown = new ShownLog({ panelId: panel.id, kind, ...target }, screen);
    return showSteps(run, shown)(requests, task);
  };
  try {
    const showLines = (lines: readonly string[]) => {
      // of several servers, each line names its own
      if (shown === undefined) screen.append(`${lines.join("\n")}\n`);
      else shown.addLines({ continued: "", lines });
    };
    const finished = await services.deploy(deployment, {
      say,
      showLines,
      signal,
      showProgress,
      sentence: run.sentence,
    });
    if (typeof finished === "string") return fail(run, finished);
    if ("servers" in finished) {
      for (const line of serverLines(finished)) say(line);
      screen.append(`\n${serversTable(finished).join("\n")}\n`);
      return exitCodeOfServers(finished);
    }
    say(endText(finished));
    return exitCodeOf(finished.outcome);
  } catch (error) {
    return fail(run, whyNotText(error));
  }
}

/** What a task acts on, by the names that people use. */
interface Named {
  readonly panel: string;
  readonly kind: ResourceKind;
  readonly name: string;
}

/** Performs one action through the runner. */
async function act(run: TaskRun, { panel: panelName, kind, name }: Named, verb: Verb): Promise<ExitCode> {
  const { services, screen, signal } = run;
  const { clock, connections, runner } = services;
  const [panel, ...otherPanels] = panelsCalled(services.panels(), panelName);
  if (panel === undefined) return fail(run, l10n.t("There is no panel called “{0}” here.", panelName));
  if (otherPanels.length > 0)
    return fail(
      run,
      l10n.t(
        "{0} panels are called “{1}”. Give each a name of its own.",
        numberText(otherPanels.length + 1),
        panelName,
      ),
    );
  const connection = connections.of(panel);
  let found;
  try {
    // by the wall clock: days until a date of the panel
    found = await findItem(panel, kind, name, withOneDeadline(connection.callFor(signal), clock), () =>
      clock.wallTime(),
    );
  } catch (error) {
    return fail(run, whyNotText(error, panel.address));
  }
  if (typeof found === "string") return fail(run, found);

  const { item, rows } = found;
  if (!isChangeFor(kind, verb, item.row))
    return fail(
      run,
      l10n.t("“{0}” does not apply to {1}. Nothing was done.", verbWords[verb].button(), nodeText(item)),
    );
  const request: ResourceRequest = {
    ...actionRequestOf(connection, item, verb, rows),
    ...(name !== item.label && { calledByTask: name }),
  };
  const shown = new ShownLog({ panelId: panel.id, kind, key: item.key, label: item.label }, screen);
  const say = (text: string) => shown.say(ourLine(run, text));
  say(actionTitle(request));
  if (questionFor([request]) !== undefined) say(waitingText());
  try {
    const [finished] = await runner.runAll([request], { confirm: run.confirm, showProgress: showSteps(run, shown) });
    if (finished === undefined) throw new TypeError("the runner has no outcome");
    say(endText(finished));
    return exitCodeOf(finished.outcome);
  } catch (error) {
    // before anything was sent: the runner turns what comes later into an outcome
    return fail(run, whyNotText(error));
  }
}

/** Shows each step, and meanwhile what the target writes to its log, if it has one. */
function showSteps(run: TaskRun, shown: ShownLog): ShowProgress {
  const { services, signal } = run;
  return async (requests, task) => {
    const { log } = shown;
    // not of a website: its logs are of what visitors do
    const hasLog = resourceOf(log.kind).log !== undefined;
    const beside = hasLog ? followBeside(log, shown, services, signal) : undefined;
    await beside?.begun;
    let phase: Phase | undefined;
    const finished = await task(signal, (step) => {
      const { index } = step;
      if (step.phase !== phase) shown.say(ourLine(run, capitalized(stepText(requests, { index, phase: step.phase }))));
      ({ phase } = step);
    });
    await beside?.finish();
    return finished;
  };
}

function endText(finished: Finished): string {
  if (finished.outcome.kind === "declined") return l10n.t("Declined. Nothing was sent.");
  return lineOf(finished);
}

/** Said before a question, which the terminal does not show. */
export function waitingText(): string {
  return l10n.t("Waiting for your answer: a notification in this window opens the question…");
}

/** Why a task did not begin. Throws a defect again. */
function whyNotText(error: unknown, address?: string): string {
  if (error instanceof QuestionUnanswered) return error.message;
  const failure = panelFailureOf(error);
  if (failure.kind === "cancelled") return l10n.t("Canceled. Nothing was sent.");
  return failureText(failure, address);
}

function fail(run: TaskRun, sentence: string): ExitCode {
  run.screen.append(`${ourLine(run, sentence)}\n`);
  return 1;
}

/** A sentence of ours with its time, marked like those in followed logs. */
function ourLine({ services: { clock } }: TaskRun, sentence: string): string {
  // by the wall clock: read by people
  const now = clock.wallTime();
  return `── ${timeText(now, now)} ${sentence}`;
}
