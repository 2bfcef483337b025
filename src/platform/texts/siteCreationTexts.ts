import { l10n } from "vscode";
import type { CreatedSite } from "../../model/createdSite.ts";
import type { SiteCreation } from "../../model/createSite.ts";
import type { PlannedSite } from "../../shared/plannedSite.ts";
import type { SiteOutcome } from "../../shared/siteFormProtocol.ts";
import { failureText } from "./failureTexts.ts";

/** What became of a site, as the form shows it. The panel's own words are in it as plain text. */
export function siteOutcome(
  creation: SiteCreation,
  site: PlannedSite,
  panel: { readonly name: string; readonly address: string },
): SiteOutcome {
  const because = (failure: Parameters<typeof failureText>[0]) => failureText(failure, panel.address);
  switch (creation.kind) {
    case "created":
      return { kind: "created", ...shown(creation.site, site) };
    case "partly":
      return { kind: "partly", reason: because(creation.cause), ...shown(creation.site, site) };
    case "existed":
      return {
        kind: "notCreated",
        reason: l10n.t(
          "It is there already: “{0}” was created a moment ago, by another window or an earlier form. Nothing was sent again.",
          site.domain,
        ),
      };
    case "failed":
      return { kind: "notCreated", reason: because(creation.failure) };
    case "missing":
      return {
        kind: "notCreated",
        reason: l10n.t("The panel does not list it. {0}", because(creation.cause)),
      };
    case "uncertain":
      return {
        kind: "uncertain",
        reason:
          creation.cause === "unlisted"
            ? l10n.t(
                "The panel says that it was created, but does not list it. Look at the sites before you try again.",
              )
            : l10n.t("{0} Look at the sites before you try again.", because(creation.cause)),
      };
    case "cancelled":
    case "declined":
      return { kind: "notSent" };
    case "readOnly":
      return {
        kind: "notCreated",
        reason: l10n.t("“{0}” is set to read only, so nothing was sent. Edit the panel to change that.", panel.name),
      };
    case "busy":
      return { kind: "notCreated", reason: l10n.t("A site of this name is being created already. Nothing was sent.") };
    default:
      return creation satisfies never;
  }
}

/** For a form that has outlived its panel. */
export function panelGone(panelName: string): SiteOutcome {
  return {
    kind: "notCreated",
    reason: l10n.t("“{0}” was removed from the list of panels. Nothing was sent.", panelName),
  };
}

/** An outcome in a sentence, for a person who has closed the form; `undefined`: nothing to say. */
export function siteOutcomeText(
  outcome: SiteOutcome,
  domain: string,
  panelName: string,
): { readonly severity: "information" | "warning" | "error"; readonly message: string } | undefined {
  switch (outcome.kind) {
    case "created":
      return {
        severity: outcome.warnings.length === 0 ? "information" : "warning",
        message: [l10n.t("“{0}” is created on “{1}”.", outcome.siteName, panelName), ...outcome.warnings].join(" "),
      };
    case "partly":
      return {
        severity: "warning",
        message: [
          l10n.t("“{0}” is there on “{1}”, but the panel did not say what became of the rest.", domain, panelName),
          ...outcome.warnings,
        ].join(" "),
      };
    case "notCreated":
      return {
        severity: "error",
        message: l10n.t("“{0}” was not created on “{1}”. {2}", domain, panelName, outcome.reason),
      };
    case "uncertain":
      return {
        severity: "warning",
        message: l10n.t("Whether “{0}” was created on “{1}” is not known. {2}", domain, panelName, outcome.reason),
      };
    case "notSent":
    case "invalid":
      return undefined;
    default:
      return outcome satisfies never;
  }
}

function shown(created: CreatedSite, { ftp, database }: PlannedSite) {
  const { id, name, credentials } = created;
  return {
    ...(id === undefined ? {} : { siteId: id }),
    siteName: name,
    parts: [
      { part: "site" as const, state: "created" as const },
      ...(["ftp", "database", "git"] as const).map((part) => ({ part, state: created[part] })),
    ],
    warnings: [
      ...domainWarnings(created),
      ...ftpWarnings(created, ftp?.user ?? ""),
      ...databaseWarnings(created, database?.user ?? ""),
    ],
    credentials,
  };
}

function domainWarnings({ missingDomains }: CreatedSite): readonly string[] {
  if (missingDomains.length === 0) return [];
  return [
    l10n.t(
      "The panel left these additional domains out: {0}. Another site may have them, or the panel keeps their port for itself.",
      missingDomains.join(", "),
    ),
  ];
}

function ftpWarnings({ ftp }: CreatedSite, name: string): readonly string[] {
  if (ftp === "failed") return [l10n.t("The FTP user “{0}” was not created.", name)];
  return ftp === "unknown" ? [l10n.t("Whether the FTP user “{0}” was created is not known.", name)] : [];
}

function databaseWarnings({ database }: CreatedSite, name: string): readonly string[] {
  if (database === "failed") return [l10n.t("The database “{0}” was not created.", name)];
  return database === "unknown" ? [l10n.t("Whether the database “{0}” was created is not known.", name)] : [];
}
