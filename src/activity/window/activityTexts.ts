import * as l10n from "@vscode/l10n";
import { agentText, askedForText } from "../../texts/agentTexts.ts";
import { agentIn } from "../../actions/agent.ts";
import { isInPlace } from "../../actions/deploymentEnds.ts";
import { visibleText } from "../../characters/plainText.ts";
import { directoryOf, nameOf } from "../../serverFiles/filePlace.ts";
import { once, windowLanguage } from "../../texts/language.ts";
import { recordOf, type ActivityEntry } from "../activityEntry.ts";
import type { Fact } from "../../resources/facts.ts";
import type { ActionWords } from "../../resources/resource.ts";
import { factHeading } from "../../resources/resources.ts";
import { findChange, isSubjectKind } from "../../resources/subjects.ts";
import { verbWords } from "../../resources/verbs.ts";
import { findSetting } from "../../siteSettings/siteSettings.ts";
import { explanationText, silenceText } from "../../texts/actionTexts.ts";
import { leftText } from "../../texts/deploymentTexts.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { fileProblemText } from "../../texts/fileTexts.ts";
import { factValue, isKeyOf, itemText, kindText } from "../../texts/resourceTexts.ts";
import { agoText } from "../../texts/timeTexts.ts";
import { clausesText, namedText } from "../../texts/listTexts.ts";
import { isIncluded } from "../../characters/sentences.ts";
import { decimalText } from "../../texts/numberTexts.ts";
import { afterLines } from "../../texts/partTexts.ts";

const SECOND = 1_000;

/** Action and target: "Restart order-service", "Save nginx.conf". */
export function activityLabel({ verb, kind, target }: ActivityEntry): string {
  if (kind === "file") return labelText(verb, nameOf(target));
  return labelText(verb, targetText(kind, target));
}

const labelText = (verb: string, target: string): string => l10n.t("{0} {1}", verbWord(verb), target);

/** Action, place, time and result as one line for pasting elsewhere. */
export function activitySentence(entry: ActivityEntry): string {
  return l10n.t(
    "{0} on {1}: {2} ({3})",
    labelText(entry.verb, targetText(entry.kind, entry.target)),
    entry.panel,
    resultText(entry),
    whenText(entry.at),
  );
}

/** The row of an operation for screen readers. */
export function activitySpoken(entry: ActivityEntry, now: number): string {
  const { kind } = entry;
  return clausesText([activityLabel(entry), kindWord(kind), ...activityDetails(entry, now)]);
}

/** What the row of an operation shows after its label. */
export function activityDetails(entry: ActivityEntry, now: number): readonly string[] {
  const { panel, at, kind, target, group, setting } = entry;
  const agent = agentIn(entry);
  return [
    group && visibleText(group.role),
    setting !== undefined && changedSettingText(setting),
    resultText(entry),
    agent && agentText(agent),
    panel,
    agoText(at, now),
    kind === "file" && target !== "/" && directoryOf(target),
  ].filter(isIncluded);
}

/** How an operation ended, in a few words; a result that only a newer version knows stays as it is. */
export function resultText({ result, deployment }: Pick<ActivityEntry, "result" | "deployment">): string {
  // “accepted, but failed” would be untrue: a panel does not know deployments, and this one may be in place
  if (result === "wentWrong" && deployment !== undefined)
    return isInPlace(deployment) ? l10n.t("in place, but with a problem") : l10n.t("failed");
  return recordOf(result)?.words() ?? result;
}

/** Everything that is known of an operation, one fact to a line, as plain text. */
export function activityFacts(entry: ActivityEntry, now: number): readonly string[] {
  const { at, panel, verb, kind, target, evidence, parts = [], milliseconds, group, setting } = entry;
  const agent = agentIn(entry);
  const seconds = decimalText(milliseconds / SECOND);
  return [
    l10n.t("When: {0} ({1})", whenText(at), agoText(at, now)),
    group && l10n.t("Server: {0}", visibleText(group.role)),
    l10n.t("Panel: {0}", panel),
    l10n.t("Operation: {0}", verbWord(verb)),
    l10n.t("Target: {0} ({1})", targetText(kind, target), kindWord(kind)),
    setting !== undefined && l10n.t("Setting: {0}", changedSettingText(setting)),
    agent && askedForText(agent),
    l10n.t("Result: {0}", resultText(entry)),
    ...explanations(entry),
    evidence && namedText(factHeading(evidence.name), factValue(evidence as Fact)),
    ...afterLines(parts),
    l10n.t("Duration: {0} s", seconds),
  ].filter(isIncluded);
}

function explanations({ kind, verb, result, why, failure, problem, deployment }: ActivityEntry): readonly string[] {
  const left = deployment && leftText({ kind, verb }, deployment);
  // the general explanation would be that the panel accepted the change: what the deployment left says more
  const leftSaysMore = left !== undefined && result === "wentWrong";
  return [
    !leftSaysMore && explanationText({ kind: result, why }, wordsOf(kind, verb)),
    failure && causeText(result, failure),
    problem && fileProblemText(problem),
    left,
  ].filter(isIncluded);
}

function causeText(result: string, failure: NonNullable<ActivityEntry["failure"]>): string {
  // the panel accepted the change, so the failure is in the looks after it
  if (result === "sent") return silenceText(failure);
  return failureText(failure);
}

/** Made once, for an export has many entries, and making a format takes far longer than using it. */
const times = once(() => new Intl.DateTimeFormat(windowLanguage(), { dateStyle: "medium", timeStyle: "medium" }));

const whenText = (time: number): string => times().format(time);

/** What was done, in a word of the interface; a record may hold words that only a newer version knows, which stay as they are. */
export function verbWord(verb: string): string {
  if (isKeyOf(verbWords, verb)) return verbWords[verb].button();
  return verb;
}

/** The setting that was changed; one that only a newer version knows stays as it is. */
function changedSettingText(name: string): string {
  return (findSetting(name)?.label() ?? name).replace("…", "");
}

function kindWord(kind: string): string {
  if (isSubjectKind(kind)) return kindText(kind);
  return kind;
}

function targetText(kind: string, target: string): string {
  if (isSubjectKind(kind)) return itemText(kind, target);
  return target;
}

function wordsOf(kind: string, verb: string): ActionWords | undefined {
  if (!isSubjectKind(kind) || !isKeyOf(verbWords, verb)) return undefined;
  return findChange(kind, verb)?.words;
}
