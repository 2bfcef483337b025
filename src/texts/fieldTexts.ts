import * as l10n from "@vscode/l10n";

/** The name of a parameter for a person: `field` is a dotted path of an operation's parameters, or of what is sent. */
export function fieldText(field: string): string {
  const texts: Readonly<Record<string, string>> = {
    "(whole)": l10n.t("The input"),
    additionalDomains: l10n.t("Additional domains"),
    container: l10n.t("Container"),
    database: l10n.t("Database"),
    domain: l10n.t("Domain"),
    ftp: l10n.t("FTP account"),
    headers: l10n.t("The request"),
    id: l10n.t("ID"),
    index: l10n.t("Certificate order"),
    name: l10n.t("Name"),
    note: l10n.t("Note"),
    path: l10n.t("Directory"),
    php: l10n.t("PHP version"),
    port: l10n.t("Port"),
    project: l10n.t("Java project"),
    project_name: l10n.t("Java project"),
    search: l10n.t("Text to search for"),
    root: l10n.t("Root directory"),
    tail: l10n.t("Number of lines"),
    typeId: l10n.t("Category"),
    url: l10n.t("The panel's address"),
  };
  return texts[field] ?? texts[field.split(".")[0] ?? ""] ?? field;
}
