import * as l10n from "@vscode/l10n";
import type { ActionRequest } from "../actions/actionRequest.ts";
import type { Verb } from "../resources/resource.ts";
import { actionSentences, verbText } from "./actionSentences.ts";
import { groupText, itemText } from "./resourceTexts.ts";

type Titled = Pick<ActionRequest, "kind" | "verb" | "target"> & { readonly panel: { readonly name: string } };

/** An action on one target as a heading: "Restart Java project “order-service” on “Shop”". */
export function actionTitle({ kind, verb, target, panel }: Titled): string {
  return actionSentences(kind, verb).title(itemText(kind, target.label), panel.name);
}

/** Actions on several targets of one kind as a heading: "Restart: Containers (3)". */
export function actionsTitle(actions: readonly Pick<Titled, "kind" | "verb">[]): string {
  const [first] = actions;
  return first === undefined
    ? ""
    : l10n.t("{0}: {1} ({2})", verbsText(actions.map(({ verb }) => verb)), groupText(first.kind), actions.length);
}

/** What is done, on a button: a verb where it is the same for all. */
export function verbsText(verbs: readonly Verb[]): string {
  const [first, ...others] = verbs;
  return first !== undefined && others.every((verb) => verb === first) ? verbText(first) : l10n.t("Change");
}
