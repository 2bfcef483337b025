import * as l10n from "@vscode/l10n";
import { windowLanguage } from "./language.ts";
import type { ActivityEntry } from "../activity/activityEntry.ts";
import type { Fact, Verb } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { caveatText, partlyText, silenceText, wentWrongText } from "./actionSentences.ts";
import { failureText } from "./failureTexts.ts";
import { factName, factValue, itemText, kindText, verbText } from "./resourceTexts.ts";
import { agoText } from "./timeTexts.ts";
import { clausesText, namedText } from "./listTexts.ts";
import { decimalText } from "./numberTexts.ts";
import { afterLines } from "./partTexts.ts";
import { sentences } from "../characters/sentences.ts";

const SECOND = 1_000;

/** What was done to what: "Restart order-service". */
export function activityLabel({ verb, kind, target }: ActivityEntry): string {
  return l10n.t("{0} {1}", verbWord(verb), itemText(kind as ResourceKind, target));
}

/** What was done, where and when, and how it ended: one line to be pasted elsewhere. */
export function activitySentence(entry: ActivityEntry): string {
  return l10n.t(
    "{0} on {1}: {2} ({3})",
    activityLabel(entry),
    entry.panel,
    resultText(entry.result),
    whenText(entry.at),
  );
}

/** What a screen reader says of an operation's row, in words. */
export function activitySpoken(entry: ActivityEntry, now: number): string {
  const { kind, result, panel, at } = entry;
  return clausesText([activityLabel(entry), kindWord(kind), resultText(result), panel, agoText(at, now)]);
}

/** How an operation ended, in a word or two; a result that only a newer version knows stays as it is. */
export function resultText(result: string): string {
  const known: Readonly<Record<string, string>> = {
    done: l10n.t("done"),
    sent: l10n.t("sent, not confirmed"),
    uncertain: l10n.t("result unknown"),
    wentWrong: l10n.t("accepted, but failed"),
    failed: l10n.t("failed"),
    halfway: l10n.t("not started again"),
    unchanged: l10n.t("unchanged"),
    already: l10n.t("already in that state"),
    gone: l10n.t("no longer there"),
    changed: l10n.t("had changed"),
    ambiguous: l10n.t("ambiguous name"),
  };
  return wordOr(result, known[result]);
}

/** Everything that is known of an operation, one fact to a line, as plain text. */
export function activityFacts(entry: ActivityEntry, now: number): readonly string[] {
  const { at, panel, verb, kind, target, result, evidence, parts = [], milliseconds } = entry;
  const seconds = decimalText(milliseconds / SECOND);
  return [
    l10n.t("When: {0} ({1})", whenText(at), agoText(at, now)),
    l10n.t("Panel: {0}", panel),
    l10n.t("Operation: {0}", verbWord(verb)),
    l10n.t("Target: {0} ({1})", itemText(kind as ResourceKind, target), kindWord(kind)),
    l10n.t("Result: {0}", resultText(result)),
    ...explanations(entry),
    ...(evidence === undefined ? [] : [namedText(factWord(evidence.name), factValue(evidence as Fact))]),
    ...afterLines(parts),
    l10n.t("Duration: {0} s", seconds),
  ];
}

function explanations({ kind, verb, result, why, failure }: ActivityEntry): readonly string[] {
  // the panel had accepted what was sent: the looks after it failed
  const said = failure === undefined ? [] : [result === "sent" ? silenceText(failure) : failureText(failure)];
  const known: Readonly<Record<string, string | undefined>> = {
    noWay: l10n.t("This panel offers no way to check."),
    timedOut: l10n.t("The panel accepted it, but no change was seen."),
    partly: partlyText(kind, verb),
    failing: wentWrongText(kind, verb) ?? l10n.t("The panel accepted it, but it failed."),
    unreadable: l10n.t("The panel accepted it, but its state could not be read afterwards."),
    stopped: l10n.t("Waiting for the result was canceled."),
    sentBefore: l10n.t("Nothing was sent: another window or an earlier form had already sent it."),
    notListed: l10n.t("It was sent, but its result is unknown. The panel did not list it so far."),
    sentBeforeNotListed: l10n.t(
      "Nothing was sent: another window or an earlier form had already sent it. The panel did not list it so far.",
    ),
    inVain: l10n.t("The panel refused it, since it was already in that state."),
    stillRuns: l10n.t("It was told to stop, and was still running when the time was up."),
    stopUnseen: l10n.t("It was told to stop, but its state could not be read afterwards."),
    stopLost: l10n.t("The stop got no complete answer, so it may not have happened."),
    stopLeft: l10n.t("It was told to stop; waiting for that was canceled."),
    leftStopped: l10n.t("It had stopped when this was canceled."),
    runsAgain: l10n.t("It had stopped, but did not stay as it was: somebody else may have started it."),
    startedAgain: l10n.t("It had been stopped for this, and was started again."),
    startFailed: l10n.t("It had stopped and could not be started again."),
    unanswered: l10n.t("No complete answer came, but the panel lists it."),
    incomplete: l10n.t("Not everything requested with it was created."),
    abandoned: l10n.t("The window that began this was closed before its end was known."),
    uncertain: l10n.t("It was sent, but its result is unknown."),
    wentWrong: sentences(l10n.t("The panel accepted it, but it failed."), wentWrongText(kind, verb)),
    gone: l10n.t("Nothing was sent."),
    changed: l10n.t("Nothing was sent: it was no longer as it was shown."),
    ambiguous: l10n.t("Nothing was sent: the name may also be the start of another ID."),
    done: caveatText(kind, verb),
  };
  // a file may hold any word, even `constructor`, which every object has
  const explained = [why ?? "", result].map((word) => known[word]).find((text) => typeof text === "string");
  return explained === undefined ? said : [explained, ...said];
}

const whenText = (at: number): string =>
  new Intl.DateTimeFormat(windowLanguage(), { dateStyle: "medium", timeStyle: "medium" }).format(at);

const verbWord = (verb: string): string => wordOr(verb, verbText(verb as Verb));
const kindWord = (kind: string): string => wordOr(kind, kindText(kind as ResourceKind));
const factWord = (name: string): string => wordOr(name, factName(name as Fact["name"]));

/** The record may hold names that only a newer version has a word for. */
function wordOr(name: string, word: unknown): string {
  return typeof word === "string" ? word : name;
}
