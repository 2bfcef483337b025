import * as l10n from "@vscode/l10n";
import { sentences } from "../characters/sentences.ts";
import type { ActionRequest } from "../actions/actionRequest.ts";
import type { Step } from "../actions/actionRunner.ts";
import type { LastSeen, Outcome, Phase } from "../actions/outcome.ts";
import { factNames, type Fact } from "../resources/facts.ts";
import type { ActionWords } from "../resources/resource.ts";
import { changeOf } from "../resources/resources.ts";
import { readOnlyText } from "./editionTexts.ts";
import { capitalized, failureText, failureWord } from "./failureTexts.ts";
import { actionTitle, doingsTitle, doingTitle } from "./actionTitles.ts";
import { isNotFoundPage, type PanelFailure } from "../wire/answers/failure.ts";
import type { Message } from "./message.ts";
import { factValue, itemText } from "./resourceTexts.ts";
import { numberText } from "./numberTexts.ts";
import { afterSentences, partsNowText } from "./partTexts.ts";

const SECOND = 1_000;

/** The heading of the progress notification. */
export function progressTitle(requests: readonly ActionRequest[]): string {
  const [first] = requests;
  if (first === undefined) return "";
  return requests.length === 1 ? doingTitle(first) : doingsTitle(requests);
}

/** What the progress notification says: "3 of 12: order-service, waiting for the panel…". */
export function stepText(requests: readonly ActionRequest[], { index, phase }: Step): string {
  const request = requests[index];
  const text = phaseText(phase, request);
  if (requests.length === 1) return text;
  const name = request === undefined ? "" : itemText(request.kind, request.target.label);
  return l10n.t("{0} of {1}: {2}, {3}", numberText(index + 1), numberText(requests.length), name, text);
}

function phaseText(phase: Phase, request: ActionRequest | undefined): string {
  const awaited = request && changeOf(request.kind, request.verb).words.awaited;
  const texts: Readonly<Record<Phase, string>> = {
    checking: l10n.t("checking its state…"),
    sending: l10n.t("waiting for the panel…"),
    stopping: l10n.t("stopping…"),
    awaitingStop: l10n.t("waiting until it has stopped…"),
    starting: l10n.t("starting…"),
    verifying: awaited?.() ?? l10n.t("waiting for confirmation…"),
  };
  return texts[phase];
}

/** What became of an action; `untitled`: the same where the action is the heading above it. */
interface OutcomeMessage extends Message {
  readonly untitled?: string;
}

/** What became of an action, in a sentence; `undefined`: nothing to say. */
export function outcomeText(request: ActionRequest, outcome: Outcome): OutcomeMessage | undefined {
  const { panel, kind, target } = request;
  const title = actionTitle(request);
  const name = itemText(kind, target.label);
  const about = (severity: Message["severity"], text: string): OutcomeMessage => ({
    severity,
    message: l10n.t("{0}: {1}", title, text),
    untitled: capitalized(text),
  });
  switch (outcome.kind) {
    case "declined":
    case "skipped":
      return undefined;
    case "done":
      return {
        severity: isWhollyDone(outcome) ? "information" : "warning",
        message: doneText(request, outcome),
      };
    case "already":
      return { severity: "information", message: alreadyText(request, outcome) };
    case "halfway":
      return about(outcome.why === "startFailed" ? "error" : "warning", halfwayText(request, outcome));
    case "busy":
      return about("information", l10n.t("another operation on it is still running. Nothing was sent."));
    case "sent":
      return about("warning", sentText(request, outcome));
    case "uncertain":
      return about("warning", uncertainText(request, outcome));
    case "wentWrong":
      return about("error", wentWrong(request, outcome));
    case "unchanged":
      return about("warning", unchangedText(request, outcome));
    case "failed":
      return outcome.failure.kind === "cancelled" ? undefined : about("error", failedText(request, outcome));
    case "gone":
      return {
        severity: "warning",
        message: l10n.t("“{0}” is no longer there on “{1}”. Nothing was sent.", name, panel.name),
      };
    case "changed":
      return { severity: "warning", message: changedText(name, panel.name, outcome) };
    case "ambiguous":
      return {
        severity: "warning",
        message: l10n.t(
          "“{0}” may also be the start of another ID, and “{1}” offers no way to check. Nothing was sent.",
          name,
          panel.name,
        ),
      };
    case "readOnly":
      return {
        severity: "warning",
        message: readOnlyText(panel.name),
      };
    default:
      return outcome satisfies never;
  }
}

function alreadyText(
  { kind, verb, target, panel }: ActionRequest,
  { why }: Extract<Outcome, { kind: "already" }>,
): string {
  const already = changeOf(kind, verb).words.already(itemText(kind, target.label), panel.name);
  return why === "inVain" ? already : sentences(already, l10n.t("Nothing was sent."));
}

function failedText(request: ActionRequest, { failure, why }: Extract<Outcome, { kind: "failed" }>): string {
  const again = why === "startedAgain" ? l10n.t("It had been stopped for this, and was started again.") : undefined;
  return sentences(causeText(request, failure), again);
}

function halfwayText(
  request: ActionRequest,
  { why, cause, waitedMs = 0 }: Extract<Outcome, { kind: "halfway" }>,
): string {
  const because = causeText(request, cause);
  switch (why) {
    case "stillRuns":
      return l10n.t(
        "still running after {0} s. It was told to stop, and was not started again.",
        numberText(waitedMs / SECOND),
      );
    case "stopUnseen":
      return l10n.t("told to stop, but its state could not be read afterwards. It was not started again.");
    case "stopLost":
      return sentences(
        l10n.t("the stop got no complete answer, so it may not have happened."),
        because,
        waitedMs === 0 ? undefined : l10n.t("It was still running after {0} s.", numberText(waitedMs / SECOND)),
        l10n.t("It was not started again."),
      );
    case "stopLeft":
      return l10n.t("told to stop, and not started again, since you canceled before it had stopped.");
    case "leftStopped":
      return l10n.t("it has stopped and was not started again, since you canceled.");
    case "runsAgain":
      return l10n.t(
        "it had stopped, but did not stay as it was: somebody else may have started it. It was left alone.",
      );
    case "startFailed":
      return sentences(l10n.t("it has stopped and could not be started again."), because);
    case "abandoned":
      return sentences(l10n.t("it is not running."), abandonedText());
    default:
      return why satisfies never;
  }
}

/** The reason why nobody knew the end of a change. */
function abandonedText(): string {
  return l10n.t("The window that began this was closed before its end was known.");
}

function causeText({ kind, verb, input, panel }: ActionRequest, cause: PanelFailure | undefined): string | undefined {
  if (cause === undefined) return undefined;
  const atPage = isNotFoundPage(cause) ? changeOf(kind, verb).words.atPage : undefined;
  return atPage?.(input ?? {}) ?? failureText(cause, panel.address);
}

function doneText(
  { kind, verb, target, panel }: ActionRequest,
  { evidence, isGone, why, parts = [] }: Extract<Outcome, { kind: "done" }>,
): string {
  const name = itemText(kind, target.label);
  const { done, doneAndGone, caveat } = changeOf(kind, verb).words;
  const abandoned = why === "abandoned" ? abandonedText() : undefined;
  if (isGone === true && doneAndGone !== undefined) return sentences(doneAndGone(name, panel.name), abandoned);
  const more = [isGone === true ? l10n.t("It is no longer there.") : undefined, caveat?.(), abandoned];
  return sentences(done(name, panel.name), evidenceText(evidence), afterSentences(parts), ...more);
}

/** Whether all that was to be deleted was seen to be gone. */
export function isWhollyDone({ parts = [] }: Extract<Outcome, { kind: "done" }>): boolean {
  return parts.every(({ state }) => state === "gone");
}

function changedText(name: string, panel: string, { now }: Extract<Outcome, { kind: "changed" }>): string {
  if (typeof now === "string")
    return l10n.t("“{0}” on “{1}” has changed: it is now “{2}”. Nothing was sent.", name, panel, now);
  return sentences(
    l10n.t("What would be deleted with “{0}” on “{1}” is no longer what was shown. Nothing was sent.", name, panel),
    partsNowText(now),
  );
}

function unchangedText({ kind, verb }: ActionRequest, { evidence }: Extract<Outcome, { kind: "unchanged" }>): string {
  const { unchanged } = changeOf(kind, verb).words;
  return unchanged?.(evidence?.value) ?? sentences(l10n.t("it ended and made no difference."), evidenceText(evidence));
}

function sentText(request: ActionRequest, seen: LastSeen): string {
  switch (seen.why) {
    case "noWay":
      return l10n.t("sent, not confirmed. This panel offers no way to check.");
    case "timedOut":
      return sentences(
        l10n.t("sent, not confirmed. The panel accepted it, but no change was seen."),
        ...lastSeenTexts(request, seen),
      );
    case "partly":
    case "failing":
      return sentences(l10n.t("sent, not confirmed."), ...lastSeenTexts(request, seen));
    case "unreadable":
      return l10n.t("sent, not confirmed. The panel accepted it, but its state could not be read afterwards.");
    case "stopped":
      return sentences(
        l10n.t("sent, not confirmed. You stopped waiting for the result."),
        ...lastSeenTexts(request, seen),
      );
    default:
      return seen.why satisfies never;
  }
}

function uncertainText(request: ActionRequest, outcome: Extract<Outcome, { kind: "uncertain" }>): string {
  const because = causeText(request, outcome.cause);
  if (outcome.why === "abandoned")
    return sentences(l10n.t("result unknown."), abandonedText(), evidenceText(outcome.evidence), because);
  const seen = outcome.why === "partly" || outcome.why === "failing" ? lastSeenTexts(request, outcome) : [];
  return sentences(l10n.t("sent, result unknown."), because, ...seen);
}

/** What was seen last, and that nothing could be seen after it. */
function lastSeenTexts(
  { kind, verb }: ActionRequest,
  { why, evidence, silence }: LastSeen,
): readonly (string | undefined)[] {
  const { words } = changeOf(kind, verb);
  const seen = why === "partly" ? partlyText(words) : why === "failing" ? words.wentWrong?.() : undefined;
  return [seen, evidenceText(evidence), silence && silenceText(silence)];
}

function wentWrong({ kind, verb }: ActionRequest, { evidence }: Extract<Outcome, { kind: "wentWrong" }>): string {
  return sentences(
    l10n.t("the panel accepted it, but it failed."),
    changeOf(kind, verb).words.wentWrong?.(),
    evidenceText(evidence),
  );
}

function evidenceText(evidence: Fact | undefined): string | undefined {
  return evidence === undefined ? undefined : l10n.t("{0}: {1}.", factNames[evidence.name](), factValue(evidence));
}

/** What was seen where not all changed that should. */
export function partlyText(words: Pick<ActionWords, "partly"> | undefined): string {
  return words?.partly?.() ?? l10n.t("Not everything changed that should have.");
}

/** Why what was seen last may have changed since; in a word, since an advice would be about the looks alone. */
export function silenceText(silence: PanelFailure): string {
  return l10n.t("After that its state could not be read any more ({0}).", failureWord(silence));
}
