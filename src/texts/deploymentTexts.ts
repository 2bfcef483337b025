import * as l10n from "@vscode/l10n";
import type { ActionRequest } from "../actions/actionRequest.ts";
import {
  changesFiles,
  isClosed,
  isWell,
  withoutQuery,
  type AddressAnswer,
  type CheckedAddress,
  type DeploymentEnd,
  type EachDeployment,
  type NamedDeployment,
  type DeploymentProblem,
  type FileReason,
  type NotedFile,
  type SomeFiles,
} from "../actions/deploymentEnd.ts";
import type { Outcome } from "../actions/outcome.ts";
import { bytesText } from "../characters/bytesText.ts";
import { visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import { isOpen } from "../deployments/steps/stepEnds.ts";
import { targetKindRecorded } from "../deployments/targetKinds.ts";
import type { DeploymentBackups } from "../resources/resource.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import { failureText } from "./failureTexts.ts";
import { busyText, unfinishedText } from "./deployerTexts.ts";
import { firstText, listText, MOST_NAMED, namesText } from "./listTexts.ts";
import type { Message } from "../ports/dialogs.ts";
import { areAllGood, hasBegunSteps, notUndoneText, stepProblemText, stepsText } from "./stepEndTexts.ts";
import { countsText } from "./plannedDeploymentTexts.ts";
import { releaseProblemText, servedAgainText, servedText } from "./releaseTexts.ts";
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
      stateText(end, request.verb === "deploy"),
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
    stateText(end, verb === "deploy"),
    end.aside && asideText(end.aside),
    end.running === "seen" ? undefined : runningText(end, undefined),
    end.leftTasks && leftTasksText(end.leftTasks),
  );
  return text === "" ? undefined : text;
}

function severityOf(
  outcome: Outcome,
  { state, running, rolledBack, leftTasks, aside }: DeploymentEnd,
  failure: PanelFailure | undefined,
): Message["severity"] {
  if (outcome.kind === "done" || outcome.kind === "already") {
    const hasCopies = state === "left" || aside !== undefined;
    const isLeftOver = running === "unseen" || hasCopies || leftTasks !== undefined;
    if (isLeftOver) return "warning";
    return "information";
  }
  // only an error stays until somebody has done something about it
  if (running === "unknown") return "error";
  if (outcome.kind === "partly") return "warning";
  const isHarmless = failure?.kind === "cancelled" && (state === "before" || state === "untouched");
  if (isHarmless) return "information";
  if (state === "wanted" && rolledBack === undefined) return "warning";
  return "error";
}

/** Whether what was wanted is there. */
function headingText(request: ActionRequest, { kind }: Outcome, end: DeploymentEnd): string {
  const { verb, target, panel } = request;
  const name = visibleText(end.deployment);
  const { label } = target;
  const hasProcess = targetKindRecorded(request.kind, end.targetKind)?.process !== undefined;
  if (verb === "deploy") {
    if (end.state === "unknown")
      return l10n.t("It is not known whether “{0}” was deployed to “{1}” on “{2}”.", name, label, panel.name);
    if (end.running === "unknown" && hasProcess)
      return l10n.t("“{0}” is in its place for “{1}” on “{2}”.", name, label, panel.name);
    if (end.state === "held")
      return l10n.t("The files of “{0}” are on “{1}” on “{2}”, but they do not count yet.", name, label, panel.name);
    if (end.state !== "wanted") return l10n.t("“{0}” was not deployed to “{1}” on “{2}”.", name, label, panel.name);
    if (changesFiles(end.counts) || end.steps !== undefined || end.served !== undefined)
      return l10n.t("“{0}” was deployed to “{1}” on “{2}”.", name, label, panel.name);
    return sentences(
      l10n.t("“{0}” is already on “{1}” on “{2}”. Nothing was sent.", name, label, panel.name),
      hasProcess && l10n.t("The project was not restarted."),
    );
  }
  if (verb === "serveAgain") return servedAgainText(request, end);
  switch (end.state) {
    case "wanted":
      if (end.running === "unknown" && hasProcess)
        return l10n.t(
          "What was there before the deployment is in its place again for “{0}” on “{1}”.",
          label,
          panel.name,
        );
      // what it serves now may be no release: the sentence about that follows
      if (end.served !== undefined) return l10n.t("“{0}” on “{1}” was rolled back.", label, panel.name);
      if (kind === "done" || kind === "already" || end.running !== undefined)
        return l10n.t("“{0}” on “{1}” is as it was before the deployment.", label, panel.name);
      return l10n.t("“{0}” on “{1}” was not rolled back.", label, panel.name);
    case "finished":
      return l10n.t(
        "All files of “{0}” were in their places on “{1}” on “{2}”, so the deployment is complete.",
        name,
        label,
        panel.name,
      );
    case "kept":
    case "partly":
      return rolledBackInPart(label, panel.name);
    case "left":
      return l10n.t("“{0}” was given up: “{1}” on “{2}” stays as it is.", name, label, panel.name);
    case "before":
    case "untouched":
    case "mixed":
      if (end.each !== undefined) return rolledBackInPart(label, panel.name);
      return l10n.t("“{0}” on “{1}” was not rolled back.", label, panel.name);
    case "held":
      return l10n.t("“{0}” waits for its end on “{1}” on “{2}”.", name, label, panel.name);
    case "unknown":
      if (end.each !== undefined) return rolledBackInPart(label, panel.name);
      return l10n.t("It is not known whether “{0}” on “{1}” was rolled back.", label, panel.name);
    default:
      return end.state satisfies never;
  }
}

function rolledBackInPart(label: string, panel: string): string {
  return l10n.t("“{0}” on “{1}” was rolled back, but not all of it.", label, panel);
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

/** What is on the server if that is not what was wanted. */
function stateText(end: RecordedEnd, isDeployment: boolean): string | undefined {
  const { state, kept, rolledBack, steps = [] } = end;
  const notUndone = end.hadSteps === true || hasBegunSteps(end) ? notUndoneText() : undefined;
  switch (state) {
    case "wanted":
      return isDeployment ? undefined : notUndone;
    case "finished":
      return undefined;
    case "before":
      if (notUndone !== undefined)
        return sentences(
          rolledBack === "done"
            ? l10n.t("It was rolled back: the files are as they were before.")
            : l10n.t("The files are as they were before."),
          notUndone,
        );
      if (rolledBack === "done") return l10n.t("It was rolled back: everything is as it was before.");
      return l10n.t("Everything is as it was before.");
    case "untouched":
      return l10n.t("Nothing was changed from here.");
    case "partly":
      return sentences(keptText(kept), notUndone);
    case "kept":
      return sentences(isDeployment && l10n.t("It was rolled back, but not all of it."), keptText(kept), notUndone);
    case "mixed":
      return sentences(
        kept === undefined
          ? l10n.t("Its way back was not seen to its end: some files may be those of the deployment, others as before.")
          : l10n.t("Some files are those of the deployment, others as before."),
        keptText(kept),
        notUndone,
        l10n.t("Go back, or give the deployment up, before the next one."),
      );
    case "left":
      return keptText(kept);
    case "held":
      if (steps.some(isOpen))
        return l10n.t(
          "All its files are in place. Look again, or stop the step: before it has ended, the deployment can neither go back nor be kept.",
        );
      return l10n.t(
        "All its files are in place, but what comes after them has not ended. Keep it, or go back, before the next one.",
      );
    case "unknown":
      return l10n.t(
        "Its end was not seen, and it may still go on. Deploy again: that first says how it has ended, or goes back.",
      );
    default:
      return state satisfies never;
  }
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
  const why = reasonTexts[reason]();
  if (copy === undefined) return l10n.t("{0} ({1})", name, why);
  return l10n.t("{0} ({1}; its copy is {2})", name, why, visibleText(copy));
}

const reasonTexts: Readonly<Record<FileReason, () => string>> = {
  changed: () => l10n.t("changed on the server since it was shown"),
  appeared: () => l10n.t("now there, and was not when it was shown"),
  filled: () => l10n.t("a directory with other files in it"),
  gone: () => l10n.t("no longer there"),
  link: () => l10n.t("behind a symbolic link"),
  locked: () => l10n.t("cannot be replaced: it is locked or mounted"),
  space: () => l10n.t("no space left"),
  archive: () => l10n.t("other bytes came than were sent"),
  attributes: () => l10n.t("its owner or attributes could not be kept"),
  edited: () => l10n.t("changed by somebody since"),
  failed: () => l10n.t("could not be moved"),
  late: () => l10n.t("changed while it was rolled back"),
  lost: () => l10n.t("its copy on the server is missing, or is not what was there"),
  aside: () => l10n.t("changed while a step ran"),
};

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
