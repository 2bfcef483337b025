import * as l10n from "@vscode/l10n";
import type { ActionRequest } from "../actions/actionRequest.ts";
import { changeOf, resourceOf, type ResourceKind } from "../resources/resources.ts";
import { verbWords, type Verb } from "../resources/verbs.ts";
import { itemText } from "./resourceTexts.ts";
import { numberText } from "./numberTexts.ts";

type Titled = Pick<ActionRequest, "kind" | "verb" | "target"> & { readonly panel: { readonly name: string } };

/** An action on one target as a heading: "Restart Java project “order-service” on “Shop”". */
export function actionTitle({ kind, verb, target, panel }: Titled): string {
  return changeOf(kind, verb).words.title(itemText(kind, target.label), panel.name);
}

/** Actions on several targets of one kind as a heading: "Restart 3 containers". */
export function actionsTitle(actions: readonly Pick<Titled, "kind" | "verb">[]): string {
  const [first, ...others] = actions;
  if (first === undefined) return "";
  const count = resourceOf(first.kind).words.many(numberText(actions.length));
  const isMixed = others.some(({ verb }) => verb !== first.verb);
  return isMixed ? l10n.t("Change {0}", count) : verbWords[first.verb].heading(count);
}

/** What is being done, as a heading: "Restarting “order-service” on “Shop”". */
export function doingTitle({ kind, verb, target, panel }: Titled): string {
  const name = l10n.t("“{0}” on “{1}”", itemText(kind, target.label), panel.name);
  return verbWords[verb].doing(name);
}

/** The same of several: "Restarting 3 containers". */
export function doingsTitle(actions: readonly Pick<Titled, "kind" | "verb">[]): string {
  const [first, ...others] = actions;
  if (first === undefined) return "";
  const count = resourceOf(first.kind).words.many(numberText(actions.length));
  const isMixed = others.some(({ verb }) => verb !== first.verb);
  return isMixed ? l10n.t("Changing {0}", count) : verbWords[first.verb].doing(count);
}

/** Of the list from which the targets are picked, in the words of the command: "Restart Java Projects". */
export function pickTitle(kind: ResourceKind, verb: Verb): string {
  const { list, group } = resourceOf(kind).words;
  const what = (list ?? group)();
  return verb === "changeLogPath"
    ? l10n.t("Change Log Directory of {0}", what)
    : l10n.t("{0} {1}", verbWords[verb].button(), what);
}

/** What is done, on a button: a verb where it is the same for all. */
export function verbsText(verbs: readonly Verb[]): string {
  const [first, ...others] = verbs;
  return first !== undefined && others.every((verb) => verb === first) ? verbWords[first].button() : l10n.t("Change");
}
