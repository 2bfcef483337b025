import { l10n } from "vscode";
import type { Confirmation } from "../../model/confirmation.ts";
import type { ActionInput, Verb } from "../../model/resource.ts";
import type { ResourceKind } from "../../model/resources/table.ts";
import { deedsText, deedText } from "./deedTexts.ts";

/** More targets than this are counted instead of named. */
const MOST_NAMED = 20;

/** The question before an action: the message names target and panel, the detail the effect. */
export function confirmationText(confirmation: Confirmation): { readonly message: string; readonly detail: string } {
  const { kind, verb, input, targets } = confirmation;
  const [first, ...others] = targets;
  const effect = effectText(verb, kind, input);
  if (first === undefined) return { message: "", detail: "" };
  if (others.length === 0) {
    const { panel, target, alsoAffects } = first;
    const detail = [effect, ...shared(alsoAffects), l10n.t("Panel: {0} ({1})", panel.name, panel.address)];
    const message = l10n.t("{0}?", deedText({ kind, verb, target, panel }));
    return { message, detail: detail.join("\n") };
  }
  const named = targets
    .slice(0, MOST_NAMED)
    .map(({ panel, target }) => l10n.t("• {0} on “{1}”", target.label, panel.name));
  if (targets.length > MOST_NAMED) named.push(l10n.t("… and {0} more", targets.length - MOST_NAMED));
  const alsoAffected = [...new Set(targets.flatMap(({ alsoAffects }) => alsoAffects))].filter((label) =>
    targets.every(({ target }) => target.label !== label),
  );
  return {
    message: l10n.t("{0}?", deedsText(kind, verb, targets.length)),
    detail: [effect, ...stillValid(confirmation), ...shared(alsoAffected), "", ...named].join("\n"),
  };
}

function shared(labels: readonly string[]): readonly string[] {
  if (labels.length === 0) return [];
  return [l10n.t("It shares its server with others, which are interrupted too: {0}", labels.join(", "))];
}

/** Removing an order that is still valid ends a renewal that works. */
function stillValid({ kind, verb, targets }: Confirmation): readonly string[] {
  if (kind !== "certificateOrder" || verb !== "remove") return [];
  const count = targets.filter(({ state }) => state === "valid").length;
  return count === 0 ? [] : [l10n.t("{0} of them are still valid.", count)];
}

function effectText(verb: Verb, kind: ResourceKind, input: ActionInput): string {
  switch (verb) {
    case "create":
      return l10n.t("Its ports are opened in the server's firewall, and the web server reloads.");
    case "restart":
      return l10n.t("It is not reachable until it is up again.");
    case "start":
      return l10n.t("It is started with the settings stored in the panel.");
    case "stop":
      return l10n.t("It is not reachable until somebody starts it again.");
    case "remove":
      return removalText(kind, input);
    case "changeLogPath":
      return l10n.t("Its log goes to {0}, which is created where needed. The project restarts.", input.path ?? "");
    case "turnOn":
    case "turnOff":
      return l10n.t("This is a setting of the panel's web terminal, for everybody who uses it.");
    case "update":
      return l10n.t("The panel downloads the newest version. This can take minutes.");
    case "upgrade":
      return l10n.t(
        "The panel gets a new Python and restarts with it, so that it does not answer for a while. This can take many minutes.",
      );
    default:
      return verb satisfies never;
  }
}

function removalText(kind: ResourceKind, input: ActionInput): string {
  if (kind === "container") return l10n.t("It is stopped by force and removed. What is not in a volume is lost.");
  if (kind === "certificateOrder")
    return l10n.t(
      "The record of the order is deleted and its renewal stops. Certificate files and the site's settings stay.",
    );
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
