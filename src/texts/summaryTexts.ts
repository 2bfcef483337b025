import * as l10n from "@vscode/l10n";
import type { Finished } from "../actions/actionRunner.ts";
import type { Outcome } from "../actions/outcome.ts";
import { failureText } from "./failureTexts.ts";
import { isWhollyDone, outcomeText } from "./actionTexts.ts";
import { actionsTitle, actionTitle } from "./actionTitles.ts";
import type { Message } from "./message.ts";
import { listText } from "./listTexts.ts";
import { sentences } from "../characters/sentences.ts";
import { numberText } from "./numberTexts.ts";

/** How many of those that are not done the notification itself names. */
const MOST_NAMED = 2;

/** The outcome of several actions. */
export interface Summary extends Message {
  /** What was done, and to how many. */
  readonly heading: string;
  /** A line for each that is not done, or that changed more than it should. */
  readonly details: readonly string[];
}

/** How many are done, how many were left out or left alone and why, and the outcome of the first others. */
export function summaryText(finished: readonly Finished[]): Summary {
  const heading = actionsTitle(finished.map(({ request }) => request));
  const done = finished.filter(({ outcome }) => outcome.kind === "done" || outcome.kind === "already");
  const stopped = finished.filter(isStopped);
  const blocked = finished.filter((one) => one.outcome.kind === "skipped" && !isStopped(one));
  const left = finished.filter(isLeft);
  const others = finished.filter((one) => ![done, stopped, left, blocked].some((group) => group.includes(one)));
  const more = done.filter(({ outcome }) => outcome.kind === "done" && hasMore(outcome));
  const named = [...others, ...more];
  const isCanceled = stopped.length + left.length > 0;
  const counts = [
    ...(done.length > 0 ? [l10n.t("{0} done", numberText(done.length))] : []),
    ...(left.length > 0 ? [l10n.t("{0} sent (result unknown)", numberText(left.length))] : []),
    ...(stopped.length > 0 ? [l10n.t("{0} not sent", numberText(stopped.length))] : []),
  ];
  const parts = [
    isCanceled
      ? l10n.t("Canceled: {0}.", listText(counts))
      : l10n.t("{0} of {1} done.", numberText(done.length), numberText(finished.length)),
  ];
  if (blocked.length > 0)
    parts.push(l10n.t("Not sent because an earlier call to their panel failed: {0}.", numberText(blocked.length)));
  parts.push(...named.slice(0, MOST_NAMED).map(lineOf));
  if (named.length > MOST_NAMED) parts.push(l10n.t("… and {0} more", numberText(named.length - MOST_NAMED)));
  return {
    heading,
    severity: done.length === finished.length && more.length === 0 ? "information" : "warning",
    message: isCanceled
      ? l10n.t("{0}. {1}", heading, sentences(...parts))
      : l10n.t("{0}: {1}", heading, sentences(...parts)),
    details: [...named, ...left, ...blocked, ...stopped].map(lineOf),
  };
}

/** Done, and something else with it, or not all of it was seen done. */
export function hasMore(outcome: Extract<Outcome, { kind: "done" }>): boolean {
  const { evidence } = outcome;
  return evidence?.name === "alsoChanged" || evidence?.name === "package" || !isWhollyDone(outcome);
}

/** A person canceled it before it was sent. */
function isStopped({ outcome }: Finished): boolean {
  return (
    (outcome.kind === "skipped" && outcome.cause.kind === "cancelled") ||
    (outcome.kind === "failed" && outcome.failure.kind === "cancelled")
  );
}

/** A person canceled it after it was sent. */
function isLeft({ outcome }: Finished): boolean {
  return outcome.kind === "sent" && outcome.why === "stopped";
}

function lineOf(one: Finished): string {
  const { request, outcome } = one;
  if (isStopped(one)) return l10n.t("{0}: {1}", actionTitle(request), l10n.t("canceled before it was sent."));
  if (outcome.kind === "skipped")
    return l10n.t("{0}: not sent. {1}", actionTitle(request), failureText(outcome.cause, request.panel.address));
  return outcomeText(request, outcome)?.message ?? actionTitle(request);
}
