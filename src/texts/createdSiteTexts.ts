import * as l10n from "@vscode/l10n";
import { decodeDomains } from "../characters/decodeDomains.ts";
import type { CreatedSite, PartState } from "../siteForm/createdSite.ts";
import type { SiteRequest } from "../siteForm/siteRequest.ts";
import { listText } from "./listTexts.ts";

/** What a created website has otherwise than asked for, in sentences; where nobody saw its passwords, also what to do about that. */
export function createdSiteTexts(
  site: CreatedSite,
  asked: SiteRequest | undefined,
  passwords: "shown" | "unseen",
): readonly string[] {
  return [
    ...domainTexts(site),
    ...ftpTexts(site, asked?.ftp?.user ?? ""),
    ...databaseTexts(site, asked?.database?.user ?? ""),
    ...(passwords === "unseen" ? unseenTexts(mayExist(site.ftp), mayExist(site.database)) : []),
  ];
}

/** What was asked for with a website that was there already: an earlier request may have created it too, and nobody has looked. */
export function uncheckedTexts({ ftp, database }: Partial<SiteRequest> = {}): readonly string[] {
  if (ftp !== undefined && database !== undefined)
    return [l10n.t("Whether it has your FTP user and your database was not checked.")];
  if (ftp !== undefined) return [l10n.t("Whether it has your FTP user was not checked.")];
  return database === undefined ? [] : [l10n.t("Whether it has your database was not checked.")];
}

function mayExist(state: PartState): boolean {
  return state === "created" || state === "unknown";
}

function unseenTexts(ftp: boolean, database: boolean): readonly string[] {
  if (ftp && database) return [l10n.t("The FTP and database passwords were not shown: set new ones in the panel.")];
  if (ftp) return [l10n.t("The FTP password was not shown: set a new one in the panel.")];
  return database ? [l10n.t("The database password was not shown: set a new one in the panel.")] : [];
}

function domainTexts({ missingDomains }: CreatedSite): readonly string[] {
  if (missingDomains.length === 0) return [];
  return [
    l10n.t(
      "The panel skipped these additional domains: {0}. Another website may use them, or the panel reserves their port.",
      listText(missingDomains.map(decodeDomains)),
    ),
  ];
}

function ftpTexts({ ftp }: CreatedSite, name: string): readonly string[] {
  if (ftp === "failed")
    return [
      l10n.t(
        "The FTP user “{0}” was not created. Panels give no reason; often the name is taken, or Pure-FTPd is not installed.",
        name,
      ),
    ];
  return ftp === "unknown" ? [l10n.t("It is not known whether the FTP user “{0}” was created.", name)] : [];
}

function databaseTexts({ database }: CreatedSite, name: string): readonly string[] {
  if (database === "failed")
    return [
      l10n.t(
        "The database “{0}” was not created. Panels give no reason; often the name is taken, or MySQL is not running.",
        name,
      ),
    ];
  return database === "unknown" ? [l10n.t("It is not known whether the database “{0}” was created.", name)] : [];
}
