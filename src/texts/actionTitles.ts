import * as l10n from "@vscode/l10n";
import type { ActionRequest } from "../actions/actionRequest.ts";
import type { Verb } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { actionSentences } from "./actionSentences.ts";
import { groupText, itemText, verbText } from "./resourceTexts.ts";
import { numberText } from "./numberTexts.ts";

type Titled = Pick<ActionRequest, "kind" | "verb" | "target"> & { readonly panel: { readonly name: string } };

/** An action on one target as a heading: "Restart Java project “order-service” on “Shop”". */
export function actionTitle({ kind, verb, target, panel }: Titled): string {
  return actionSentences(kind, verb).title(itemText(kind, target.label), panel.name);
}

/** Actions on several targets of one kind as a heading: "Restart 3 containers". */
export function actionsTitle(actions: readonly Pick<Titled, "kind" | "verb">[]): string {
  const [first, ...others] = actions;
  if (first === undefined) return "";
  const count = countText(first.kind, actions.length);
  const isMixed = others.some(({ verb }) => verb !== first.verb);
  return isMixed ? l10n.t("Change {0}", count) : titlesOf(count)[first.verb];
}

/** What is being done, as a heading: "Restarting “order-service” on “Shop”". */
export function doingTitle({ kind, verb, target, panel }: Titled): string {
  const name = l10n.t("“{0}” on “{1}”", itemText(kind, target.label), panel.name);
  return doingOf(name)[verb];
}

/** The same of several: "Restarting 3 containers". */
export function doingsTitle(actions: readonly Pick<Titled, "kind" | "verb">[]): string {
  const [first, ...others] = actions;
  if (first === undefined) return "";
  const count = countText(first.kind, actions.length);
  const isMixed = others.some(({ verb }) => verb !== first.verb);
  return isMixed ? l10n.t("Changing {0}", count) : doingOf(count)[first.verb];
}

/** Of the list from which the targets are picked, in the words of the command: "Restart Java Projects". */
export function pickTitle(kind: ResourceKind, verb: Verb): string {
  // those that share their group with others
  const own: Readonly<Partial<Record<ResourceKind, string>>> = {
    terminalSetting: l10n.t("Terminal Settings"),
    dependencyManager: l10n.t("Dependency Managers"),
    runtime: l10n.t("Panel Runtimes"),
  };
  const what = own[kind] ?? groupText(kind);
  return verb === "changeLogPath"
    ? l10n.t("Change Log Directory of {0}", what)
    : l10n.t("{0} {1}", verbText(verb), what);
}

const titlesOf = (what: string): Readonly<Record<Verb, string>> => ({
  create: l10n.t("Create {0}", what),
  restart: l10n.t("Restart {0}", what),
  start: l10n.t("Start {0}", what),
  stop: l10n.t("Stop {0}", what),
  pause: l10n.t("Pause {0}", what),
  unpause: l10n.t("Unpause {0}", what),
  remove: l10n.t("Delete {0}", what),
  changeLogPath: l10n.t("Change the log directory of {0}", what),
  turnOn: l10n.t("Turn on {0}", what),
  turnOff: l10n.t("Turn off {0}", what),
  update: l10n.t("Update {0}", what),
  upgrade: l10n.t("Upgrade {0}", what),
});

const doingOf = (what: string): Readonly<Record<Verb, string>> => ({
  create: l10n.t("Creating {0}", what),
  restart: l10n.t("Restarting {0}", what),
  start: l10n.t("Starting {0}", what),
  stop: l10n.t("Stopping {0}", what),
  pause: l10n.t("Pausing {0}", what),
  unpause: l10n.t("Unpausing {0}", what),
  remove: l10n.t("Deleting {0}", what),
  changeLogPath: l10n.t("Changing the log directory of {0}", what),
  turnOn: l10n.t("Turning on {0}", what),
  turnOff: l10n.t("Turning off {0}", what),
  update: l10n.t("Updating {0}", what),
  upgrade: l10n.t("Starting the upgrade of {0}", what),
});

function countText(kind: ResourceKind, count: number): string {
  const texts: Readonly<Record<ResourceKind, string>> = {
    site: l10n.t("{0} websites", numberText(count)),
    javaProject: l10n.t("{0} Java projects", numberText(count)),
    container: l10n.t("{0} containers", numberText(count)),
    certificateOrder: l10n.t("{0} certificate orders", numberText(count)),
    terminalSetting: l10n.t("{0} terminal settings", numberText(count)),
    savedHost: l10n.t("{0} saved hosts", numberText(count)),
    savedCommand: l10n.t("{0} saved commands", numberText(count)),
    dependencyManager: l10n.t("{0} dependency managers", numberText(count)),
    runtime: l10n.t("{0} panel runtimes", numberText(count)),
  };
  return texts[kind];
}

/** What is done, on a button: a verb where it is the same for all. */
export function verbsText(verbs: readonly Verb[]): string {
  const [first, ...others] = verbs;
  return first !== undefined && others.every((verb) => verb === first) ? verbText(first) : l10n.t("Change");
}
