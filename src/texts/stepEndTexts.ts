import * as l10n from "@vscode/l10n";
import type { Deployer, DeploymentEnd, DeploymentProblem, StepEnd } from "../actions/deploymentEnd.ts";
import { hasBegun, isGood, stepEndKindOf } from "../actions/stepEnds.ts";
import { visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import { exitCodeMeaning } from "../deployments/steps/exitCodeMeaning.ts";
import { unfinishedText } from "./deployerTexts.ts";
import { listText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** How much of a line that a step has written a message shows, in characters. */
const LONGEST_LINE = 200;

/** Why steps could not begin. */
export function stepProblemText(
  problem: Extract<DeploymentProblem, { kind: "noUser" | "noOwner" | "rootOwned" | "runsAsRoot" | "stepDirectory" }>,
): string {
  switch (problem.kind) {
    case "noUser":
      return l10n.t(
        "Step “{0}” cannot run: the server has no user {1} as it was shown.",
        visibleText(problem.step),
        visibleText(problem.user),
      );
    case "noOwner":
      return l10n.t(
        "{0} belongs to a user that the server does not have ({1}). Name one with “{2}”, or give the directory an owner.",
        visibleText(problem.path),
        visibleText(problem.owner),
        "user",
      );
    case "rootOwned":
      return l10n.t(
        "{0} belongs to root. Steps run as root only where they say {1}, and you have agreed.",
        visibleText(problem.path),
        '"user": "root"',
      );
    case "runsAsRoot":
      return l10n.t(
        "The project runs as root. Steps run as root only where they say {0}, and you have agreed.",
        '"user": "root"',
      );
    case "stepDirectory":
      return l10n.t(
        "Step “{0}” could not begin: its directory {1} is not there, or a symbolic link leads out of it.",
        visibleText(problem.step),
        visibleText(problem.path),
      );
    default:
      return problem satisfies never;
  }
}

/** How the steps of a deployment have ended, and what they may have left running. */
export function stepsText({ steps = [], state }: Pick<DeploymentEnd, "steps" | "state">): string | undefined {
  if (steps.length === 0) return undefined;
  const good = steps.filter((step) => step.isBack !== true && isGood(step));
  return sentences(
    ...steps.map(failedText),
    good.length > 0 && goodText(good),
    ...steps.map(leftText),
    state !== "before" && waitingText(steps),
    state === "wanted" && good.length < steps.length && l10n.t("The new files stay."),
  );
}

function goodText(good: readonly StepEnd[]): string {
  return l10n.t("Ended with 0: {0}.", listText(good.map(({ name }) => l10n.t("“{0}”", visibleText(name)))));
}

/** What a step did that did not end with 0, by the table of their ends. */
function failedText(step: StepEnd): string | undefined {
  const { hasReason, sentence } = stepEndKindOf(step);
  const { name, end, isBack = false, lastLine } = step;
  if (sentence === undefined) return undefined;
  const code = end.kind === "exited" ? end.code : 0;
  const told = sentence({
    name: visibleText(name),
    isBack,
    code,
    meaning: exitCodeMeaning(code),
    seconds: end.kind === "late" ? numberText(end.seconds) : "",
  });
  return sentences(told, hasReason === true && lastLineText(lastLine));
}

/** What a step has written last. It is cut between words: what is left of a secret could no longer be told from others. */
function lastLineText(line: string | undefined): string | undefined {
  if (line === undefined) return undefined;
  const shown = visibleText(line, LONGEST_LINE);
  return l10n.t("It wrote last: “{0}”.", shown.endsWith("…") ? `${shown.replace(/\S*$/, "")}…` : shown);
}

function leftText({ name, left = 0 }: StepEnd): string | undefined {
  if (left === 0) return undefined;
  return l10n.t("Processes that step “{0}” has started and that still run: {1}.", visibleText(name), numberText(left));
}

/** Which steps have not run although the new files are there. */
function waitingText(steps: readonly StepEnd[]): string | undefined {
  const waiting = steps.filter((step) => !hasBegun(step));
  if (waiting.length === 0) return undefined;
  return l10n.t("Not run: {0}.", listText(waiting.map(({ name }) => l10n.t("“{0}”", visibleText(name)))));
}

/** What a way back does not bring. */
export function notUndoneText(): string {
  return l10n.t("What its steps did besides, such as a migration, is not undone.");
}

/** What a person can do about a step of a deployment that was cut off, for whoever acts in their place. */
export function openStepText(step: string, deployer: Deployer | undefined): string {
  return sentences(
    unfinishedText(deployer),
    l10n.t(
      "Its step “{0}” may still run. Use “Deploy…” or “Roll Back…” yourself: that looks again, or stops it.",
      visibleText(step),
    ),
  );
}

/** Whether all steps have ended with 0, and nothing that they have started still runs. */
export function areAllGood({ steps = [] }: Pick<DeploymentEnd, "steps">): boolean {
  return steps.every((step) => isGood(step) && (step.left ?? 0) === 0);
}

/** Whether any step has begun: what it did besides is not undone with the files. */
export function hasBegunSteps({ steps = [] }: Pick<DeploymentEnd, "steps">): boolean {
  return steps.some(hasBegun);
}
