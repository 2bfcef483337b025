import type { SiteCredential } from "../protocol.ts";
import { filled } from "../filled.ts";
import type { SiteFormTexts } from "../siteFormTexts.ts";

/** What credentials are called. */
export function credentialNames(texts: SiteFormTexts["form"]): Readonly<Record<SiteCredential["name"], string>> {
  return {
    ftpUser: texts.credentialFtpUser,
    ftpPassword: texts.credentialFtpPassword,
    databaseName: texts.credentialDatabaseName,
    databaseUser: texts.credentialDatabaseUser,
    databasePassword: texts.credentialDatabasePassword,
  };
}

/** A created site with all its credentials as one text, a line for each, to be pasted somewhere safe. */
export function credentialsText(
  texts: SiteFormTexts["form"],
  siteName: string,
  credentials: readonly SiteCredential[],
): string {
  const names = credentialNames(texts);
  const rows = credentials.map(({ name, value }) => [names[name], value] as const);
  return [[texts.partSite, siteName] as const, ...rows]
    .map(([name, value]) => `${filled(texts.pair, name, value)}\n`)
    .join("");
}
