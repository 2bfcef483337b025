import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import { sentences } from "../../characters/sentences.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { StepEnd } from "../../actions/deploymentEnd.ts";
import type { EndChoice } from "../../actions/deploymentEnds.ts";
import { isGood, isOpen } from "../../actions/stepEnds.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { unfinishedText } from "../../texts/deployerTexts.ts";
import { problemText } from "../../texts/deploymentTexts.ts";
import { hasBegunSteps, notUndoneText, openStepText, stepsText } from "../../texts/stepEndTexts.ts";
import { endKindOf } from "../deploymentResult.ts";
import type { Place } from "../place.ts";
import { assertFree, type Ending } from "../rollBack.ts";
import { runEndUnfinished, runStopStep } from "../runDeployment.ts";
import { isTidied, readState, readStateWord, type Unfinished } from "../siteState.ts";
import { lookAtSteps } from "../steps/openSteps.ts";
import type { DeployTo } from "../targetNow.ts";
import type { ModalButton, Talking } from "../../ports/dialogs.ts";
import type { Acting } from "../../commands/context/acting.ts";
import type { Fix } from "../../commands/context/telling.ts";
import { askGiveUpRelease, heldReleaseText, readHeldRelease, type HeldRelease } from "./releases/heldRelease.ts";
import { replacesMessages } from "./replacedMessages.ts";
import { compared, optionsFor, type Deputy, type Ended, type Deploying, type RunningScript } from "./deployServices.ts";

/** A deployment that was cut off, and the website or project that waits for its end. */
interface CutOff {
  readonly place: Place;
  readonly unfinished: Unfinished;
}

/** Ends a deployment that was cut off, as the person wants it; `undefined`: they turned away. */
export async function endFirst(
  services: Deploying,
  to: DeployTo,
  cutOff: CutOff,
  { by, say: _say, showLines: _showLines, hearLines: _hearLines, ...runBy }: Partial<Deputy> = {},
): Promise<Outcome | undefined> {
  let seen = await readCutOff(services, to, cutOff);
  for (let open = seen.steps.find(isOpen); open !== undefined; open = seen.steps.find(isOpen)) {
    // what runs there is a person's to end
    if (by !== undefined) throw new CommandAborted(openStepText(open.name, cutOff.unfinished.record));
    const wish = await askOpenStep(services, to, cutOff.unfinished, open, seen.steps);
    if (wish === undefined) return undefined;
    if (wish === "stopStep") {
      const stopped = await stopStep(services, to, cutOff);
      if (stopped.deployment?.state !== "held") return stopped;
    }
    seen = await readCutOff(services, to, cutOff);
  }
  const { word, steps, release, isGone } = seen;
  if (release?.kind === "unread") {
    if (by !== undefined) throw new CommandAborted(problemText(release.problem) ?? "");
    if (await askGiveUpRelease(services, to, cutOff.unfinished, release.problem)) return giveUp(services, to, cutOff);
    return undefined;
  }
  // nobody but a person gives up, and only what somebody has tried to take back
  const canGiveUp = by === undefined && (isGone || word === "mixed" || word === "backward");
  const isHeld = by === undefined && word === "held";
  const ending = await askEnding(services, to, cutOff.unfinished, { canGiveUp, isHeld, steps, release });
  if (ending === undefined) return undefined;
  if (ending !== "giveUp")
    return runEndUnfinished(to, { ...cutOff, ending }, { ...(await optionsFor(services)), ...runBy });
  if (await isGivenUp(services, to, cutOff.unfinished)) return giveUp(services, to, cutOff);
  return undefined;
}

/** Whether what was cut off has ended so that nothing of it has to be told before the next deployment: no file has stayed. */
export function isWholeAgain(outcome: Outcome | undefined): boolean {
  const state = outcome?.deployment?.state;
  return outcome?.kind === "done" && (state === "wanted" || state === "finished");
}

/** Reads how far it had come, with its steps. Ends the command where it was not cut off, but still goes on. */
async function readCutOff(services: RunningScript, to: DeployTo, { place, unfinished }: CutOff) {
  return compared(
    services,
    to,
    async (context) => {
      const steps = await lookAtSteps(place, unfinished, context);
      // whoever watches a step works there, perhaps for a window that has died
      if (!steps.some(isOpen)) await assertFree(place, context);
      const { callFor, clock, signal } = context;
      const files = new RemoteFiles(callFor(signal), clock, signal);
      const word = await readStateWord(files, place, unfinished.id);
      // all else is ended whatever the website serves
      const release = word === "held" ? await readHeldRelease(context, to, unfinished) : undefined;
      return { steps, release, word, isGone: await isTidied(files, place, unfinished.id) };
    },
    l10n.t("Reading the deployments…"),
  );
}

/** Asks what becomes of a step that may still run: nothing goes back under it, and nothing counts before it has ended. */
async function askOpenStep(
  { dialogs }: Talking,
  to: DeployTo,
  { record }: Unfinished,
  { name }: StepEnd,
  steps: readonly StepEnd[],
): Promise<"lookAgain" | "stopStep" | undefined> {
  return dialogs.choose(
    l10n.t("Step “{0}” may still run. Look again, or stop it?", visibleText(name)),
    sentences(
      unfinishedText(record),
      ofText(to),
      stepsText({ steps, state: "held" }),
      l10n.t("As long as it runs, the deployment can neither go back nor be kept."),
    ),
    buttonsOf(["lookAgain", "stopStep"], record?.release !== undefined),
  );
}

/** The question before it has named the step. */
async function stopStep(services: Deploying, to: DeployTo, cutOff: CutOff): Promise<Outcome> {
  return runStopStep(to, cutOff, { ...(await optionsFor(services)), isAgreed: true });
}

/** Asks how a deployment that was cut off ends. */
async function askEnding(
  { dialogs }: Talking,
  to: DeployTo,
  { record }: Unfinished,
  {
    canGiveUp,
    isHeld,
    steps,
    release,
  }: {
    readonly canGiveUp: boolean;
    readonly isHeld: boolean;
    readonly steps: readonly StepEnd[];
    readonly release: HeldRelease | undefined;
  },
): Promise<Ending | undefined> {
  const message =
    record === undefined
      ? l10n.t("Go back to what was there before a deployment that was cut off?")
      : l10n.t("Go back to what was there before “{0}” was cut off?", visibleText(record.deployment));
  const detail = sentences(
    unfinishedText(record),
    ofText(to),
    isHeld && (release === undefined ? l10n.t("Its files are in place.") : heldReleaseText(release)),
    stepsText({ steps, state: "held" }),
    hasBegunSteps({ steps }) && notUndoneText(),
  );
  const isRelease = record?.release !== undefined;
  if (isHeld) {
    // where nothing but the last word is missing, that is the likelier answer
    return dialogs.choose<Ending>(
      record === undefined
        ? l10n.t("Keep the new files of a deployment that was cut off, or go back?")
        : keepQuestion(visibleText(record.deployment), isRelease),
      detail,
      buttonsOf(steps.length > 0 && steps.every(isGood) ? ["keep", "recover"] : ["recover", "keep"], isRelease),
    );
  }
  if (!canGiveUp) {
    if (await dialogs.ask(message, detail, l10n.t("Go Back"))) return "recover";
    return undefined;
  }
  return dialogs.choose<Ending>(message, detail, buttonsOf(["recover", "giveUp"], isRelease));
}

/** Where it was to go: a deployment to several servers may have been cut off on each. */
function ofText({ target, panel }: DeployTo): string {
  return l10n.t("It was for “{0}” on “{1}”.", visibleText(target.label), visibleText(panel.name));
}

function keepQuestion(deployment: string, isRelease: boolean): string {
  if (isRelease) return l10n.t("Keep the new release “{0}”, or go back?", deployment);
  return l10n.t("Keep the new files of “{0}”, or go back?", deployment);
}

/** The buttons for what a person can do about a deployment that was cut off. */
function buttonsOf<Offered extends EndChoice>(
  choices: readonly Offered[],
  isRelease: boolean,
): readonly ModalButton<Offered>[] {
  const labels: Readonly<Record<EndChoice, string>> = {
    recover: l10n.t("Go Back"),
    keep: isRelease ? l10n.t("Keep the New Release") : l10n.t("Keep the New Files"),
    giveUp: l10n.t("Give Up This Deployment…"),
    lookAgain: l10n.t("Look Again"),
    stopStep: l10n.t("Stop It"),
  };
  return choices.map((value) => ({ label: labels[value], value }));
}

/** Asks whether a deployment is given up: the runner's own question is about a roll back. */
async function isGivenUp({ dialogs }: Talking, { target, panel }: DeployTo, { record }: Unfinished): Promise<boolean> {
  return dialogs.ask(
    record === undefined
      ? l10n.t("Give up the deployment to “{0}” on “{1}”?", target.label, panel.name)
      : l10n.t("Give up “{0}” on “{1}” on “{2}”?", visibleText(record.deployment), target.label, panel.name),
    sentences(
      l10n.t("All files stay as they are now: some may be new, others old."),
      l10n.t("Copies of what was there before stay on the server."),
      l10n.t("It can no longer be rolled back, and the next deployment is possible again."),
    ),
    l10n.t("Give Up"),
  );
}

async function giveUp(services: Deploying, to: DeployTo, cutOff: CutOff): Promise<Outcome> {
  const run = { ...(await optionsFor(services)), isAgreed: true } as const;
  return runEndUnfinished(to, { ...cutOff, ending: "giveUp" }, run);
}

/** The buttons after an end that a person has to do something about, by the table of ends. */
export function endingFixes(services: Acting & Deploying, { outcome, to, place }: Ended): readonly Fix[] {
  const { deployment } = outcome;
  const { choices = [] } = deployment === undefined ? {} : endKindOf(deployment);
  const read = async (): Promise<CutOff> => {
    const { unfinished } = await compared(
      services,
      to,
      async ({ callFor, clock, signal }) => readState(new RemoteFiles(callFor(signal), clock, signal), place),
      l10n.t("Reading the deployments…"),
    );
    if (unfinished === undefined) throw new CommandAborted(l10n.t("No deployment of it waits for its end any more."));
    return { place, unfinished };
  };
  const endBy = async (choice: EndChoice): Promise<Outcome | undefined> => {
    const cutOff = await read();
    if (choice === "lookAgain") return endFirst(services, to, cutOff);
    if (choice === "stopStep") {
      const stopped = await stopStep(services, to, cutOff);
      return stopped.deployment?.state === "held" ? endFirst(services, to, await read()) : stopped;
    }
    if (choice !== "giveUp") return runEndUnfinished(to, { ...cutOff, ending: choice }, await optionsFor(services));
    if (await isGivenUp(services, to, cutOff.unfinished)) return giveUp(services, to, cutOff);
    return undefined;
  };
  return buttonsOf(choices, deployment?.isRelease === true).map(({ label, value }) => ({
    label,
    async run() {
      const ended = await endBy(value);
      if (ended === undefined) return;
      await showEnded(services, { request: { ...to, verb: "rollBack" }, outcome: ended, to, place });
    },
  }));
}

/** Shows how a roll back has ended, with what can be done about files of both. */
export async function showEnded(services: Acting & Deploying, ended: Ended): Promise<void> {
  await showFinished(services, ended, { fixes: endingFixes(services, ended), until: replacesMessages(ended) });
}
