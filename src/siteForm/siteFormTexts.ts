import * as l10n from "@vscode/l10n";
import { siteRuleTexts } from "./siteRuleTexts.ts";

/** Every sentence and label of the form, in the person's language. */
export type SiteFormTexts = ReturnType<typeof siteFormTexts>;

/** The form's texts, on a demo panel or a real one; placeholders are left in, the form fills them. */
export function siteFormTexts(isDemo = false) {
  return {
    form: { ...fieldTexts(), ...(isDemo && { subtitle: demoSubtitle() }), ...reviewTexts(), ...outcomeTexts() },
    rules: siteRuleTexts(),
  };
}

function demoSubtitle(): string {
  return l10n.t("“{0}” is a demo inside VS Code: the website is made up, and no real server is touched.", "{0}");
}

function fieldTexts() {
  return {
    title: l10n.t("Create Website: {0}", "{0}"),
    subtitle: l10n.t(
      "A PHP or static website on “{0}” ({1}). Nothing is sent until you have reviewed it.",
      "{0}",
      "{1}",
    ),
    loading: l10n.t("Loading…"),
    optional: l10n.t("(optional)"),
    pair: l10n.t("{0}: {1}", "{0}", "{1}"),
    aside: l10n.t("{0} ({1})", "{0}", "{1}"),
    siteSection: l10n.t("Website"),
    domain: l10n.t("Main domain"),
    domainHelp: l10n.t("For example, shop.example.com. Enter the port in its own field."),
    domainShortened: l10n.t("Shortened to the domain."),
    domainsMoved: l10n.t("{0} domains were moved to the additional domains.", "{0}"),
    oneDomainMoved: l10n.t("One domain was moved to the additional domains."),
    portMoved: l10n.t("Port {0} was moved to the Port field.", "{0}"),
    domainPunycode: l10n.t("The panel lists it as {0}.", "{0}"),
    additionalDomains: l10n.t("Additional domains"),
    additionalDomainsHelp: l10n.t(
      "One per line, or separated by commas or spaces, as host or host:port. The default port is 80. A name that starts with *. covers all its subdomains.",
    ),
    domainsPunycode: l10n.t("The panel lists them as {0}.", "{0}"),
    root: l10n.t("Root directory"),
    rootHelp: l10n.t("On the server. It follows the main domain until you change it."),
    rootFollow: l10n.t("Follow the Domain"),
    php: l10n.t("PHP version"),
    phpHelp: l10n.t("The versions installed on the server."),
    phpUnknownHelp: l10n.t("Two digits without a dot, such as 82 for PHP 8.2; 00 for a static website."),
    phpStatic: l10n.t("Static, no PHP"),
    phpVersion: l10n.t("PHP {0}", "{0}"),
    phpChoose: l10n.t("Choose…"),
    port: l10n.t("Port"),
    portHelp: l10n.t("The web server listens on this port, which is opened in the server's firewall."),
    category: l10n.t("Category"),
    categoryDefault: l10n.t("Default"),
    categoryUnknownOption: l10n.t("Category {0}", "{0}"),
    remark: l10n.t("Note"),
    choicesFailed: l10n.t("PHP versions or categories could not be read: {0}", "{0}"),
    retry: l10n.t("Try Again"),
    ftpSection: l10n.t("Create an FTP user"),
    ftpHelp: l10n.t("The user has access to the root directory. The server needs Pure-FTPd."),
    ftpUser: l10n.t("FTP user"),
    databaseSection: l10n.t("Create a database"),
    databaseHelp: l10n.t("In the server's MySQL or MariaDB."),
    databaseName: l10n.t("Database and user name"),
    databaseNameHelp: l10n.t("The database and its user share this name of at most 16 characters."),
    databaseCharset: l10n.t("Character set"),
    password: l10n.t("Password"),
    passwordHelp: l10n.t("It is never stored here, and is lost when you close this form."),
    showPassword: l10n.t("Show"),
    hidePassword: l10n.t("Hide"),
    generatePassword: l10n.t("Generate"),
    passwordGenerated: l10n.t("A password of 16 characters was generated."),
    restored: l10n.t("Your entries were restored."),
    passwordsAgain: l10n.t("Passwords are never stored: enter them again."),
    draftRestored: l10n.t("Your entries from {0} were restored.", "{0}"),
    startFresh: l10n.t("Start Fresh"),
    startedFresh: l10n.t("The form was cleared."),
    undo: l10n.t("Undo"),
    review: l10n.t("Review…"),
    waiting: l10n.t("Loading PHP versions and categories from the panel…"),
    problemsFound: l10n.t("{0} fields need to be corrected.", "{0}"),
    oneProblemFound: l10n.t("One field needs to be corrected."),
    warning: l10n.t("Warning:"),
    error: l10n.t("Error:"),
    readOnly: l10n.t("This panel is read-only: websites cannot be created on it."),
    removed: l10n.t(
      "This panel was removed: websites cannot be created on it. What you typed stays until you close the form.",
    ),
    keyNeeded: l10n.t("No API key is stored for this panel on this computer: websites cannot be created on it."),
    editPanel: l10n.t("Edit Panel…"),
    changeKey: l10n.t("Change API Key…"),
    unlocked: l10n.t("Websites can be created on this panel again."),
    cancel: l10n.t("Cancel"),
    close: l10n.t("Close"),
    formBroken: l10n.t("The form failed: {0}", "{0}"),
  };
}

function reviewTexts() {
  return {
    reviewTitle: l10n.t("Review"),
    reviewPanel: l10n.t("Panel"),
    reviewNone: l10n.t("none"),
    reviewSite: l10n.t("This will be created"),
    reviewEffects: l10n.t("What happens on the server"),
    reviewWarnings: l10n.t("Check this before you create the website"),
    reviewAgain: l10n.t(
      "This website was sent a moment ago, and the result is unknown. “Create Website” sends it again.",
    ),
    panelChangedTitle: l10n.t("The panel was changed"),
    panelChanged: l10n.t("It is now “{0}” ({1}). Nothing was sent. Review the website again.", "{0}", "{1}"),
    effectDirectory: l10n.t(
      "The directory {0} is created. If it already exists, it is used with all its contents, and the web server's user becomes its owner.",
      "{0}",
    ),
    effectFiles: l10n.t("Missing default pages are added."),
    effectFirewall: l10n.t("These ports are opened in the server's firewall: {0}.", "{0}"),
    effectReload: l10n.t("The web server reloads the configuration of all its websites."),
    effectPhp: l10n.t("PHP {0} runs the files in the directory.", "{0}"),
    effectFtp: l10n.t("The FTP user {0} can read and change everything in the directory.", "{0}"),
    effectDatabase: l10n.t(
      "The database {0} is created, with a user of the same name who has all rights on it.",
      "{0}",
    ),
    back: l10n.t("Back"),
    create: l10n.t("Create Website"),
    creating: l10n.t("Creating “{0}”. This may take a minute…", "{0}"),
    otherWindow: l10n.t("Another window is creating “{0}”. Waiting for it…", "{0}"),
    lookingFor: l10n.t("Checking whether “{0}”, which was already sent, was created…", "{0}"),
    cancelling: l10n.t("Canceling…"),
    notSent: l10n.t("Nothing was sent."),
  };
}

function outcomeTexts() {
  return {
    notCreatedTitle: l10n.t("The website was not created"),
    createdTitle: l10n.t("“{0}” was created", "{0}"),
    createdWarningTitle: l10n.t("“{0}” was created, with warnings", "{0}"),
    partlyTitle: l10n.t("“{0}” exists, but its creation was not confirmed", "{0}"),
    uncertainTitle: l10n.t("It is not known whether the website was created"),
    existedTitle: l10n.t("“{0}” already exists", "{0}"),
    siteId: l10n.t("Website ID"),
    partSite: l10n.t("Website"),
    partFtp: l10n.t("FTP user"),
    partDatabase: l10n.t("Database"),
    partGit: l10n.t("Git deployment"),
    stateCreated: l10n.t("created"),
    stateFailed: l10n.t("not created"),
    stateUnknown: l10n.t("unknown"),
    stateNotAsked: l10n.t("not requested"),
    credentials: l10n.t("Credentials"),
    credentialsHelp: l10n.t("They are shown only once and never stored here. Copy them before you close the form."),
    credentialFtpUser: l10n.t("FTP user"),
    credentialFtpPassword: l10n.t("FTP password"),
    credentialDatabaseName: l10n.t("Database"),
    credentialDatabaseUser: l10n.t("Database user"),
    credentialDatabasePassword: l10n.t("Database password"),
    copy: l10n.t("Copy"),
    copyAll: l10n.t("Copy All"),
    allCredentials: l10n.t("website and credentials"),
    copied: l10n.t("Copied"),
    copyFailed: l10n.t("Not copied"),
    details: l10n.t("Details"),
    reveal: l10n.t("Show in Side Bar"),
    another: l10n.t("Create Another Website"),
  };
}
