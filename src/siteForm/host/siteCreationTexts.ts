import * as l10n from "@vscode/l10n";
import type { CreatedSite, CreationResult, WhyEarlier } from "../creation/creationResult.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";
import type { SiteRequest } from "../plannedSite.ts";
import type { SiteCredential, SiteOutcome } from "../protocol.ts";
import { fieldOf, refusalCause } from "../creation/refusalCause.ts";
import { failureText } from "../../texts/failureTexts.ts";
import type { Message } from "../../texts/message.ts";
import { refusalText } from "./refusalTexts.ts";
import { listText } from "../../texts/listTexts.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { sentences } from "../../characters/sentences.ts";

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
        siteName: decodeDomains(creation.site.name),
        reason: l10n.t("Another window or an earlier form has already created it. Nothing was sent again."),
        warnings: notAskedFor(site),
      };
    case "failed":
      return creation.failure.kind === "cancelled"
        ? { kind: "notSent" }
        : { kind: "notCreated", ...refusal(creation.failure, because(creation.failure)) };
    case "missing":
      return {
        kind: "notCreated",
        reason: sentences(
          l10n.t("The panel does not list the website."),
          because(creation.cause),
          l10n.t("Its directory and configuration files may remain on the server."),
          ...(creation.isEarlier === true ? [earlierText("sentBefore")] : []),
        ),
      };
    case "uncertain":
      return { kind: "uncertain", reason: uncertainReason(creation, because) };
    case "declined":
      return { kind: "notSent" };
    case "readOnly":
      return {
        kind: "notCreated",
        reason: l10n.t("“{0}” is read-only. Nothing was sent. Edit the panel to change that.", panel.name),
      };
    case "busy":
      return {
        kind: "uncertain",
        reason: l10n.t("This window is already creating a website of this name. Nothing was sent again."),
      };
    default:
      return creation satisfies never;
  }
}

/** Our words for what the panel has refused, before its own. */
function refusal(failure: PanelFailure, said: string): Omit<Extract<SiteOutcome, { kind: "notCreated" }>, "kind"> {
  const cause = failure.kind === "rejected" ? refusalCause(failure.message) : undefined;
  if (cause === undefined) return { reason: said };
  const text = refusalText(cause);
  const field = fieldOf(cause);
  return { reason: sentences(text, said), ...(field === undefined ? {} : { about: { field, text } }) };
}

function earlierText(cause: WhyEarlier): string {
  return cause === "interrupted"
    ? l10n.t("The window was reloaded or closed before the panel answered.")
    : l10n.t("Another window or an earlier form has already sent it. Nothing was sent again.");
}

function uncertainReason(
  { cause, notListed }: Extract<CreationResult, { kind: "uncertain" }>,
  because: (cause: PanelFailure | WhyEarlier) => string,
): string {
  const said =
    cause === "unlisted"
      ? [l10n.t("The panel reports success, but does not list the website.")]
      : [because(cause), ...(notListed ? [l10n.t("The panel does not list the website so far.")] : [])];
  return sentences(...said, l10n.t("Check the panel's websites before you try again."));
}

/** For a form that has outlived its panel. */
export function panelGone(panelName: string): Extract<SiteOutcome, { kind: "notCreated" }> {
  return {
    kind: "notCreated",
    reason: l10n.t("The panel “{0}” was removed. Nothing was sent.", panelName),
  };
}

/** For a form whose site was sent, and whose panel was removed before anybody knew what became of it. */
export function panelGoneSince(panelName: string): SiteOutcome {
  return {
    kind: "uncertain",
    reason: l10n.t(
      "The panel “{0}” was removed before it was known whether the website was created. Check the panel's websites before you try again.",
      panelName,
    ),
  };
}

/** For a repeated request that came to nothing: the earlier one may have created the site, and be the reason. */
export function refusedAgain(reason: string): SiteOutcome {
  return {
    kind: "uncertain",
    reason: sentences(
      reason,
      l10n.t("An earlier attempt may have created it. Check the panel's websites before you try again."),
    ),
  };
}

/** An outcome in a sentence, for a person who has closed the form; `undefined`: nothing to say. */
export function siteOutcomeText(outcome: SiteOutcome, asked: string, panelName: string): Message | undefined {
  const domain = decodeDomains(asked);
  switch (outcome.kind) {
    case "created":
      return {
        severity: outcome.warnings.length + unseenPasswords(outcome).length === 0 ? "information" : "warning",
        message: sentences(
          l10n.t("“{0}” was created on “{1}”.", outcome.siteName, panelName),
          ...outcome.warnings,
          ...unseenPasswords(outcome),
        ),
      };
    case "partly":
      return {
        severity: "warning",
        message: sentences(
          l10n.t("“{0}” exists on “{1}”, but its creation was not confirmed.", domain, panelName),
          ...outcome.warnings,
          ...unseenPasswords(outcome),
        ),
      };
    case "notCreated":
      return {
        severity: "error",
        message: l10n.t("“{0}” was not created on “{1}”. {2}", domain, panelName, outcome.reason),
      };
    case "uncertain":
      return {
        severity: "warning",
        message: l10n.t("It is not known whether “{0}” was created on “{1}”. {2}", domain, panelName, outcome.reason),
      };
    case "existed":
      return {
        severity: outcome.warnings.length === 0 ? "information" : "warning",
        message: sentences(
          l10n.t("“{0}” already exists on “{1}”. {2}", outcome.siteName, panelName, outcome.reason),
          ...outcome.warnings,
        ),
      };
    case "notSent":
    case "panelChanged":
    case "invalid":
      return undefined;
    default:
      return outcome satisfies never;
  }
}

/** `passwordsAreGone`: the person who typed or generated them cannot see them again. */
function shown(created: CreatedSite, { ftp, database }: SiteRequest, passwordsAreGone = false) {
  const { id, name, credentials } = created;
  return {
    ...(id === undefined ? {} : { siteId: id }),
    siteName: decodeDomains(name),
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
    return [l10n.t("Your FTP user and your database were not requested.")];
  if (ftp !== undefined) return [l10n.t("Your FTP user was not requested.")];
  return database === undefined ? [] : [l10n.t("Your database was not requested.")];
}

/** The passwords of an outcome that nobody has seen in the form. */
function unseenPasswords({ credentials }: Extract<SiteOutcome, { kind: "created" | "partly" }>): readonly string[] {
  const has = (name: SiteCredential["name"]) => credentials.some((credential) => credential.name === name);
  return notShown(has("ftpPassword"), has("databasePassword"));
}

function notShown(ftp: boolean, database: boolean): readonly string[] {
  if (ftp && database) return [l10n.t("The FTP and database passwords were not shown: set new ones in the panel.")];
  if (ftp) return [l10n.t("The FTP password was not shown: set a new one in the panel.")];
  return database ? [l10n.t("The database password was not shown: set a new one in the panel.")] : [];
}

function domainWarnings({ missingDomains }: CreatedSite): readonly string[] {
  if (missingDomains.length === 0) return [];
  return [
    l10n.t(
      "The panel skipped these additional domains: {0}. Another website may use them, or the panel reserves their port.",
      listText(missingDomains.map(decodeDomains)),
    ),
  ];
}

function ftpWarnings({ ftp }: CreatedSite, name: string): readonly string[] {
  if (ftp === "failed")
    return [
      l10n.t(
        "The FTP user “{0}” was not created. Panels give no reason; often the name is taken, or Pure-FTPd is not installed.",
        name,
      ),
    ];
  return ftp === "unknown" ? [l10n.t("It is not known whether the FTP user “{0}” was created.", name)] : [];
}

function databaseWarnings({ database }: CreatedSite, name: string): readonly string[] {
  if (database === "failed")
    return [
      l10n.t(
        "The database “{0}” was not created. Panels give no reason; often the name is taken, or MySQL is not running.",
        name,
      ),
    ];
  return database === "unknown" ? [l10n.t("It is not known whether the database “{0}” was created.", name)] : [];
}
