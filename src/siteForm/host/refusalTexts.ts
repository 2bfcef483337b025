import * as l10n from "@vscode/l10n";
import type { RefusalCause } from "../creation/refusalCause.ts";

/** Why a panel has created no site, in our words. */
export function refusalText(cause: RefusalCause): string {
  switch (cause) {
    case "domainTaken":
      return l10n.t("A website on the panel already has this domain.");
    case "domainMalformed":
      return l10n.t("The panel does not accept this domain.");
    case "domainWildcard":
      return l10n.t("The panel does not accept a wildcard as the main domain.");
    case "phpMissing":
      return l10n.t("This PHP version is not installed on the server.");
    case "portRange":
      return l10n.t("The panel does not accept this port.");
    case "rootSystem":
      return l10n.t("This directory belongs to the system or contains all websites.");
    case "rootBlank":
      return l10n.t("The panel does not accept spaces in this path.");
    case "rootFile":
      return l10n.t("There is a file at this path, not a directory.");
    case "rootUnsafe":
      return l10n.t("The panel does not accept this path.");
    case "webServerMissing":
      return l10n.t("No web server is installed on the server. Install Nginx or Apache in the panel first.");
    case "webServerBroken":
      return l10n.t(
        "A configuration file of the web server has an error. The panel creates no website until it is corrected.",
      );
    default:
      return cause satisfies never;
  }
}
