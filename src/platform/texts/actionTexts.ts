import { l10n } from "vscode";
import type { ActionRequest, Finished, Outcome, Phase, Step } from "../../model/actionRunner.ts";
import type { Fact, Verb } from "../../model/resource.ts";
import { failureText } from "./failureTexts.ts";
import { factName, groupText, kindText, verbText } from "./resourceTexts.ts";

/** How a result is told. */
export interface ToldOutcome {
  readonly severity: "information" | "warning" | "error";
  readonly message: string;
}

/** The heading of the progress notification. */
export function progressTitle(requests: readonly ActionRequest[]): string {
  const [first] = requests;
  if (first === undefined) return "";
  if (requests.length === 1) return what(first);
  return `${verbText(first.verb)}: ${groupText(first.kind)}`;
}

/** What is going on: "3 of 12: order-service, waiting for the panel…". */
export function stepText(requests: readonly ActionRequest[], { index, phase }: Step): string {
  const text = phaseText(phase);
  if (requests.length === 1) return text;
  const label = requests[index]?.target.label ?? "";
  return l10n.t("{0} of {1}: {2}, {3}", index + 1, requests.length, label, text);
}

function phaseText(phase: Phase): string {
  const texts: Readonly<Record<Phase, string>> = {
    checking: l10n.t("looking at its state…"),
    sending: l10n.t("waiting for the panel…"),
    verifying: l10n.t("sent; waiting to see it happen…"),
  };
  return texts[phase];
}

/** What became of an action, in a sentence; `undefined`: nothing to say. */
export function outcomeText(request: ActionRequest, outcome: Outcome): ToldOutcome | undefined {
  const { panel } = request;
  switch (outcome.kind) {
    case "declined":
    case "skipped":
      return undefined;
    case "done":
      return { severity: "information", message: doneText(request, outcome.evidence) };
    case "sent":
      return { severity: "warning", message: sentText(what(request), outcome) };
    case "uncertain":
      return {
        severity: "warning",
        message: l10n.t(
          "{0}: sent, but no answer came and no change was seen. It may still have happened. {1}",
          what(request),
          failureText(outcome.cause),
        ),
      };
    case "wentWrong":
      return {
        severity: "error",
        message: l10n.t(
          "{0}: the panel accepted it, but it did not come about.{1}",
          what(request),
          evidenceText(outcome.evidence),
        ),
      };
    case "unchanged":
      return {
        severity: "warning",
        message: l10n.t(
          "Unchanged at {0}: the panel says it is the latest version, but it says the same when the download failed.",
          outcome.evidence?.value ?? l10n.t("an unknown version"),
        ),
      };
    case "failed":
      if (outcome.failure.kind === "cancelled") return undefined;
      return { severity: "error", message: l10n.t("{0}: {1}", what(request), failureText(outcome.failure)) };
    case "gone":
      return {
        severity: "warning",
        message: l10n.t("{0} is no longer there. Nothing was sent.", capitalised(nameOf(request))),
      };
    case "readOnly":
      return {
        severity: "warning",
        message: l10n.t("“{0}” is set to read only, so nothing was sent. Edit the panel to change that.", panel.name),
      };
    default:
      return outcome satisfies never;
  }
}

/** What became of several: how many are done, and a line for each that is not. */
export function summaryText(finished: readonly Finished[]): ToldOutcome & { readonly details: readonly string[] } {
  const done = finished.filter(({ outcome }) => outcome.kind === "done").length;
  const skipped = finished.filter(({ outcome }) => outcome.kind === "skipped").length;
  const details = finished.flatMap(({ request, outcome }) => {
    const told = outcome.kind === "done" ? undefined : outcomeText(request, outcome);
    return told === undefined ? [] : [told.message];
  });
  const parts = [l10n.t("{0} of {1} done.", done, finished.length)];
  if (skipped > 0) parts.push(l10n.t("{0} left out because you stopped.", skipped));
  if (details.length > 0) parts.push(l10n.t("{0} need a look.", details.length));
  const severity = done === finished.length ? "information" : "warning";
  return { severity, message: parts.join(" "), details };
}

function doneText(request: ActionRequest, evidence: Fact | undefined): string {
  const name = capitalised(nameOf(request));
  const texts: Readonly<Record<Verb, string>> = {
    restart: l10n.t("{0} has restarted.", name),
    start: l10n.t("{0} is running.", name),
    stop: l10n.t("{0} has stopped.", name),
    remove: l10n.t("{0} is removed.", name),
    changeLogPath: l10n.t("{0} runs again and writes its log to the new place.", name),
    turnOn: l10n.t("{0} is on.", name),
    turnOff: l10n.t("{0} is off.", name),
    update: l10n.t("{0} is updated.", name),
  };
  const isPackage = request.verb === "turnOn" && request.target.key === "completion";
  const more = isPackage ? ` ${l10n.t("The panel does not report whether the package arrived.")}` : "";
  return `${texts[request.verb]}${evidenceText(evidence)}${more}`;
}

function sentText(action: string, outcome: Extract<Outcome, { kind: "sent" }>): string {
  switch (outcome.why) {
    case "noWay":
      return l10n.t("{0}: sent, not confirmed. This panel offers no way to check.", action);
    case "timedOut":
      return l10n.t(
        "{0}: sent, not confirmed. The panel accepted it, but no change was seen.{1}",
        action,
        evidenceText(outcome.evidence),
      );
    case "stopped":
      return l10n.t("{0}: sent, not confirmed. Nobody waited for the result.", action);
    default:
      return outcome.why satisfies never;
  }
}

function what(request: ActionRequest): string {
  return `${verbText(request.verb)} ${nameOf(request)}`;
}

function nameOf({ kind, target, panel }: ActionRequest): string {
  return l10n.t("{0} “{1}” on “{2}”", kindText(kind), target.label, panel.name);
}

function evidenceText(evidence: Fact | undefined): string {
  return evidence === undefined ? "" : ` ${factName(evidence.name)}: ${evidence.value}.`;
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
