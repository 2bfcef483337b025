import * as l10n from "@vscode/l10n";
import { asksForThisText } from "./agentTexts.ts";
import { changeIn } from "../actions/actionRequest.ts";
import type { Confirmation, ConfirmedTarget } from "../actions/confirmation.ts";
import { visibleText } from "../characters/plainText.ts";
import { isIncluded } from "../characters/sentences.ts";
import { isDemo } from "../panels/isDemo.ts";
import { factNames } from "../resources/facts.ts";
import { verbWords } from "../resources/verbs.ts";
import { actionsTitle, actionTitle } from "./actionTitles.ts";
import { backupsText } from "./deploymentTexts.ts";
import { deploymentLines } from "./plannedDeploymentTexts.ts";
import { eachDeploymentLines } from "./eachDeploymentTexts.ts";
import { fileLines, fileNote, riskLines } from "./fileTexts.ts";
import { partLines } from "./partTexts.ts";
import { itemText } from "./resourceTexts.ts";
import { siteCertificateLines } from "./siteCertificateTexts.ts";
import { listText, namedText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** The most targets with a line each; more share the line of their panel, so that they fit into the dialog. */
const MOST_LINES = 20;

/** The most targets that are named; the others are counted. */
const MOST_NAMED = 100;

/** The question before an action: target and panel, with the effect as its detail. */
export function confirmationText(confirmation: Confirmation): { readonly message: string; readonly detail: string } {
  const { kind, verb, input, targets } = confirmation;
  const [first, ...others] = targets;
  const keys = targets.map(({ target }) => target.key);
  const effect = changeIn(confirmation).words.effect(input, targets.length > 1, first?.state ?? "unknown", keys);
  if (first === undefined) return { message: "", detail: "" };
  if (others.length === 0) {
    const { panel, target, alsoAffects } = first;
    const detail = [
      ...initiatorLines(confirmation),
      effect,
      ...partLines(input),
      input.backups && backupsText(input.backups),
      ...deploymentLines(input.deployment),
      ...fileLines(input.file),
      ...siteCertificateLines(input),
      target.alias !== undefined && namedText(factNames.punycode(), target.alias),
      stillValidText(confirmation),
      sharedServerText(alsoAffects, false),
      panelLine(panel),
    ].filter(isIncluded);
    const message = l10n.t("{0}?", actionTitle({ kind, verb, target, panel, input }));
    return { message, detail: detail.join("\n") };
  }
  const alsoAffected = [...new Set(targets.flatMap(({ alsoAffects }) => alsoAffects))].filter((label) =>
    targets.every(({ target }) => target.label !== label),
  );
  return {
    message: l10n.t("{0}?", actionsTitle(targets.map((target) => ({ kind, verb: target.verb })))),
    detail: [
      ...initiatorLines(confirmation),
      effect,
      ...riskLines(input.file),
      stillValidText(confirmation),
      sharedServerText(alsoAffected, true),
      "",
      ...(eachDeployed(confirmation) ?? targetLines(confirmation)),
    ]
      .filter(isIncluded)
      .join("\n"),
  };
}

/** What a deployment does on each target; `undefined`: it is none. */
function eachDeployed({ kind, targets }: Confirmation): readonly string[] | undefined {
  const each = targets.flatMap(({ target, panel, deployment }) => {
    const line = l10n.t("• {0} on “{1}”", itemText(kind, target.label), panel.name);
    return deployment === undefined ? [] : [{ line, deployment }];
  });
  return each.length === targets.length ? eachDeploymentLines(each) : undefined;
}

/** The targets with their panels, as far as a dialog has room for them. */
function targetLines({ kind, verb, targets }: Confirmation): readonly string[] {
  const isMixed = targets.some((target) => target.verb !== verb);
  const nameOf = ({ target: { label, alias }, file }: ConfirmedTarget) => {
    const name = itemText(kind, label);
    const note = alias ?? fileNote(file);
    if (note === undefined) return name;
    return l10n.t("{0} ({1})", name, note);
  };
  const lineOf = (confirmed: ConfirmedTarget) => {
    const { verb: own, target, panel } = confirmed;
    if (isMixed)
      return l10n.t("• {0}", actionTitle({ kind, verb: own, target: { ...target, label: nameOf(confirmed) }, panel }));
    return l10n.t("• {0} on “{1}”", nameOf(confirmed), panel.name);
  };
  if (targets.length <= MOST_LINES) return targets.map(lineOf);
  const named = targets.slice(0, MOST_NAMED);
  const names = new Map<string, readonly string[]>();
  for (const confirmed of named) {
    const { verb: own, panel } = confirmed;
    const head = isMixed ? l10n.t("{0} on “{1}”", verbWords[own].button(), panel.name) : l10n.t("On “{0}”", panel.name);
    names.set(head, [...(names.get(head) ?? []), nameOf(confirmed)]);
  }
  const lines = [...names].map(([head, all]) => l10n.t("• {0}: {1}", head, all.join(" · ")));
  if (targets.length > named.length) lines.push(l10n.t("… and {0} more", numberText(targets.length - named.length)));
  return lines;
}

/** Says that no person has begun this, and what the target is called there. */
function initiatorLines({ by, calledByTask }: Confirmation): readonly string[] {
  return [
    by && asksForThisText(by),
    calledByTask !== undefined && l10n.t("The task calls it “{0}”.", visibleText(calledByTask)),
  ].filter(isIncluded);
}

function sharedServerText(labels: readonly string[], many: boolean): string | undefined {
  if (labels.length === 0) return undefined;
  const names = listText(labels);
  if (many) return l10n.t("They share a server with others, which are interrupted too: {0}", names);
  return l10n.t("It shares its server with others, which are interrupted too: {0}", names);
}

/** Warns of removing orders that are still valid, which ends their renewals. */
function stillValidText({ kind, verb, targets }: Confirmation): string | undefined {
  if (kind !== "certificateOrder" || verb !== "remove") return undefined;
  const count = targets.filter(({ state }) => state === "valid").length;
  if (count === 0) return undefined;
  if (targets.length === 1) return l10n.t("It is still valid.");
  return l10n.t("Still valid: {0} of {1}.", numberText(count), numberText(targets.length));
}

/** The line that names the panel. */
export function panelLine({ id, name, address }: ConfirmedTarget["panel"]): string {
  if (isDemo({ id })) return l10n.t("Panel: {0} (inside VS Code, no real server)", name);
  return l10n.t("Panel: {0} ({1})", name, address);
}
