import { l10n } from "vscode";
import type { ActionRequest, Confirmation, Outcome, Phase } from "../../model/actionRunner.ts";
import type { Fact, Verb } from "../../model/resource.ts";
import { failureText } from "./failureTexts.ts";
import { factName, kindText, verbText } from "./resourceTexts.ts";

/** The question before an action: the message names target and panel, the detail the effect. */
export function confirmationText(confirmation: Confirmation): { readonly message: string; readonly detail: string } {
  const { panel, kind, verb, target, alsoAffects } = confirmation;
  const detail = [effectText(verb), l10n.t("Panel: {0} ({1})", panel.name, panel.address)];
  if (alsoAffects.length > 0)
    detail.push(l10n.t("It shares its server with others, which are interrupted too: {0}", alsoAffects.join(", ")));
  return {
    message: l10n.t("{0} the {1} “{2}” on “{3}”?", verbText(verb), kindText(kind), target.label, panel.name),
    detail: detail.join("\n"),
  };
}

function effectText(verb: Verb): string {
  const texts: Readonly<Record<Verb, string>> = {
    restart: l10n.t("It is not reachable until it is up again."),
    start: l10n.t("It is started with the settings stored in the panel."),
    stop: l10n.t("It is not reachable until somebody starts it again."),
  };
  return texts[verb];
}

/** The heading of the progress notification. */
export function progressTitle({ verb, target, panel }: ActionRequest): string {
  return l10n.t("{0} “{1}” on “{2}”", verbText(verb), target.label, panel.name);
}

export function phaseText(phase: Phase): string {
  const texts: Readonly<Record<Phase, string>> = {
    checking: l10n.t("looking at its state…"),
    sending: l10n.t("waiting for the panel…"),
    verifying: l10n.t("sent; waiting to see it happen…"),
  };
  return texts[phase];
}

/** What became of an action, in a sentence, and how to show it; `undefined`: nothing to say. */
export function outcomeText(
  { verb, kind, target, panel }: ActionRequest,
  outcome: Outcome,
): { readonly severity: "information" | "warning" | "error"; readonly message: string } | undefined {
  const name = l10n.t("{0} “{1}” on “{2}”", kindText(kind), target.label, panel.name);
  switch (outcome.kind) {
    case "declined":
      return undefined;
    case "done":
      return {
        severity: "information",
        message: `${doneText(verb, capitalised(name))}${evidenceText(outcome.evidence)}`,
      };
    case "sent":
      return { severity: "warning", message: sentText(verb, name, outcome) };
    case "uncertain":
      return {
        severity: "warning",
        message: l10n.t(
          "{0}: sent, but no answer came and no change was seen. It may still have happened. {1}",
          `${verbText(verb)} ${name}`,
          failureText(outcome.cause),
        ),
      };
    case "wentWrong":
      return {
        severity: "error",
        message: l10n.t(
          "{0}: the panel accepted it, but it is not running now. Look at its log.",
          `${verbText(verb)} ${name}`,
        ),
      };
    case "failed":
      if (outcome.failure.kind === "cancelled") return undefined;
      return {
        severity: "error",
        message: l10n.t("{0}: {1}", `${verbText(verb)} ${name}`, failureText(outcome.failure)),
      };
    case "gone":
      return { severity: "warning", message: l10n.t("{0} is no longer there. Nothing was sent.", capitalised(name)) };
    case "readOnly":
      return {
        severity: "warning",
        message: l10n.t("“{0}” is set to read only, so nothing was sent. Edit the panel to change that.", panel.name),
      };
    default:
      return outcome satisfies never;
  }
}

function doneText(verb: Verb, name: string): string {
  const texts: Readonly<Record<Verb, string>> = {
    restart: l10n.t("{0} has restarted.", name),
    start: l10n.t("{0} is running.", name),
    stop: l10n.t("{0} has stopped.", name),
  };
  return texts[verb];
}

function sentText(verb: Verb, name: string, outcome: Extract<Outcome, { kind: "sent" }>): string {
  const what = `${verbText(verb)} ${name}`;
  switch (outcome.why) {
    case "noWay":
      return l10n.t("{0}: sent, not confirmed. This panel offers no way to check.", what);
    case "timedOut":
      return l10n.t(
        "{0}: sent, not confirmed. The panel accepted it, but no change was seen.{1}",
        what,
        evidenceText(outcome.evidence),
      );
    case "stopped":
      return l10n.t("{0}: sent, not confirmed. Nobody waited for the result.", what);
    default:
      return outcome.why satisfies never;
  }
}

function evidenceText(evidence: Fact | undefined): string {
  return evidence === undefined ? "" : ` ${factName(evidence.name)}: ${evidence.value}.`;
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
