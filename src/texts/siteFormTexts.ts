import * as l10n from "@vscode/l10n";
import type { SiteFormTexts } from "../siteForm/siteFormTexts.ts";
import { siteRuleTexts } from "./siteRuleTexts.ts";

/** The form's texts; placeholders are left in, the form fills them. */
export function siteFormTexts(): SiteFormTexts {
  return { form: { ...fieldTexts(), ...reviewTexts(), ...outcomeTexts() }, rules: siteRuleTexts() };
}

function fieldTexts() {
  return {
    title: l10n.t("Create Site: {0}", "{0}"),
    subtitle: l10n.t(
      "A PHP or static website on “{0}” ({1}). Nothing is sent before you have reviewed it.",
      "{0}",
      "{1}",
    ),
    loading: l10n.t("Loading…"),
    optional: l10n.t("optional"),
    siteSection: l10n.t("Website"),
    domain: l10n.t("Main domain"),
    domainHelp: l10n.t("For example shop.example.com. The port has a field of its own."),
    domainPunycode: l10n.t("The panel calls it {0}.", "{0}"),
    additionalDomains: l10n.t("Additional domains"),
    additionalDomainsHelp: l10n.t(
      "One per line, as host or host:port. Without a port it is reached at port 80. A name that begins with *. covers everything below it.",
    ),
    domainsPunycode: l10n.t("As the panel writes them: {0}.", "{0}"),
    root: l10n.t("Root directory"),
    rootHelp: l10n.t("On the server. It follows the main domain until you change it."),
    rootFollow: l10n.t("Follow the Domain"),
    php: l10n.t("PHP"),
    phpHelp: l10n.t("The versions that are installed on the server."),
    phpUnknownHelp: l10n.t("Two digits without a dot, such as 82 for PHP 8.2; 00 for a static site."),
    phpStatic: l10n.t("Static, no PHP"),
    phpVersion: l10n.t("PHP {0}", "{0}"),
    phpChoose: l10n.t("Choose…"),
    port: l10n.t("Port"),
    portHelp: l10n.t("The web server listens on it, and it is opened in the server's firewall."),
    category: l10n.t("Category"),
    categoryDefault: l10n.t("Default"),
    categoryUnknownOption: l10n.t("Category {0}", "{0}"),
    remark: l10n.t("Remark"),
    choicesFailed: l10n.t("PHP versions or categories could not be read: {0}", "{0}"),
    retry: l10n.t("Try Again"),
    ftpSection: l10n.t("Create an FTP user"),
    ftpHelp: l10n.t("For the root directory. The server needs Pure-FTPd."),
    ftpUser: l10n.t("FTP user"),
    databaseSection: l10n.t("Create a database"),
    databaseHelp: l10n.t("In the MySQL or MariaDB of the server."),
    databaseName: l10n.t("Database and user name"),
    databaseNameHelp: l10n.t("Panels give the database and its user the same name, of at most 16 characters."),
    databaseCharset: l10n.t("Character set"),
    password: l10n.t("Password"),
    passwordHelp: l10n.t("It is never stored here, so it is gone when this form is closed."),
    showPassword: l10n.t("Show"),
    hidePassword: l10n.t("Hide"),
    generatePassword: l10n.t("Generate"),
    passwordGenerated: l10n.t("A password of 16 characters was generated."),
    passwordsAgain: l10n.t("What you typed is back. Passwords are not kept: enter them again."),
    review: l10n.t("Review…"),
    waiting: l10n.t("Waiting for the panel to tell its PHP versions and categories…"),
    problemsFound: l10n.t("{0} fields need a change.", "{0}"),
    oneProblemFound: l10n.t("One field needs a change."),
    warning: l10n.t("Warning"),
    error: l10n.t("Error"),
    readOnly: l10n.t("This panel is set to read only, so no site can be created on it. Edit the panel to change that."),
    cancel: l10n.t("Cancel"),
    close: l10n.t("Close"),
    formBroken: l10n.t("The form does not work: {0}", "{0}"),
  };
}

function reviewTexts() {
  return {
    reviewTitle: l10n.t("Review"),
    reviewPanel: l10n.t("Panel"),
    reviewNone: l10n.t("none"),
    reviewSite: l10n.t("This will be created"),
    reviewEffects: l10n.t("What happens on the server"),
    reviewWarnings: l10n.t("Check this before you create the site"),
    reviewAgain: l10n.t(
      "This site was sent a moment ago, and what became of it is not known. “Create Site” sends it once more.",
    ),
    panelChangedTitle: l10n.t("The panel was changed"),
    panelChanged: l10n.t("It is now “{0}” ({1}). Nothing was sent. Review the site again.", "{0}", "{1}"),
    effectDirectory: l10n.t(
      "The directory {0} is created. If it exists already, it is used with all that is in it, and its owner is changed to the web server's user.",
      "{0}",
    ),
    effectFiles: l10n.t("Default pages are put into it where there are none."),
    effectFirewall: l10n.t("Ports that are opened in the server's firewall: {0}.", "{0}"),
    effectReload: l10n.t("The web server reloads its configuration, for all its sites."),
    effectPhp: l10n.t("The files of the directory are run by PHP {0}.", "{0}"),
    effectFtp: l10n.t("The FTP user {0} can read and change everything in the directory.", "{0}"),
    effectDatabase: l10n.t("The database {0} and a user of the same name with all rights on it are created.", "{0}"),
    back: l10n.t("Back"),
    create: l10n.t("Create Site"),
    creating: l10n.t("Creating “{0}”. This may take a minute…", "{0}"),
    otherWindow: l10n.t("Another window is creating “{0}”. Waiting for it…", "{0}"),
    lookingFor: l10n.t("Looking for what became of “{0}”, which was sent a moment ago…", "{0}"),
    cancelling: l10n.t("Cancelling…"),
    notSent: l10n.t("Nothing was sent."),
  };
}

function outcomeTexts() {
  return {
    notCreatedTitle: l10n.t("The site was not created"),
    createdTitle: l10n.t("“{0}” was created", "{0}"),
    createdWarningTitle: l10n.t("“{0}” was created, but not everything that you asked for", "{0}"),
    partlyTitle: l10n.t("“{0}” is there, but the panel did not say what became of the rest", "{0}"),
    uncertainTitle: l10n.t("It is not known whether the site was created"),
    existedTitle: l10n.t("“{0}” is there already", "{0}"),
    siteId: l10n.t("Site id"),
    partSite: l10n.t("Website"),
    partFtp: l10n.t("FTP user"),
    partDatabase: l10n.t("Database"),
    partGit: l10n.t("Git deployment"),
    stateCreated: l10n.t("created"),
    stateFailed: l10n.t("not created"),
    stateUnknown: l10n.t("not known"),
    stateNotAsked: l10n.t("not asked for"),
    credentials: l10n.t("Credentials"),
    credentialsHelp: l10n.t("They are shown this once and stored nowhere here. Copy them before you close the form."),
    credentialFtpUser: l10n.t("FTP user"),
    credentialFtpPassword: l10n.t("FTP password"),
    credentialDatabaseName: l10n.t("Database"),
    credentialDatabaseUser: l10n.t("Database user"),
    credentialDatabasePassword: l10n.t("Database password"),
    copy: l10n.t("Copy"),
    copied: l10n.t("Copied"),
    copyFailed: l10n.t("Not copied"),
    details: l10n.t("Details"),
    reveal: l10n.t("Show in Side Bar"),
    another: l10n.t("Create Another Site"),
  };
}
