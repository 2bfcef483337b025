import { l10n } from "vscode";
import type { GuardLevel } from "../../model/guardLevel.ts";
import type { Fact, ResourceState, Verb } from "../../model/resource.ts";
import type { ResourceKind } from "../../model/resources/table.ts";

/** The heading of a group. */
export function groupText(kind: ResourceKind): string {
  const texts: Readonly<Record<ResourceKind, string>> = {
    site: l10n.t("Websites"),
    javaProject: l10n.t("Java Projects"),
    container: l10n.t("Containers"),
  };
  return texts[kind];
}

/** What one of a kind is called in the middle of a sentence. */
export function kindText(kind: ResourceKind): string {
  const texts: Readonly<Record<ResourceKind, string>> = {
    site: l10n.t("website"),
    javaProject: l10n.t("Java project"),
    container: l10n.t("container"),
  };
  return texts[kind];
}

/** Why a group is empty; Docker's list is empty too when Docker is down (panel-reference.md 3). */
export function emptyText(kind: ResourceKind): string {
  const texts: Readonly<Record<ResourceKind, string>> = {
    site: l10n.t("No websites"),
    javaProject: l10n.t("No Java projects"),
    container: l10n.t("No containers, or Docker is not running"),
  };
  return texts[kind];
}

/** A state as one word. */
export function stateText(state: ResourceState): string {
  const texts: Readonly<Record<ResourceState, string>> = {
    running: l10n.t("running"),
    // a project that never opens a port stays so for ever (panel-reference.md 3)
    starting: l10n.t("running, no port yet"),
    stopped: l10n.t("stopped"),
    paused: l10n.t("paused"),
    unknown: l10n.t("state unknown"),
  };
  return texts[state];
}

/** The name of a fact, with a capital. */
export function factName(name: Fact["name"]): string {
  const texts: Readonly<Record<Fact["name"], string>> = {
    type: l10n.t("Type"),
    port: l10n.t("Port"),
    pid: l10n.t("Process"),
    listening: l10n.t("Listens on"),
    logPath: l10n.t("Log"),
    image: l10n.t("Image"),
    ports: l10n.t("Ports"),
    id: l10n.t("Id"),
    php: l10n.t("PHP"),
    root: l10n.t("Root"),
    certificateDays: l10n.t("Certificate, days left"),
    note: l10n.t("Note"),
    domains: l10n.t("Domains"),
  };
  return texts[name];
}

/** The value of a fact as a person reads it. */
export function factValue({ name, value }: Fact): string {
  if (name !== "php") return value;
  if (value === "static") return l10n.t("static");
  return value === "other" ? l10n.t("other") : value;
}

/** A fact in a row, where its name is not beside it. */
export function factInRow(fact: Fact): string {
  if (fact.name === "port") return `:${fact.value}`;
  return fact.name === "php" && /^\d/.test(fact.value) ? `PHP ${fact.value}` : factValue(fact);
}

/** What an action is called on a button. */
export function verbText(verb: Verb): string {
  const texts: Readonly<Record<Verb, string>> = {
    restart: l10n.t("Restart"),
    start: l10n.t("Start"),
    stop: l10n.t("Stop"),
  };
  return texts[verb];
}

/** A guard level and what it means. */
export function guardLevelText(level: GuardLevel): { readonly label: string; readonly detail: string } {
  const texts: Readonly<Record<GuardLevel, { readonly label: string; readonly detail: string }>> = {
    trusted: {
      label: l10n.t("Trusted"),
      detail: l10n.t("Restart and stop without a question; ask before anything is deleted."),
    },
    ask: { label: l10n.t("Ask"), detail: l10n.t("Ask before anything is interrupted or deleted.") },
    typeName: {
      label: l10n.t("Type the Name"),
      detail: l10n.t("Ask before every change; the name is typed before anything is deleted."),
    },
    readOnly: { label: l10n.t("Read Only"), detail: l10n.t("Nothing on this panel is ever changed from here.") },
  };
  return texts[level];
}
