import * as l10n from "@vscode/l10n";
import { sentences } from "../characters/sentences.ts";
import { resourceOf } from "../resources/resources.ts";
import { troubleOf, type CertificateLimits } from "../resources/trouble.ts";
import { serviceCalled, traitsOf, webServerCalled } from "../serverFiles/configuredServices.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import { factValue } from "./resourceTexts.ts";

/** Why a row is in trouble, since when, and what to do, as far as the panel tells; `undefined`: it is in none, as far as is known. */
export function troubleText(node: ItemNode, limits: CertificateLimits): string | undefined {
  const { kind, state, facts, row, pendingVerb } = node;
  // what is under way may end it
  if (pendingVerb !== undefined) return undefined;
  const trouble = troubleOf(state, facts, limits);
  const valueOf = (name: string) => facts.filter((fact) => fact.name === name).map(factValue)[0];
  switch (trouble) {
    case undefined:
      return undefined;
    case "dead":
      return l10n.t("Docker could not remove it wholly, and cannot start it any more. Delete it, and create it anew.");
    case "failed":
      return sentences(
        row !== undefined && resourceOf(kind).whyInTrouble?.(row),
        l10n.t("The panel's list says no more; the log of its latest renewal may. Renew it, or delete it."),
      );
    case "misconfigured":
      return sentences(
        mistakeText(node.key, valueOf("service.configuration") ?? ""),
        l10n.t("Mend it before a restart."),
      );
    case "restarting":
      return l10n.t("It ends soon after each start, and Docker starts it again. Its log may say why.");
    case "expired":
    case "expiring":
      return certificateText(trouble, valueOf("certificateDays") ?? valueOf("daysLeft"));
    case "outdated":
      return sentences(l10n.t("It was not yet seen to load its saved configuration."), loadingText(node.key));
    case "stopped":
      if (kind === "site")
        return l10n.t("It is turned off in the panel, which does not say since when. Start it to have it back.");
      return l10n.t("It does not run. The panel does not say why or since when. Start it to have it back.");
    case "paused":
      return l10n.t("Its processes are suspended until somebody unpauses it.");
    default:
      return trouble satisfies never;
  }
}

/** What a check says of the configuration of a service. */
function mistakeText(key: string, said: string): string {
  if (webServerCalled(key) === undefined) return l10n.t("A check found a mistake in its configuration: “{0}”.", said);
  return l10n.t("The web server refuses its configuration: “{0}”.", said);
}

/** How a service comes to use a saved configuration. */
function loadingText(key: string): string {
  const service = serviceCalled(key);
  const isRestarted = service !== undefined && traitsOf(service).usesAfter === "restart";
  return isRestarted ? l10n.t("Restart it, so that it does.") : l10n.t("Reload it, so that it does.");
}

/** @param when when it expires or has expired, in words; absent for an order that has none yet */
function certificateText(trouble: "expired" | "expiring", when: string | undefined): string {
  if (when === undefined) return l10n.t("The order ran out before there was a certificate. Renew it, or delete it.");
  if (trouble === "expired")
    return sentences(
      l10n.t("Its certificate {0}, and browsers warn whoever visits it.", when),
      l10n.t("Renew it; the log of the panel's latest renewal may say why that did not happen by itself."),
    );
  return l10n.t("Its certificate {0}. Renew it before that.", when);
}
