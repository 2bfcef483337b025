import * as v from "valibot";
import type { SiteDraftRule } from "./siteDraftRules.ts";

/** What the form itself says; `{0}` and `{1}` are filled in by `filled`. */
const formTextKeys = [
  "title",
  "subtitle",
  "loading",
  "optional",
  "siteSection",
  "domain",
  "domainHelp",
  "domainPunycode",
  "additionalDomains",
  "additionalDomainsHelp",
  "root",
  "rootHelp",
  "rootFollow",
  "php",
  "phpHelp",
  "phpUnknownHelp",
  "phpStatic",
  "phpVersion",
  "phpChoose",
  "port",
  "portHelp",
  "category",
  "remark",
  "choicesFailed",
  "retry",
  "ftpSection",
  "ftpHelp",
  "ftpUser",
  "databaseSection",
  "databaseHelp",
  "databaseName",
  "databaseNameHelp",
  "databaseCharset",
  "password",
  "passwordHelp",
  "showPassword",
  "hidePassword",
  "generatePassword",
  "passwordGenerated",
  "passwordsAgain",
  "review",
  "waiting",
  "problemsFound",
  "oneProblemFound",
  "warning",
  "error",
  "reviewTitle",
  "reviewPanel",
  "reviewNone",
  "reviewSite",
  "reviewEffects",
  "reviewWarnings",
  "effectDirectory",
  "effectFiles",
  "effectFirewall",
  "effectReload",
  "effectPhp",
  "effectFtp",
  "effectDatabase",
  "back",
  "create",
  "creating",
  "cancel",
  "cancelling",
  "notSent",
  "notCreatedTitle",
  "createdTitle",
  "createdWarningTitle",
  "partlyTitle",
  "uncertainTitle",
  "siteId",
  "partSite",
  "partFtp",
  "partDatabase",
  "partGit",
  "stateCreated",
  "stateFailed",
  "stateUnknown",
  "stateNotAsked",
  "credentials",
  "credentialsHelp",
  "credentialFtpUser",
  "credentialFtpPassword",
  "credentialDatabaseName",
  "credentialDatabaseUser",
  "credentialDatabasePassword",
  "copy",
  "copied",
  "copyFailed",
  "details",
  "reveal",
  "another",
  "close",
  "formBroken",
] as const;

type FormTextKey = (typeof formTextKeys)[number];

const ruleKeys = {
  domainEmpty: true,
  domainUrl: true,
  domainFormat: true,
  domainWildcard: true,
  domainPort: true,
  domainPortRange: true,
  domainPortReserved: true,
  domainDuplicate: true,
  rootEmpty: true,
  rootRelative: true,
  rootSpace: true,
  rootDots: true,
  rootCharacters: true,
  rootLong: true,
  rootSystem: true,
  rootSites: true,
  rootRenamed: true,
  phpEmpty: true,
  phpFormat: true,
  phpUnknown: true,
  portFormat: true,
  portSsh: true,
  portMysql: true,
  portPanel: true,
  categoryUnknown: true,
  remarkLong: true,
  ftpUserEmpty: true,
  ftpUserFormat: true,
  databaseNameEmpty: true,
  databaseNameFormat: true,
  databaseNameReserved: true,
  charsetUnknown: true,
  passwordEmpty: true,
  passwordShort: true,
  passwordLong: true,
  passwordCharacters: true,
  passwordWeak: true,
} satisfies Readonly<Record<SiteDraftRule, true>>;

/** Every rule that a draft can break. */
export const siteDraftRuleNames = Object.keys(ruleKeys) as readonly SiteDraftRule[];

/** Every sentence and label of the form, in the person's language. */
export interface SiteFormTexts {
  readonly form: Readonly<Record<FormTextKey, string>>;
  /** `{0}` is the value. */
  readonly rules: Readonly<Record<SiteDraftRule, string>>;
}

export const siteFormTextsSchema: v.GenericSchema<unknown, SiteFormTexts> = v.strictObject({
  form: allTexts(formTextKeys),
  rules: allTexts(siteDraftRuleNames),
});

/** A text with its placeholders filled in. */
export function filled(text: string, ...values: readonly string[]): string {
  return text.replaceAll(/\{(\d)\}/g, (placeholder, index: string) => values[Number(index)] ?? placeholder);
}

function allTexts<Key extends string>(keys: readonly Key[]): v.GenericSchema<unknown, Readonly<Record<Key, string>>> {
  const entries = Object.fromEntries(keys.map((key) => [key, v.string()]));
  return v.strictObject(entries) as unknown as v.GenericSchema<unknown, Readonly<Record<Key, string>>>;
}
