import * as l10n from "@vscode/l10n";
import { changeIn, type ActionRequest } from "../actions/actionRequest.ts";
import { subjectOf, type SubjectKind } from "../resources/subjects.ts";
import { verbWords } from "../resources/verbs.ts";
import { withinText } from "./language.ts";
import { itemText } from "./resourceTexts.ts";
import { numberText } from "./numberTexts.ts";

type Titled = Pick<ActionRequest, "kind" | "verb" | "target" | "input"> & { readonly panel: { readonly name: string } };

/** The heading of an action on one target: "Restart Java project “order-service” on “Shop”". */
export function actionTitle(titled: Titled): string {
  const { kind, verb, target, panel } = titled;
  const name = itemText(kind, target.label);
  const { title } = changeIn(titled).words;
  if (title !== undefined) return title(name, panel.name);
  const heading = verbWords[verb].heading(targetText(kind, name, panel.name));
  // after a Chinese verb, a number needs the space, and a quotation mark must not have it
  return heading.replace(/^(\p{sc=Han}+) (?=“)/u, "$1");
}

/** One target in a heading: "container “web” on “Shop”". */
function targetText(kind: SubjectKind, name: string, panel: string): string {
  const { one, isInLabels } = subjectOf(kind).words;
  if (isInLabels === true) return l10n.t("“{0}” on “{1}”", name, panel);
  return l10n.t("{0} “{1}” on “{2}”", withinText(one()), name, panel);
}

/** The heading of actions on several targets of one subject: "Restart 3 containers". */
export function actionsTitle(actions: readonly Pick<Titled, "kind" | "verb">[]): string {
  const [first] = actions;
  if (first === undefined) return "";
  const count = subjectOf(first.kind).words.many(numberText(actions.length));
  if (haveOneVerb(actions)) return verbWords[first.verb].heading(count);
  return l10n.t("Change {0}", count);
}

/** The heading of progress: "Restarting “order-service” on “Shop”", "Restarting 3 containers". */
export function progressTitle(requests: readonly Titled[]): string {
  const [first] = requests;
  if (first === undefined) return "";
  const { kind, verb, target, panel } = first;
  const { doing } = verbWords[verb];
  if (requests.length === 1) return doing(l10n.t("“{0}” on “{1}”", itemText(kind, target.label), panel.name));
  const count = subjectOf(kind).words.many(numberText(requests.length));
  if (haveOneVerb(requests)) return doing(count);
  return l10n.t("Changing {0}", count);
}

/** The button that confirms actions. */
export function confirmButton(actions: readonly Pick<Titled, "verb">[]): string {
  const [first] = actions;
  if (first !== undefined && haveOneVerb(actions)) return verbWords[first.verb].button();
  return l10n.t("Change");
}

function haveOneVerb(actions: readonly Pick<Titled, "verb">[]): boolean {
  return actions.every(({ verb }) => verb === actions[0]?.verb);
}
