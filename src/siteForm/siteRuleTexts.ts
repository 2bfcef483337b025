import * as l10n from "@vscode/l10n";
import type { SiteDraftRule } from "./siteDraftRules.ts";

/** What is wrong with a field, and what to do; `{0}` stays for the part of the text that it is about. */
export function siteRuleTexts() {
  return {
    ...domainTexts(),
    ...rootTexts(),
    ...plainFieldTexts(),
    ...accountTexts(),
  } satisfies Readonly<Record<SiteDraftRule, string>>;
}

function domainTexts() {
  return {
    domainEmpty: l10n.t("Enter a domain, such as shop.example.com."),
    domainUrl: l10n.t("Enter only the name, without http:// or a path."),
    domainFormat: l10n.t("Panels do not accept this domain. Use letters, digits and hyphens, with at least one dot."),
    domainWildcard: l10n.t("The main domain cannot be a wildcard. Add it to the additional domains."),
    domainPort: l10n.t("Enter the port in the Port field, not in the main domain."),
    domainPortRange: l10n.t("The port after the colon must be from 1 to 65535."),
    domainPortReserved: l10n.t("{0}: another service uses this port, and newer panels skip such a domain.", "{0}"),
    domainDuplicate: l10n.t("{0} is listed twice.", "{0}"),
    domainListed: l10n.t("The panel already has the website {0}.", "{0}"),
    domainListedPort: l10n.t("The panel already has a website of this domain. It will list this one as {0}.", "{0}"),
    domainSibling: l10n.t("The panel has the website {0}, which may already answer to this domain.", "{0}"),
    domainSkipped: l10n.t("{0}: another website has this domain, and panels skip it.", "{0}"),
  };
}

function rootTexts() {
  return {
    rootEmpty: l10n.t("Enter a directory."),
    rootRelative: l10n.t("The path must be absolute: start it with a slash."),
    rootSpace: l10n.t("The path must not contain spaces."),
    rootDots: l10n.t("The path must not contain “./” or “..”, or end with a dot."),
    rootCharacters: l10n.t("The path may contain only letters, digits and the characters . _ - + @ % = and the comma."),
    rootLong: l10n.t("The path is longer than 255 characters."),
    rootSystem: l10n.t("{0} belongs to the system. Choose a directory such as /www/wwwroot/shop.", "{0}"),
    rootSites: l10n.t("{0} contains all websites. Choose a directory inside it.", "{0}"),
    rootRenamed: l10n.t("If this directory does not exist, panels create it under its punycode name."),
  };
}

function plainFieldTexts() {
  return {
    phpEmpty: l10n.t("Choose a PHP version, or static."),
    phpFormat: l10n.t("Enter two digits without a dot, such as 82, or 00 for a static website."),
    phpUnknown: l10n.t("The panel does not have PHP {0} installed.", "{0}"),
    portFormat: l10n.t("A port is a number from 1 to 65535."),
    portSsh: l10n.t("SSH uses port 22: a web server on it may lock you out of the server."),
    portMysql: l10n.t("MySQL uses port 3306."),
    portPanel: l10n.t("This is the panel's own port: a web server on it may lock you out of the panel."),
    portReserved: l10n.t("Another service on the server usually uses this port."),
    categoryUnknown: l10n.t("The panel does not have this category."),
    remarkLong: l10n.t("The note is longer than 255 characters."),
  };
}

function accountTexts() {
  return {
    ftpUserEmpty: l10n.t("Enter a user name."),
    ftpUserFormat: l10n.t("Use 3 to 32 letters, digits and underscores."),
    databaseNameEmpty: l10n.t("Enter a name."),
    databaseNameFormat: l10n.t("Use at most 16 letters, digits and underscores, starting with a letter."),
    databaseNameReserved: l10n.t("The database server reserves this name. Choose another."),
    charsetUnknown: l10n.t("Panels do not support this character set."),
    passwordEmpty: l10n.t("Enter a password, or generate one."),
    passwordShort: l10n.t("The password must have at least 6 characters."),
    passwordLong: l10n.t("The password is longer than 64 characters."),
    passwordCharacters: l10n.t(
      "Use letters, digits and symbols, but no spaces, quotes, backslashes or dollar signs: panels pass the password to a shell.",
    ),
    passwordWeak: l10n.t("A password of fewer than 10 characters is easy to guess."),
  };
}
