import * as l10n from "@vscode/l10n";
import { directoryOf, nameOf } from "../../serverFiles/filePlace.ts";
import { windowLanguage } from "../../texts/language.ts";
import { recordOf, type ActivityEntry } from "../activityEntry.ts";
import type { Fact } from "../../resources/facts.ts";
import type { ActionWords } from "../../resources/resource.ts";
import { factHeading, resourceOf, resources } from "../../resources/resources.ts";
import { verbWords } from "../../resources/verbs.ts";
import { explanationText, silenceText } from "../../texts/actionTexts.ts";
import { recordedEndTexts } from "../../texts/deploymentTexts.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { fileProblemText } from "../../texts/fileTexts.ts";
import { factValue, isKeyOf, itemText, kindText } from "../../texts/resourceTexts.ts";
import { agoText } from "../../texts/timeTexts.ts";
import { clausesText, namedText } from "../../texts/listTexts.ts";
import { decimalText } from "../../texts/numberTexts.ts";
import { afterLines } from "../../texts/partTexts.ts";

const SECOND = 1_000;

/** Action and target: "Restart order-service", "Save nginx.conf". */
export function activityLabel({ verb, kind, target }: ActivityEntry): string {
  return labelText(verb, kind === "file" ? nameOf(target) : targetText(kind, target));
}

const labelText = (verb: string, target: string): string => l10n.t("{0} {1}", verbWord(verb), target);

/** Action, place, time and result as one line for pasting elsewhere. */
export function activitySentence(entry: ActivityEntry): string {
  return l10n.t(
    "{0} on {1}: {2} ({3})",
    labelText(entry.verb, targetText(entry.kind, entry.target)),
    entry.panel,
    resultText(entry.result),
    whenText(entry.at),
  );
}

/** The row of an operation for screen readers. */
export function activitySpoken(entry: ActivityEntry, now: number): string {
  const { kind } = entry;
  return clausesText([activityLabel(entry), kindWord(kind), ...activityDetails(entry, now)]);
}

/** What the row of an operation shows after its label. */
export function activityDetails(
  { result, panel, at, by, kind, target }: ActivityEntry,
  now: number,
): readonly string[] {
  const asker = by === undefined ? [] : [l10n.t("agent")];
  const directory = kind === "file" && target !== "/" ? [directoryOf(target)] : [];
  return [resultText(result), ...asker, panel, agoText(at, now), ...directory];
}

/** How an operation ended, in a word or two; a result that only a newer version knows stays as it is. */
export function resultText(result: string): string {
  return recordOf(result)?.words() ?? result;
}

/** Everything that is known of an operation, one fact to a line, as plain text. */
export function activityFacts(entry: ActivityEntry, now: number): readonly string[] {
  const { at, panel, verb, kind, target, result, evidence, parts = [], by, milliseconds } = entry;
  const seconds = decimalText(milliseconds / SECOND);
  return [
    l10n.t("When: {0} ({1})", whenText(at), agoText(at, now)),
    l10n.t("Panel: {0}", panel),
    l10n.t("Operation: {0}", verbWord(verb)),
    l10n.t("Target: {0} ({1})", targetText(kind, target), kindWord(kind)),
    ...(by === undefined ? [] : [l10n.t("Asked for by: an agent")]),
    l10n.t("Result: {0}", resultText(result)),
    ...explanations(entry),
    ...(evidence === undefined ? [] : [namedText(factHeading(evidence.name), factValue(evidence as Fact))]),
    ...afterLines(parts),
    l10n.t("Duration: {0} s", seconds),
  ];
}

function explanations({ kind, verb, result, why, failure, problem, end }: ActivityEntry): readonly string[] {
  // the panel had accepted what was sent: the looks after it failed
  const cause = failure && (result === "sent" ? silenceText(failure) : failureText(failure));
  const left = problem && fileProblemText(problem);
  const ended = end === undefined ? [] : recordedEndTexts(end, verb === "deploy");
  const texts = [explanationText({ kind: result, why }, wordsOf(kind, verb)), cause, left, ...ended];
  return texts.filter((text) => text !== undefined);
}

const whenText = (at: number): string =>
  new Intl.DateTimeFormat(windowLanguage(), { dateStyle: "medium", timeStyle: "medium" }).format(at);

// a record may hold words that only a newer version knows: these stay as they are
const verbWord = (verb: string): string => (isKeyOf(verbWords, verb) ? verbWords[verb].button() : verb);
const kindWord = (kind: string): string => (isKeyOf(resources, kind) ? kindText(kind) : kind);
const targetText = (kind: string, target: string): string =>
  isKeyOf(resources, kind) ? itemText(kind, target) : target;

function wordsOf(kind: string, verb: string): ActionWords | undefined {
  if (!isKeyOf(resources, kind) || !isKeyOf(verbWords, verb)) return undefined;
  const { actions, procedures } = resourceOf(kind);
  return (procedures?.[verb] ?? actions[verb])?.words;
}
