import * as l10n from "@vscode/l10n";
import type { Confirmation, ConfirmedTarget } from "../actions/confirmation.ts";
import type { ActionInput, Verb } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/table.ts";
import { deedsText, deedText, targetText } from "./deedTexts.ts";
import { verbText } from "./resourceTexts.ts";

/** So many targets have a line each; more stand one after the other, which a dialog has room for. */
const MOST_LINES = 20;

/** More targets than this are counted instead of named. */
const MOST_NAMED = 100;

/** The question before an action: the message names target and panel, the detail the effect. */
export function confirmationText(confirmation: Confirmation): { readonly message: string; readonly detail: string } {
  const { kind, verb, input, targets } = confirmation;
  const [first, ...others] = targets;
  const effect = effectText(verb, kind, input);
  if (first === undefined) return { message: "", detail: "" };
  if (others.length === 0) {
    const { panel, target, alsoAffects } = first;
    const detail = [
      effect,
      ...stillValid(confirmation),
      ...shared(alsoAffects),
      l10n.t("Panel: {0} ({1})", panel.name, panel.address),
    ];
    const message = l10n.t("{0}?", deedText({ kind, verb, target, panel }));
    return { message, detail: detail.join("\n") };
  }
  const alsoAffected = [...new Set(targets.flatMap(({ alsoAffects }) => alsoAffects))].filter((label) =>
    targets.every(({ target }) => target.label !== label),
  );
  return {
    message: l10n.t("{0}?", deedsText(targets.map((target) => ({ kind, verb: target.verb })))),
    detail: [effect, ...stillValid(confirmation), ...shared(alsoAffected), "", ...named(confirmation)].join("\n"),
  };
}

/** All targets with their panels, up to what a dialog has room for. */
function named({ kind, verb, targets }: Confirmation): readonly string[] {
  const isMixed = targets.some((target) => target.verb !== verb);
  const lineOf = ({ verb: own, target, panel }: ConfirmedTarget) =>
    isMixed
      ? l10n.t("• {0}", deedText({ kind, verb: own, target, panel }))
      : l10n.t("• {0} on “{1}”", targetText(kind, target.label), panel.name);
  if (targets.length <= MOST_LINES) return targets.map(lineOf);
  const shown = targets.slice(0, MOST_NAMED);
  const names = new Map<string, readonly string[]>();
  for (const { verb: own, panel, target } of shown) {
    const head = isMixed ? l10n.t("{0} on “{1}”", verbText(own), panel.name) : l10n.t("On “{0}”", panel.name);
    names.set(head, [...(names.get(head) ?? []), targetText(kind, target.label)]);
  }
  const lines = [...names].map(([head, all]) => l10n.t("• {0}: {1}", head, all.join(" · ")));
  if (targets.length > shown.length) lines.push(l10n.t("… and {0} more", targets.length - shown.length));
  return lines;
}

function shared(labels: readonly string[]): readonly string[] {
  if (labels.length === 0) return [];
  return [l10n.t("It shares its server with others, which are interrupted too: {0}", labels.join(", "))];
}

/** Removing an order that is still valid ends a renewal that works. */
function stillValid({ kind, verb, targets }: Confirmation): readonly string[] {
  if (kind !== "certificateOrder" || verb !== "remove") return [];
  const count = targets.filter(({ state }) => state === "valid").length;
  if (count === 0) return [];
  return [
    targets.length === 1 ? l10n.t("It is still valid.") : l10n.t("Still valid: {0} of {1}.", count, targets.length),
  ];
}

function effectText(verb: Verb, kind: ResourceKind, input: ActionInput): string {
  switch (verb) {
    case "create":
      return l10n.t("Its ports are opened in the server's firewall, and the web server reloads.");
    case "restart":
      return l10n.t("Service is interrupted until the restart is complete.");
    case "start":
      return l10n.t("The settings stored in the panel apply.");
    case "stop":
      return l10n.t("Service stays down until somebody starts it again.");
    case "remove":
      return removalText(kind, input);
    case "changeLogPath":
      return l10n.t("The log goes to {0}, which is created if needed. The project restarts.", input.path ?? "");
    case "turnOn":
    case "turnOff":
      return l10n.t("This changes the panel's web terminal for everybody who uses it.");
    case "update":
      return l10n.t("The panel downloads the latest version. This can take several minutes.");
    case "upgrade":
      return l10n.t(
        "The panel installs a new Python and restarts itself. This can take many minutes, and the panel does not answer for a while.",
      );
    default:
      return verb satisfies never;
  }
}

function removalText(kind: ResourceKind, input: ActionInput): string {
  if (kind === "container") return l10n.t("A running container is stopped by force. Data outside volumes is lost.");
  if (kind === "certificateOrder")
    return l10n.t("The order's record is deleted and its renewal stops. Certificate files and site settings are kept.");
  return siteRemovalText(input.with ?? []);
}

function siteRemovalText(parts: NonNullable<ActionInput["with"]>): string {
  const names = { root: l10n.t("root directory"), ftp: l10n.t("FTP user"), database: l10n.t("database") };
  const site = l10n.t("The site and its web server configuration are deleted.");
  const chosen = parts.map((part) => names[part]);
  const kept = (["root", "ftp", "database"] as const)
    .filter((part) => !parts.includes(part))
    .map((part) => names[part]);
  return [
    site,
    ...(chosen.length === 0 ? [] : [l10n.t("Deleted with it: {0}", chosen.join(", "))]),
    ...(kept.length === 0 ? [] : [l10n.t("Kept: {0}", kept.join(", "))]),
  ].join("\n");
}
