import * as l10n from "@vscode/l10n";
import type { ActionRequest } from "../actions/actionRequest.ts";
import type { Verb } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/table.ts";
import { groupText, itemText, kindText, verbText } from "./resourceTexts.ts";

type Deed = Pick<ActionRequest, "kind" | "verb" | "target"> & { readonly panel: { readonly name: string } };

/** An action on one target as a heading: "Restart Java project “order-service” on “Shop”". */
export function deedText({ kind, verb, target, panel }: Deed): string {
  const name = targetText(kind, target.label);
  const texts: Readonly<Record<string, string>> = {
    "site.create": l10n.t("Create website “{0}” on “{1}”", name, panel.name),
    "site.start": l10n.t("Start website “{0}” on “{1}”", name, panel.name),
    "site.stop": l10n.t("Stop website “{0}” on “{1}”", name, panel.name),
    "site.remove": l10n.t("Delete website “{0}” on “{1}”", name, panel.name),
    "javaProject.restart": l10n.t("Restart Java project “{0}” on “{1}”", name, panel.name),
    "javaProject.start": l10n.t("Start Java project “{0}” on “{1}”", name, panel.name),
    "javaProject.stop": l10n.t("Stop Java project “{0}” on “{1}”", name, panel.name),
    "javaProject.changeLogPath": l10n.t("Change log directory of Java project “{0}” on “{1}”", name, panel.name),
    "container.restart": l10n.t("Restart container “{0}” on “{1}”", name, panel.name),
    "container.start": l10n.t("Start container “{0}” on “{1}”", name, panel.name),
    "container.stop": l10n.t("Stop container “{0}” on “{1}”", name, panel.name),
    "container.remove": l10n.t("Delete container “{0}” on “{1}”", name, panel.name),
    "certificateOrder.remove": l10n.t("Delete certificate order “{0}” on “{1}”", name, panel.name),
    "terminalSetting.turnOn": l10n.t("Turn on “{0}” on “{1}”", name, panel.name),
    "terminalSetting.turnOff": l10n.t("Turn off “{0}” on “{1}”", name, panel.name),
    "runtime.upgrade": l10n.t("Start runtime upgrade of “{0}”", panel.name),
    "dependencyManager.update": l10n.t("Update “{0}” on “{1}”", name, panel.name),
  };
  return texts[`${kind}.${verb}`] ?? `${verbText(verb)}: ${kindText(kind)} “${name}”, “${panel.name}”`;
}

/** Actions on several targets of one kind as a heading: "Restart: Containers (3)". */
export function deedsText(deeds: readonly Pick<Deed, "kind" | "verb">[]): string {
  const [first] = deeds;
  return first === undefined
    ? ""
    : l10n.t("{0}: {1} ({2})", verbsText(deeds.map(({ verb }) => verb)), groupText(first.kind), deeds.length);
}

/** What is done, on a button: a verb where it is the same for all. */
export function verbsText(verbs: readonly Verb[]): string {
  const [first, ...others] = verbs;
  return first !== undefined && others.every((verb) => verb === first) ? verbText(first) : l10n.t("Change");
}

/** What a target is called: some kinds have a label that is a word of ours. */
export function targetText(kind: ResourceKind, label: string): string {
  return itemText(kind, label);
}
