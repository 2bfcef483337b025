import * as l10n from "@vscode/l10n";
import { changeIn, type ActionRequest } from "../actions/actionRequest.ts";
import type { Finished, Step } from "../actions/actionRunner.ts";
import type { Outcome, Phase } from "../actions/outcome.ts";
import { isReached } from "../actions/outcomeKinds.ts";
import { visibleText } from "../characters/plainText.ts";
import { isIncluded, sentences, type TextPart } from "../characters/sentences.ts";
import type { Fact } from "../resources/facts.ts";
import type { ActionWords } from "../resources/resource.ts";
import { factHeading } from "../resources/resources.ts";
import { isNotFoundPage, type PanelFailure } from "../wire/answers/failure.ts";
import { actionsTitle, actionTitle } from "./actionTitles.ts";
import { readOnlyText } from "./editionTexts.ts";
import { createdSiteTexts, uncheckedTexts } from "./createdSiteTexts.ts";
import { deploymentText } from "./deploymentTexts.ts";
import { acceptedText, brokenText, fileProblemText, refusalText, removalText } from "./fileTexts.ts";
import { isLost } from "../serverFiles/recycleBin.ts";
import { refusalOf } from "../serverFiles/webServerCheck.ts";
import { capitalized, failureSeverity, failureText, failureWord } from "./failureTexts.ts";
import { listText } from "./listTexts.ts";
import type { Message } from "../ports/dialogs.ts";
import { numberText } from "./numberTexts.ts";
import { afterSentences, partsNowText } from "./partTexts.ts";
import { factValue, isKeyOf, itemText } from "./resourceTexts.ts";
import { watchingText } from "./watchTexts.ts";

/** The longest line of a panel's own in a progress notification, in characters. */
const LONGEST_LINE = 120;

/** The reasons that outcomes have. */
type Why = NonNullable<Extract<Outcome, { readonly why?: unknown }>["why"]>;

type OutcomeOf<Kind extends Outcome["kind"]> = Extract<Outcome, { kind: Kind }>;

/** The text of a progress notification: "3 of 12: order-service, waiting for the panel…". */
export function stepText(requests: readonly ActionRequest[], { index, phase, share, line }: Step): string {
  const request = requests[index];
  const percentDone = share !== undefined && l10n.t("{0}%", numberText(Math.floor(share * 100)));
  const text = line === undefined ? sentences(phaseText(phase, request), percentDone) : visibleText(line, LONGEST_LINE);
  if (requests.length === 1 || request === undefined) return text;
  const name = itemText(request.kind, request.target.label);
  return l10n.t("{0} of {1}: {2}, {3}", numberText(index + 1), numberText(requests.length), name, text);
}

function phaseText(phase: Phase, request: ActionRequest | undefined): string {
  const awaited = request && changeIn(request).words.awaited;
  return {
    checking: l10n.t("checking its state…"),
    sending: l10n.t("waiting for the panel…"),
    stopping: l10n.t("stopping…"),
    awaitingStop: l10n.t("waiting until it has stopped…"),
    starting: l10n.t("starting…"),
    verifying: awaited?.() ?? l10n.t("waiting for confirmation…"),
    staying: l10n.t("watching whether it lasts…"),
    packing: l10n.t("packing…"),
    uploading: l10n.t("uploading…"),
    comparing: l10n.t("comparing with the server…"),
    exchanging: l10n.t("exchanging the files on the server…"),
    unpacking: l10n.t("unpacking on the server…"),
    placing: l10n.t("putting files in place, which cannot be canceled…"),
    goingBack: l10n.t("going back to what was there before…"),
    checkingAddress: l10n.t("asking the address…"),
    runningSteps: l10n.t("running the steps…"),
    switching: l10n.t("changing what the website serves…"),
    settling: l10n.t("keeping the new files…"),
    watching: watchingText(request?.input?.deployment?.checks?.watch),
  }[phase];
}

/** `untitled` is the message without the action, for use below its heading. */
interface OutcomeMessage extends Message {
  readonly untitled?: string;
}

/** The outcome of an action in a sentence; `undefined`: there is nothing to say. */
export function outcomeText(request: ActionRequest, outcome: Outcome): OutcomeMessage | undefined {
  const { panel, kind, target } = request;
  const name = itemText(kind, target.label);
  const about = (severity: Message["severity"], text: string, details = text): OutcomeMessage => ({
    severity,
    message: l10n.t("{0}: {1}", actionTitle(request), text),
    untitled: capitalized(details),
  });
  const warning = (message: string): OutcomeMessage => ({ severity: "warning", message });
  const { deployment } = outcome;
  if (deployment !== undefined) {
    const evidence = "evidence" in outcome ? evidenceText(outcome.evidence) : undefined;
    const { severity, text } = deploymentText(request, outcome, deployment, evidence);
    return { severity, message: text };
  }
  switch (outcome.kind) {
    case "declined":
    case "skipped":
      return undefined;
    case "done":
      return { severity: doneSeverity(request, outcome), message: doneText(request, outcome) };
    case "already":
      return { severity: alreadySeverity(request), message: alreadyText(request, outcome) };
    case "halfway":
      return about(outcome.why === "startFailed" ? "error" : "warning", halfwayText(request, outcome));
    case "busy":
      return about("warning", l10n.t("another operation on it is still running. Nothing was sent."));
    case "sent":
      return about("warning", sentText(request, outcome));
    case "uncertain":
      return about("warning", uncertainText(request, outcome));
    case "wentWrong":
      return about("error", wentWrongText(request, outcome));
    // only deployments end so
    case "partly":
      return about("warning", explanationText(outcome, undefined) ?? "");
    case "rolledBack":
      return about("warning", putBackText(request, outcome));
    case "unchanged":
      return about("warning", unchangedText(request, outcome));
    case "failed":
      if (outcome.failure.kind === "cancelled") return undefined;
      return about(failureSeverity(outcome.failure), failedText(request, outcome), answeredText(request, outcome));
    case "prevented":
      return about(
        outcome.problem.kind === "halfway" ? "error" : "warning",
        sentences(fileProblemText(outcome.problem), explanationText(outcome, undefined)),
      );
    case "gone":
      return warning(l10n.t("“{0}” is no longer there on “{1}”. Nothing was sent.", name, panel.name));
    case "changed":
      return warning(changedText(name, panel.name, outcome));
    case "ambiguous":
      return warning(
        l10n.t(
          "“{0}” may also be the start of another ID, and “{1}” offers no way to check. Nothing was sent.",
          name,
          panel.name,
        ),
      );
    case "readOnly":
      return warning(readOnlyText(panel.name));
    default:
      return outcome satisfies never;
  }
}

function alreadyText(request: ActionRequest, { why }: OutcomeOf<"already">): string {
  const { kind, input, target, panel } = request;
  const name = itemText(kind, target.label);
  const text =
    changeIn(request).words.already?.(name, panel.name) ??
    l10n.t("“{0}” on “{1}” is already in that state.", name, panel.name);
  return sentences(text, why !== "refused" && l10n.t("Nothing was sent."), ...uncheckedTexts(input?.site));
}

function alreadySeverity({ input }: ActionRequest): Message["severity"] {
  return uncheckedTexts(input?.site).length === 0 ? "information" : "warning";
}

/** Of what a web server refuses, the reason and its place alone: around them it names the file once more, and others. */
function failedText(request: ActionRequest, outcome: OutcomeOf<"failed">): string {
  const refusal = refusalOf(request, outcome.failure);
  if (refusal === undefined) return answeredText(request, outcome);
  const isStarting = request.kind === "service" && request.verb === "start";
  const textOf = isStarting ? refusalText : brokenText;
  return sentences(textOf(refusal.broken), againText(outcome));
}

/** With all that the panel has answered. */
function answeredText(request: ActionRequest, outcome: OutcomeOf<"failed">): string {
  const cause = causeText(request, outcome.failure);
  if (outcome.isUnlisted !== true) return sentences(cause, againText(outcome));
  const { leftBehind } = changeIn(request).words;
  return sentences(l10n.t("the panel does not list it."), cause, leftBehind?.(), againText(outcome));
}

function againText({ why }: OutcomeOf<"failed">): string | undefined {
  if (why === undefined) return undefined;
  return explanationText({ kind: "failed", why }, undefined);
}

function halfwayText(request: ActionRequest, outcome: OutcomeOf<"halfway">): string {
  const { why, cause, waitedMs = 0 } = outcome;
  const seconds = numberText(waitedMs / 1_000);
  const stillRunning = l10n.t("It was told to stop, and was still running after {0} s.", seconds);
  return sentences(
    why === "abandoned" ? l10n.t("it is not running.") : l10n.t("not started again."),
    why === "stillRuns" ? stillRunning : explanationText(outcome, changeIn(request).words),
    causeText(request, cause),
    why === "stopLost" && waitedMs > 0 && l10n.t("It was still running after {0} s.", seconds),
  );
}

function causeText(request: ActionRequest, cause: PanelFailure | undefined): string | undefined {
  if (cause === undefined) return undefined;
  const { input, panel } = request;
  const { atPage, refused } = changeIn(request).words;
  const ofPage = isNotFoundPage(cause) ? atPage?.(input ?? {}) : undefined;
  // what we know of it stands before the panel's own words
  const meaning = cause.kind === "rejected" ? refused?.(cause.message) : undefined;
  return sentences(meaning, ofPage ?? failureText(cause, panel.address));
}

function doneText(
  request: ActionRequest,
  { evidence, isGone, why, parts = [], site, broken, accepted, removal }: OutcomeOf<"done">,
): string {
  const { kind, input, target, panel } = request;
  const name = itemText(kind, target.label);
  const { done, doneAndGone, caveat } = changeIn(request).words;
  // what is broken or incomplete stands for itself
  const isExplained = why !== undefined && why !== "broken" && why !== "incomplete";
  const explanation = isExplained ? explanationText({ kind: "done", why }, undefined) : undefined;
  if (isGone === true && doneAndGone !== undefined) return sentences(doneAndGone(name, panel.name), explanation);
  const notes = [
    removal && removalText(removal),
    accepted && acceptedText(accepted),
    isGone === true && l10n.t("It is no longer there."),
    caveat?.(),
    explanation,
    ...(site === undefined ? [] : createdSiteTexts(site, input?.site, "unseen")),
  ];
  const first = broken && brokenText(broken);
  return sentences(first, done(name, panel.name), evidenceText(evidence), afterSentences(parts), ...notes);
}

function doneSeverity(request: ActionRequest, outcome: OutcomeOf<"done">): Message["severity"] {
  // somebody must act on it, and only errors stay
  if (outcome.broken !== undefined) return "error";
  if (isWhollyDone(request, outcome)) return "information";
  return "warning";
}

/**
 * Whether everything that was to be deleted was seen to be gone, and in the recycle bin if that was promised, and everything that was
 * to be created is there, and nobody has to do more.
 */
function isWhollyDone({ input }: ActionRequest, { parts = [], site, broken, removal }: OutcomeOf<"done">): boolean {
  const isAllGone = parts.every(({ state }) => state === "gone");
  const isAllThere = site === undefined || createdSiteTexts(site, input?.site, "unseen").length === 0;
  return broken === undefined && isAllGone && isAllThere && !isLost(input?.file, removal);
}

function changedText(name: string, panel: string, { now }: OutcomeOf<"changed">): string {
  if (typeof now === "string")
    return l10n.t("“{0}” on “{1}” has changed: it is now “{2}”. Nothing was sent.", name, panel, now);
  return sentences(
    l10n.t("What would be deleted with “{0}” on “{1}” is no longer what was shown. Nothing was sent.", name, panel),
    partsNowText(now),
  );
}

function unchangedText(request: ActionRequest, { evidence }: OutcomeOf<"unchanged">): string {
  const { unchanged } = changeIn(request).words;
  return unchanged?.(evidence?.value) ?? sentences(l10n.t("it ended and made no difference."), evidenceText(evidence));
}

function sentText(request: ActionRequest, outcome: OutcomeOf<"sent">): string {
  const { ifUnknown } = changeIn(request).words;
  const said = outcome.said !== undefined && l10n.t("The panel says: {0}", outcome.said);
  return sentences(l10n.t("sent, not confirmed."), ...lastSeenTexts(request, outcome), said, ifUnknown?.());
}

function uncertainText(request: ActionRequest, outcome: OutcomeOf<"uncertain">): string {
  const because = causeText(request, outcome.cause);
  const { ifUnknown } = changeIn(request).words;
  switch (outcome.why) {
    case "abandoned":
      return sentences(l10n.t("result unknown."), ...lastSeenTexts(request, outcome), because, ifUnknown?.());
    case "partly":
    case "failing":
      return sentences(l10n.t("sent, result unknown."), because, ...lastSeenTexts(request, outcome), ifUnknown?.());
    case "notListed":
      return sentences(l10n.t("sent, result unknown."), because, notListedText(), ifUnknown?.());
    case undefined:
      return sentences(l10n.t("sent, result unknown."), because, evidenceText(outcome.evidence), ifUnknown?.());
    default:
      return outcome satisfies never;
  }
}

function notListedText(): string {
  return l10n.t("The panel did not list it so far.");
}

/** Why more is unknown, the last evidence, and why there were no later looks. */
function lastSeenTexts(request: ActionRequest, outcome: OutcomeOf<"sent" | "uncertain">): readonly TextPart[] {
  return [
    explanationText(outcome, changeIn(request).words),
    evidenceText(outcome.evidence),
    "silence" in outcome && outcome.silence !== undefined && silenceText(outcome.silence),
  ];
}

/** What a web server or a panel has refused, and what is so now. */
function putBackText(request: ActionRequest, outcome: OutcomeOf<"rolledBack" | "wentWrong">): string {
  const { broken, cause } = outcome;
  // of a refusal because of the configuration, the web server's own words say more
  const refused = broken === undefined ? causeText(request, cause) : refusalText(broken);
  const { problem, unwritten } = outcome.kind === "wentWrong" ? outcome : {};
  const reason = problem ? fileProblemText(problem) : unwritten && failureText(unwritten, request.panel.address);
  return sentences(
    refused,
    explanationText(outcome, undefined),
    reason !== undefined && l10n.t("Writing it back ended so: {0}", reason),
  );
}

function wentWrongText(request: ActionRequest, outcome: OutcomeOf<"wentWrong">): string {
  if (outcome.why === "notPutBack") return putBackText(request, outcome);
  const { evidence } = outcome;
  const { wentWrong } = changeIn(request).words;
  return sentences(l10n.t("the panel accepted it, but it failed."), wentWrong?.(), evidenceText(evidence));
}

function evidenceText(evidence: Fact | undefined): string | undefined {
  if (evidence === undefined) return undefined;
  return l10n.t("{0}: {1}.", factHeading(evidence.name), factValue(evidence));
}

/** The reason for an outcome, for notifications and records; a record may have an unknown reason of a newer version. */
export function explanationText(
  { kind, why }: { readonly kind: string; readonly why?: string | undefined },
  words: ActionWords | undefined,
): string | undefined {
  const texts = {
    noWay: l10n.t("This panel offers no way to check."),
    timedOut: l10n.t("The panel accepted it, but no change was seen."),
    partly: words?.partly?.() ?? l10n.t("Not everything changed that should have."),
    failing: words?.wentWrong?.() ?? l10n.t("The panel accepted it, but it failed."),
    unreadable: l10n.t("The panel accepted it, but its state could not be read afterwards."),
    stopped: l10n.t("Waiting for the result was canceled."),
    notListed: sentences(l10n.t("It was sent, but its result is unknown."), notListedText()),
    refused: l10n.t("The panel refused it, since it was already in that state."),
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
    wentWrong: sentences(l10n.t("The panel accepted it, but it failed."), words?.wentWrong?.()),
    rolledBack: l10n.t("It was in place, and was taken back."),
    prevented: l10n.t("What the server had stood in the way."),
    unchecked: l10n.t("Whether the configuration is accepted could not be checked."),
    brokeWebServer: l10n.t("What was there before is back, and the web server accepts its configuration with it."),
    brokenBefore: l10n.t("It did so before, too: what was there before is back, and refused as well. Mend that first."),
    putBackUnchecked: l10n.t(
      "What was there before is back. Whether the web server accepts its configuration now could not be checked.",
    ),
    refusedHalfway: l10n.t("The panel had changed files all the same: what was there before is back."),
    notPutBack: l10n.t(
      "What was there before could not be put back. Do so before the web server is reloaded or restarted: it may not start again, and then serves no website.",
    ),
    notKept: l10n.t("It could not be kept before the change. Nothing was sent."),
    // nobody had it checked before
    broken: l10n.t("A check found a mistake in the configuration afterwards."),
    gone: l10n.t("Nothing was sent."),
    changed: l10n.t("Nothing was sent: it was no longer as it was shown."),
    ambiguous: l10n.t("Nothing was sent: the name may also be the start of another ID."),
    busy: l10n.t("Another operation on it was still running."),
    done: words?.caveat?.(),
  } satisfies Readonly<Record<string, string | undefined>> & Readonly<Record<Why, unknown>>;
  const knownWord = [why ?? "", kind].find((word) => isKeyOf(texts, word));
  if (knownWord === undefined) return undefined;
  return texts[knownWord];
}

/** Why the last look may be outdated: only a few words, because advice would be about the looks alone. */
export function silenceText(silence: PanelFailure): string {
  return l10n.t("After that its state could not be read any more ({0}).", failureWord(silence));
}

/** How many unfinished actions the notification names. */
const MOST_NAMED = 2;

/** The outcome of several actions. */
interface Summary extends Message {
  /** The action, with the number of its targets. */
  readonly heading: string;
  /** A line for each action that is not done, or changed more than it should. */
  readonly details: readonly string[];
}

/** Counts the actions that are done and those that were not sent, and gives the outcome of the first others. */
export function summaryText(finished: readonly Finished[]): Summary {
  const heading = actionsTitle(finished.map(({ request }) => request));
  const done = finished.filter(({ outcome }) => isReached(outcome));
  const stopped = finished.filter(isStopped);
  const blocked = finished.filter((action) => action.outcome.kind === "skipped" && !isStopped(action));
  const unawaited = finished.filter(isLeft);
  const others = finished.filter(
    (action) => ![done, stopped, unawaited, blocked].some((group) => group.includes(action)),
  );
  const doneInPart = done.filter(({ request, outcome }) => outcome.kind === "done" && hasMore(request, outcome));
  const named = [...others, ...doneInPart];
  const isCanceled = stopped.length + unawaited.length > 0;
  const counts = [
    done.length > 0 && l10n.t("{0} done", numberText(done.length)),
    unawaited.length > 0 && l10n.t("{0} sent (result unknown)", numberText(unawaited.length)),
    stopped.length > 0 && l10n.t("{0} not sent", numberText(stopped.length)),
  ].filter(isIncluded);
  const parts = [isCanceled ? l10n.t("Canceled: {0}.", listText(counts)) : doneCountText(done.length, finished.length)];
  if (blocked.length > 0)
    parts.push(l10n.t("Not sent because an earlier call to their panel failed: {0}.", numberText(blocked.length)));
  parts.push(...named.slice(0, MOST_NAMED).map(lineOf));
  if (named.length > MOST_NAMED) parts.push(l10n.t("… and {0} more", numberText(named.length - MOST_NAMED)));
  const isAllDone = done.length === finished.length && doneInPart.length === 0;
  const text = sentences(...parts);
  return {
    heading,
    severity: isAllDone ? "information" : "warning",
    message: isCanceled ? l10n.t("{0}. {1}", heading, text) : l10n.t("{0}: {1}", heading, text),
    details: [...named, ...unawaited, ...blocked, ...stopped].map(lineOf),
  };
}

function doneCountText(doneCount: number, total: number): string {
  if (doneCount === total) return l10n.t("all done.");
  return l10n.t("{0} of {1} done.", numberText(doneCount), numberText(total));
}

/** Whether more changed than wanted, or not everything was seen to be done. */
export function hasMore(request: ActionRequest, outcome: OutcomeOf<"done">): boolean {
  const { evidence } = outcome;
  return evidence?.name === "alsoChanged" || evidence?.name === "package" || !isWhollyDone(request, outcome);
}

/** Whether a person canceled it before it was sent. */
function isStopped({ outcome }: Finished): boolean {
  return (
    (outcome.kind === "skipped" && outcome.cause.kind === "cancelled") ||
    (outcome.kind === "failed" && outcome.failure.kind === "cancelled")
  );
}

/** Whether a person stopped waiting after it was sent. */
function isLeft({ outcome }: Finished): boolean {
  return outcome.kind === "sent" && outcome.why === "stopped";
}

/** The outcome of one action in a line, also if it was canceled or not begun. */
export function lineOf(finished: Finished): string {
  const { request, outcome } = finished;
  if (isStopped(finished)) return l10n.t("{0}: {1}", actionTitle(request), l10n.t("canceled before it was sent."));
  if (outcome.kind === "skipped")
    return l10n.t("{0}: not sent. {1}", actionTitle(request), failureText(outcome.cause, request.panel.address));
  return outcomeText(request, outcome)?.message ?? actionTitle(request);
}
