import * as l10n from "@vscode/l10n";
import type { CreatedSite, CreationResult, WhyEarlier } from "../siteCreation/creationResult.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { SiteRequest } from "../siteForm/plannedSite.ts";
import type { SiteCredential, SiteOutcome } from "../siteForm/siteFormProtocol.ts";
import { failureText } from "./failureTexts.ts";

/** What became of a site, as the form shows it. The panel's own words are in it as plain text. */
export function siteOutcome(
  creation: CreationResult,
  site: SiteRequest,
  panel: { readonly name: string; readonly address: string },
): SiteOutcome {
  const because = (cause: PanelFailure | WhyEarlier) =>
    typeof cause === "string" ? earlierText(cause) : failureText(cause, panel.address);
  switch (creation.kind) {
    case "created":
      return { kind: "created", ...shown(creation.site, site) };
    case "partly":
      return {
        kind: "partly",
        reason: because(creation.cause),
        ...shown(creation.site, site, typeof creation.cause === "string"),
      };
    case "existed":
      return {
        kind: "existed",
        siteId: creation.site.id,
        siteName: creation.site.name,
        reason: l10n.t("It was created a moment ago, by another window or an earlier form. Nothing was sent again."),
        warnings: notAskedFor(site),
      };
    case "failed":
      return creation.failure.kind === "cancelled"
        ? { kind: "notSent" }
        : { kind: "notCreated", reason: because(creation.failure) };
    case "missing":
      return {
        kind: "notCreated",
        reason: [
          l10n.t(
            "The panel does not list it. {0} Its directory and configuration files may have been left on the server.",
            because(creation.cause),
          ),
          ...(creation.isEarlier === true ? [earlierText("sentBefore"), l10n.t("Nothing was sent now.")] : []),
        ].join(" "),
      };
    case "uncertain":
      return { kind: "uncertain", reason: uncertainReason(creation, because) };
    case "declined":
      return { kind: "notSent" };
    case "readOnly":
      return {
        kind: "notCreated",
        reason: l10n.t("“{0}” is set to read only, so nothing was sent. Edit the panel to change that.", panel.name),
      };
    case "busy":
      return {
        kind: "uncertain",
        reason: l10n.t("This window is creating a site of this name already. Nothing was sent again."),
      };
    default:
      return creation satisfies never;
  }
}

function earlierText(cause: WhyEarlier): string {
  return cause === "interrupted"
    ? l10n.t("The window was reloaded or closed before the panel's answer came.")
    : l10n.t("It was sent a moment ago, by another window or an earlier form.");
}

function uncertainReason(
  { cause, notListed }: Extract<CreationResult, { kind: "uncertain" }>,
  because: (cause: PanelFailure | WhyEarlier) => string,
): string {
  const listed = notListed ? [l10n.t("The panel does not list the site so far.")] : [];
  const advice = l10n.t("Look at the sites before you try again.");
  if (cause === "unlisted")
    return [l10n.t("The panel says that it was created, but does not list it."), advice].join(" ");
  if (cause === "sentBefore")
    return [because(cause), l10n.t("What became of it is not known. Nothing was sent now."), ...listed, advice].join(
      " ",
    );
  return [because(cause), ...listed, advice].join(" ");
}

/** For a form that has outlived its panel. */
export function panelGone(panelName: string): SiteOutcome {
  return {
    kind: "notCreated",
    reason: l10n.t("“{0}” was removed from the list of panels. Nothing was sent.", panelName),
  };
}

/** For a panel that refuses what was sent once more: it may be there from before, and that may be why. */
export function refusedAgain(reason: string): SiteOutcome {
  return {
    kind: "uncertain",
    reason: l10n.t("{0} It may be there from what was sent before. Look at the sites before you try again.", reason),
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
        severity: outcome.warnings.length + unseenPasswords(outcome).length === 0 ? "information" : "warning",
        message: [
          l10n.t("“{0}” is created on “{1}”.", outcome.siteName, panelName),
          ...outcome.warnings,
          ...unseenPasswords(outcome),
        ].join(" "),
      };
    case "partly":
      return {
        severity: "warning",
        message: [
          l10n.t("“{0}” is there on “{1}”, but the panel did not say what became of the rest.", domain, panelName),
          ...outcome.warnings,
          ...unseenPasswords(outcome),
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
    case "existed":
      return {
        severity: outcome.warnings.length === 0 ? "information" : "warning",
        message: [
          l10n.t("“{0}” is on “{1}” already. {2}", outcome.siteName, panelName, outcome.reason),
          ...outcome.warnings,
        ].join(" "),
      };
    case "notSent":
    case "panelChanged":
    case "invalid":
      return undefined;
    default:
      return outcome satisfies never;
  }
}

/** `passwordsAreGone`: whoever had typed them, or had them generated, cannot see them again. */
function shown(created: CreatedSite, { ftp, database }: SiteRequest, passwordsAreGone = false) {
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
      ...(passwordsAreGone ? notShown(ftp !== undefined, database !== undefined) : []),
    ],
    credentials,
  };
}

function notAskedFor({ ftp, database }: SiteRequest): readonly string[] {
  if (ftp !== undefined && database !== undefined)
    return [l10n.t("Your FTP user and your database were not asked for.")];
  if (ftp !== undefined) return [l10n.t("Your FTP user was not asked for.")];
  return database === undefined ? [] : [l10n.t("Your database was not asked for.")];
}

/** For an outcome that nobody has seen in the form. */
function unseenPasswords({ credentials }: Extract<SiteOutcome, { kind: "created" | "partly" }>): readonly string[] {
  const has = (name: SiteCredential["name"]) => credentials.some((credential) => credential.name === name);
  return notShown(has("ftpPassword"), has("databasePassword"));
}

function notShown(ftp: boolean, database: boolean): readonly string[] {
  if (ftp && database)
    return [l10n.t("Its FTP password and its database password were not shown; set new ones on the panel.")];
  if (ftp) return [l10n.t("Its FTP password was not shown; set a new one on the panel.")];
  return database ? [l10n.t("Its database password was not shown; set a new one on the panel.")] : [];
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
