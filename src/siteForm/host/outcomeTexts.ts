import * as l10n from "@vscode/l10n";
import type { Outcome } from "../../actions/outcome.ts";
import type { CreatedSite, SiteCredential } from "../createdSite.ts";
import type { SiteRequest } from "../siteRequest.ts";
import type { ShownOutcome } from "../protocol.ts";
import { failureText } from "../../texts/failureTexts.ts";
import type { Message } from "../../ports/dialogs.ts";
import { refusalOf } from "../siteRefusals.ts";
import { listText } from "../../texts/listTexts.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { sentences } from "../../characters/sentences.ts";

/** Converts an outcome for the form. Messages of the panel are included as plain text. */
export function shownOutcome(
  outcome: Outcome,
  request: SiteRequest,
  panel: { readonly name: string; readonly address: string },
): ShownOutcome {
  switch (outcome.kind) {
    case "done":
      return outcome.site === undefined
        ? uncertain([])
        : created(outcome, outcome.site, request, outcome.cause && failureText(outcome.cause, panel.address));
    case "already": {
      const { id, name = request.domain } = outcome.site ?? {};
      return {
        kind: "existed",
        title: l10n.t("“{0}” already exists", decodeDomains(name)),
        reason: l10n.t("Another window or an earlier form has already created it. Nothing was sent again."),
        warnings: notAskedFor(request),
        site: { id, name },
      };
    }
    case "failed":
      return outcome.failure.kind === "cancelled" ? notSent() : failed(outcome, panel.address);
    case "sent":
      return uncertain([l10n.t("The panel reports success, but does not list the website.")]);
    case "uncertain": {
      const { cause, why } = outcome;
      const isUnlisted = why === "notListed" || why === "sentBeforeNotListed" || outcome.evidence?.value === "unlisted";
      return uncertain([
        cause === undefined ? earlierText(why === "abandoned") : failureText(cause, panel.address),
        ...(isUnlisted ? [l10n.t("The panel does not list the website so far.")] : []),
      ]);
    }
    case "readOnly":
      return notCreated(l10n.t("“{0}” is read-only. Nothing was sent. Edit the panel to change that.", panel.name));
    case "declined":
    case "skipped":
    case "busy":
    case "prevented":
    case "gone":
    case "changed":
    case "ambiguous":
      return notSent();
    case "halfway":
    case "wentWrong":
    case "unchanged":
    case "partly":
    case "rolledBack":
      return uncertain([]);
    default:
      return outcome satisfies never;
  }
}

function created(
  { why }: Extract<Outcome, { kind: "done" }>,
  site: CreatedSite,
  { ftp, database }: SiteRequest,
  cause: string | undefined,
): ShownOutcome {
  const name = decodeDomains(site.name);
  const isEarlier = why === "abandoned" || why === "sentBefore";
  const warnings = [
    ...domainWarnings(site),
    ...ftpWarnings(site, ftp?.user ?? ""),
    ...databaseWarnings(site, database?.user ?? ""),
    // the user cannot see them again
    ...(isEarlier ? notShown(ftp !== undefined, database !== undefined) : []),
  ];
  if (isEarlier || why === "unanswered")
    return {
      kind: "partly",
      title: l10n.t("“{0}” exists, but its creation was not confirmed", name),
      reason: cause ?? earlierText(why === "abandoned"),
      warnings,
      site,
    };
  const title =
    warnings.length === 0 ? l10n.t("“{0}” was created", name) : l10n.t("“{0}” was created, with warnings", name);
  return { kind: "created", title, warnings, site };
}

function failed({ failure, why, sentAt }: Extract<Outcome, { kind: "failed" }>, address: string): ShownOutcome {
  const reason = failureText(failure, address);
  if (sentAt !== undefined)
    return notCreated(
      sentences(
        l10n.t("The panel does not list the website."),
        reason,
        l10n.t("Its directory and configuration files may remain on the server."),
        ...(why === "sentBefore" ? [earlierText(false)] : []),
      ),
    );
  // our translation of the refusal precedes the panel's message
  const refusal = failure.kind === "rejected" ? refusalOf(failure.message) : undefined;
  if (refusal === undefined) return notCreated(reason);
  const { field, text } = refusal;
  return { ...notCreated(sentences(text, reason)), ...(field === undefined ? {} : { about: { field, text } }) };
}

function notCreated(reason: string): Extract<ShownOutcome, { kind: "notCreated" }> {
  return { kind: "notCreated", title: l10n.t("The website was not created"), reason, warnings: [] };
}

function notSent(): ShownOutcome {
  return { kind: "notSent", title: l10n.t("Nothing was sent."), warnings: [] };
}

function uncertain(reasons: readonly string[]): ShownOutcome {
  return {
    kind: "uncertain",
    title: l10n.t("It is not known whether the website was created"),
    reason: sentences(...reasons, l10n.t("Check the panel's websites before you try again.")),
    warnings: [],
  };
}

function earlierText(isAbandoned: boolean): string {
  return isAbandoned
    ? l10n.t("The window was reloaded or closed before the panel answered.")
    : l10n.t("Another window or an earlier form has already sent it. Nothing was sent again.");
}

/** Outcome for a form whose panel was removed. */
export function panelGone(panelName: string): ShownOutcome {
  return notCreated(l10n.t("The panel “{0}” was removed. Nothing was sent.", panelName));
}

/** Outcome for a sent site whose panel was removed before the result was known. */
export function panelGoneSince(panelName: string): ShownOutcome {
  const reason = l10n.t(
    "The panel “{0}” was removed before it was known whether the website was created. Check the panel's websites before you try again.",
    panelName,
  );
  return { ...uncertain([]), reason };
}

/** Outcome of a refused repetition: the earlier request may have created the site and caused the refusal. */
export function refusedAgain({ reason = "" }: ShownOutcome): ShownOutcome {
  const words = l10n.t("An earlier attempt may have created it. Check the panel's websites before you try again.");
  return { ...uncertain([]), reason: sentences(reason, words) };
}

/** Notification for an outcome of a closed form; `undefined` if nothing was sent. */
export function outcomeNotice(outcome: ShownOutcome, asked: string, panelName: string): Message | undefined {
  const { kind, reason = "", warnings } = outcome;
  const domain = decodeDomains(asked);
  switch (kind) {
    case "created":
    case "partly": {
      const name = decodeDomains(outcome.site.name);
      const more = [...warnings, ...unseenPasswords(outcome.site)];
      const isGood = kind === "created" && more.length === 0;
      const text =
        kind === "created"
          ? l10n.t("“{0}” was created on “{1}”.", name, panelName)
          : l10n.t("“{0}” exists on “{1}”, but its creation was not confirmed.", domain, panelName);
      return { severity: isGood ? "information" : "warning", message: sentences(text, ...more) };
    }
    case "notCreated":
      return { severity: "error", message: l10n.t("“{0}” was not created on “{1}”. {2}", domain, panelName, reason) };
    case "uncertain":
      return {
        severity: "warning",
        message: l10n.t("It is not known whether “{0}” was created on “{1}”. {2}", domain, panelName, reason),
      };
    case "existed": {
      const name = decodeDomains(outcome.site.name);
      const text = l10n.t("“{0}” already exists on “{1}”. {2}", name, panelName, reason);
      return {
        severity: warnings.length === 0 ? "information" : "warning",
        message: sentences(text, ...warnings),
      };
    }
    case "notSent":
      return undefined;
    default:
      return kind satisfies never;
  }
}

function notAskedFor({ ftp, database }: SiteRequest): readonly string[] {
  if (ftp !== undefined && database !== undefined)
    return [l10n.t("Your FTP user and your database were not requested.")];
  if (ftp !== undefined) return [l10n.t("Your FTP user was not requested.")];
  return database === undefined ? [] : [l10n.t("Your database was not requested.")];
}

/** Warnings about passwords that the closed form did not show. */
function unseenPasswords({ credentials }: CreatedSite): readonly string[] {
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
