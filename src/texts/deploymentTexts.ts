import * as l10n from "@vscode/l10n";
import type { ActionRequest } from "../actions/actionRequest.ts";
import {
  changesFiles,
  fileReasons,
  isClosed,
  isWell,
  withoutQuery,
  type AddressAnswer,
  type CheckedAddress,
  type DeploymentEnd,
  type EachDeployment,
  type NamedDeployment,
  type DeploymentProblem,
  type NotedFile,
  type SomeFiles,
} from "../actions/deploymentEnd.ts";
import { byVerb, deploymentEnds } from "../actions/deploymentEnds.ts";
import type { Outcome } from "../actions/outcome.ts";
import { isReached } from "../actions/outcomeKinds.ts";
import { bytesText } from "../characters/bytesText.ts";
import { visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import { endKindOf } from "../deployments/deploymentResult.ts";
import { targetKindRecorded } from "../deployments/targetKinds.ts";
import type { DeploymentBackups } from "../resources/resource.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import { failureText } from "./failureTexts.ts";
import { busyText, unfinishedText } from "./deployerTexts.ts";
import { firstText, listText, MOST_NAMED, namesText } from "./listTexts.ts";
import type { Message } from "../ports/dialogs.ts";
import { areAllGood, hasBegunSteps, notUndoneText, stepProblemText, stepsText } from "./stepEndTexts.ts";
import { countsText } from "./plannedDeploymentTexts.ts";
import { releaseProblemText, servedText } from "./releaseTexts.ts";
import { notStillAgreedText } from "./stepTexts.ts";
import { exactTimeText } from "./timeTexts.ts";
import { unableText } from "./unableText.ts";
import { logGainedText, watchedText } from "./watchTexts.ts";

/** The end of a deployment or a roll back: what is on the server now. @param evidence of a project that was seen running */
export function deploymentText(
  request: ActionRequest,
  outcome: Outcome,
  end: DeploymentEnd,
  evidence: string | undefined,
): { readonly severity: Message["severity"]; readonly text: string } {
  const failure = failureIn(outcome);
  return {
    severity: severityOf(outcome, end, failure),
    text: sentences(
      headingText(request, outcome, end),
      outcome.kind === "done" && end.counts && l10n.t("Files: {0}.", countsText(end.counts)),
      checkedText(end.checked),
      end.watched && watchedText(end.watched, end.checked),
      end.logGained !== undefined && logGainedText(end.logGained),
      end.rolledBack === "failed" && l10n.t("It could not be rolled back."),
      stepsText(end),
      servedText(end),
      problemText(end.problem),
      failure && failureText(failure, request.panel.address),
      eachText(end.each),
      stateText(end, request.verb),
      end.aside && asideText(end.aside),
      runningText(end, evidence),
      end.leftTasks && leftTasksText(end.leftTasks),
      abandonedText(outcome),
    ),
  };
}

/** What of the end of a deployment or a roll back is recorded. */
export type RecordedEnd = Pick<
  DeploymentEnd,
  "targetKind" | "state" | "kept" | "aside" | "leftTasks" | "checked" | "rolledBack" | "running" | "steps" | "hadSteps"
>;

/** Kind and verb of a record, which may be words that only a newer version knows. */
interface OfWhat {
  readonly kind: string;
  readonly verb: string;
}

/** What a deployment or a roll back has left, for whoever looks later; `undefined`: nothing but what was wanted. */
export function leftText({ verb }: OfWhat, end: RecordedEnd): string | undefined {
  const text = sentences(
    checkedText(end.checked),
    end.rolledBack === "failed" ? l10n.t("It could not be rolled back.") : undefined,
    areAllGood(end) ? undefined : stepsText(end),
    stateText(end, verb),
    end.aside && asideText(end.aside),
    end.running === "seen" ? undefined : runningText(end, undefined),
    end.leftTasks && leftTasksText(end.leftTasks),
  );
  return text === "" ? undefined : text;
}

function severityOf(outcome: Outcome, end: DeploymentEnd, failure: PanelFailure | undefined): Message["severity"] {
  const { state, running, rolledBack, leftTasks, aside } = end;
  if (isReached(outcome)) {
    const hasCopies = state === "left" || aside !== undefined;
    const isLeftOver = running === "unseen" || hasCopies || leftTasks !== undefined;
    return isLeftOver ? "warning" : "information";
  }
  if (outcome.kind === "partly") return "warning";
  // only an error stays until somebody has done something about it
  const { severity = "error", isHarmless } = endKindOf(end);
  if (failure?.kind === "cancelled" && isHarmless) return "information";
  return rolledBack === undefined ? severity : "error";
}

/** Whether what was wanted is there. */
function headingText(request: ActionRequest, outcome: Outcome, end: DeploymentEnd): string {
  const { verb, target, panel } = request;
  const names = [visibleText(end.deployment), target.label, panel.name] as const;
  const row = end.each === undefined ? endKindOf(end) : deploymentEnds.partly;
  if (row !== deploymentEnds.wanted || verb === "serveAgain") return byVerb(row.heading, verb)(...names);
  return headingWhereWanted(request, outcome, end, names);
}

/** Whether what was wanted is there, where it is: it may have been there before, or be another one than it was. */
function headingWhereWanted(
  { kind, verb }: ActionRequest,
  outcome: Outcome,
  { counts, running, served, steps, targetKind }: DeploymentEnd,
  names: readonly [deployment: string, target: string, panel: string],
): string {
  const { wanted, untouched } = deploymentEnds;
  const [name, label, panel] = names;
  if (verb === "deploy") {
    if (changesFiles(counts) || steps !== undefined || served !== undefined) return wanted.heading.deploy(...names);
    return sentences(
      l10n.t("“{0}” is already on “{1}” on “{2}”. Nothing was sent.", name, label, panel),
      targetKindRecorded(kind, targetKind)?.process !== undefined && l10n.t("The project was not restarted."),
    );
  }
  // what it serves now may be no release: the sentence about that follows
  if (served !== undefined) return l10n.t("“{0}” on “{1}” was rolled back.", label, panel);
  const isBack = isReached(outcome) || running !== undefined;
  return (isBack ? wanted : untouched).heading.rollBack(...names);
}

/** What became of each of several deployments that were to be rolled back. */
function eachText(deployments: EachDeployment | undefined): string | undefined {
  if (deployments === undefined) return undefined;
  const { rolledBack, staying } = deployments;
  return sentences(
    rolledBack.length > 0 && l10n.t("Rolled back: {0}.", listText(rolledBack.map(namedDeploymentText))),
    staying.length > 0 && l10n.t("Still there: {0}.", listText(staying.map(namedDeploymentText))),
  );
}

function namedDeploymentText({ deployment, at }: NamedDeployment): string {
  return l10n.t("“{0}” of {1}", visibleText(deployment), exactTimeText(at));
}

function failureIn(outcome: Outcome): PanelFailure | undefined {
  if (outcome.kind === "failed") return outcome.failure;
  if (outcome.kind === "uncertain" || outcome.kind === "rolledBack") return outcome.cause;
  return undefined;
}

function abandonedText(outcome: Outcome): string | undefined {
  if ("why" in outcome && outcome.why === "abandoned")
    return l10n.t("The window that began this was closed before its end was known.");
  return undefined;
}

/** What is on the server if that is not what was wanted, and what a person has to do. */
function stateText(end: RecordedEnd, verb: string): string {
  const { onServer, isBack, toDo } = endKindOf(end);
  const hasSteps = end.hadSteps === true || hasBegunSteps(end);
  return sentences(
    onServer?.({ ...end, isDeployment: verb === "deploy", hasSteps }),
    keptText(end.kept),
    hasSteps && isBack !== undefined && byVerb(isBack, verb) && notUndoneText(),
    toDo?.(),
  );
}

/** Files that did not go back, each with the place of its copy. */
function keptText(files: SomeFiles | undefined): string | undefined {
  return files && l10n.t("Not rolled back: {0}.", filesText(files));
}

/** Files that went back though somebody may have saved them, each with the place of what they had become. */
function asideText(files: SomeFiles): string {
  return l10n.t("Taken off with the new files: {0}.", filesText(files));
}

/** The first files with the reason of each, and how many more there are. */
function filesText({ files, count }: SomeFiles): string {
  return firstText(files.slice(0, MOST_NAMED).map(fileText), count);
}

function fileText({ path, reason, copy }: NotedFile): string {
  const name = visibleText(path);
  const why = fileReasons[reason]();
  if (copy === undefined) return l10n.t("{0} ({1})", name, why);
  return l10n.t("{0} ({1}; its copy is {2})", name, why, visibleText(copy));
}

function runningText({ running, state }: RecordedEnd, evidence: string | undefined): string | undefined {
  switch (running) {
    case undefined:
      return undefined;
    case "unseen":
      return l10n.t("The project was not seen running.");
    case "stopped":
      return l10n.t("The project is stopped, as it was before.");
    case "unknown":
      return l10n.t(
        "It is not known whether the project was restarted since: it may still run with what was there before that.",
      );
    case "seen":
      return sentences(state === "before" ? l10n.t("The project runs again.") : l10n.t("The project runs."), evidence);
    default:
      return running satisfies never;
  }
}

/** Tasks of ours that may be in the panel's list still, and what to do about them. */
export function leftTasksText(names: readonly string[]): string {
  const [name = "", ...others] = names;
  if (others.length === 0)
    return l10n.t(
      "The scheduled task “{0}” was not seen to be removed. Delete it in the panel; the next deployment tries that, too.",
      visibleText(name),
    );
  return l10n.t(
    "These scheduled tasks were not seen to be removed: {0}. Delete them in the panel; the next deployment tries that, too.",
    namesText(names),
  );
}

/** The answer of the address that was asked afterwards. */
function checkedText(checked: CheckedAddress | undefined): string | undefined {
  if (checked === undefined) return undefined;
  return sentences(answerText(withoutQuery(checked.address), checked.answer), comparedText(checked));
}

function answerText(address: string, answer: AddressAnswer): string {
  if (answer.kind === "status") return l10n.t("{0} answered with {1}.", address, String(answer.status));
  if (answer.code === "unknown") return l10n.t("{0} could not be reached from here.", address);
  return l10n.t("{0} could not be reached from here ({1}).", address, answer.code);
}

/** Why an address that does not answer well takes nothing back. */
function comparedText(checked: CheckedAddress): string | undefined {
  const { answer, before } = checked;
  if (isWell(answer)) return undefined;
  if (isClosed(checked)) return l10n.t("It turns this computer away, so nobody has seen what is behind it.");
  if (before === undefined || isWell(before)) return undefined;
  const word = before.kind === "status" ? String(before.status) : before.code;
  return l10n.t("It did not answer well before either ({0}), so nothing goes back because of it.", word);
}

/** What the deletion of a website leaves on the server. */
export function backupsText({ path, bytes }: DeploymentBackups): string {
  return l10n.t("Copies of its last deployments stay on the server: {0} in {1}.", bytesText(bytes), visibleText(path));
}

/** A problem in a sentence. */
export function problemText(problem: DeploymentProblem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  switch (problem.kind) {
    case "busy":
      return busyText(problem.by);
    case "unfinished":
      return unfinishedText(problem.by);
    case "files":
      return l10n.t("In the way: {0}.", filesText(problem));
    case "missing":
      return l10n.t(
        "The server lacks programs that a deployment needs: {0}.",
        listText(problem.tools.map((tool) => visibleText(tool))),
      );
    case "unable":
      return unableText(problem.why);
    case "noPlace":
      return l10n.t(
        "On the file system of {0} there is no directory for backups that is outside of the websites and root's alone.",
        visibleText(problem.path),
      );
    case "unsafePlace":
      return l10n.t(
        "The backups of deployments are kept in {0}, which is no longer root's alone or is in a website by now. Make it safe again, or move it away.",
        visibleText(problem.path),
      );
    case "changed":
      return l10n.t("The folder or the server is no longer as it was shown.");
    case "damaged":
      return l10n.t("The record of earlier deployments on the server cannot be read: {0}.", visibleText(problem.path));
    case "noFile":
      return l10n.t("The project's file is not there, or is a link: {0}.", visibleText(problem.path));
    case "notProgram":
      return l10n.t(
        "Nobody may run {0}, and what takes its place gets its mode. Make it executable on the server first.",
        visibleText(problem.path),
      );
    case "lacks":
      return l10n.t(
        "The panel does not start the project without {0}. Make it on the server, or by a step such as {1}.",
        visibleText(problem.path),
        "npm ci",
      );
    case "preparing":
      return l10n.t("The panel still prepares what the project needs, and refuses everything until it is done.");
    case "notRunning":
      return l10n.t("The project did not run after its restart.");
    case "step":
      // the steps themselves say what has happened
      return undefined;
    case "noUser":
    case "noOwner":
    case "rootOwned":
    case "runsAsRoot":
    case "stepDirectory":
      return stepProblemText(problem);
    case "tooMany":
      return l10n.t("There are more files than the server's record of deployments can hold.");
    case "inTheWay":
      return l10n.t("Something that no deployment has placed is in the way: {0}.", visibleText(problem.path));
    case "link":
      return l10n.t(
        "{0} is behind a symbolic link on the server, which may lead out of what is deployed to. Leave it out with “{1}”, or make the link a directory.",
        visibleText(problem.path),
        "exclude",
      );
    case "otherSite":
      return l10n.t(
        "{0} belongs to another website or project, “{1}”. Leave it out with “{2}”, or deploy it there.",
        visibleText(problem.path),
        visibleText(problem.site),
        "exclude",
      );
    case "noSpace":
      return l10n.t("The panel keeps no more of {0}: the disk may be full or read-only.", visibleText(problem.path));
    case "mismatch":
      return l10n.t("The panel reported success, but {0} is not as it was sent.", visibleText(problem.path));
    case "release":
      return releaseProblemText(problem);
    case "notAgreed":
      return notStillAgreedText();
    default:
      return problem satisfies never;
  }
}
