import * as l10n from "@vscode/l10n";
import { listIn } from "../characters/listIn.ts";
import { visibleText } from "../characters/plainText.ts";
import { textsLanguage } from "./language.ts";
import { numberText } from "./numberTexts.ts";

/** The most names in a sentence about what is wrong with them. */
export const MOST_NAMED = 3;

/** Joins names: "a, b, c". */
export function listText(names: readonly string[]): string {
  return listIn(textsLanguage(), names);
}

/** Joins the first of `count` names. */
export function firstText(names: readonly string[], count: number): string {
  const unnamed = count - names.length;
  if (unnamed <= 0) return listText(names);
  return listText([...names, l10n.t("… and {0} more", numberText(unnamed))]);
}

/** Joins the first of some names from elsewhere, as they can be shown. */
export function namesText(names: readonly string[]): string {
  return firstText(
    names.slice(0, MOST_NAMED).map((name) => visibleText(name)),
    names.length,
  );
}

/** Joins the parts of a text for screen readers, except empty ones. */
export function clausesText(parts: readonly string[]): string {
  const [first = "", ...others] = parts.filter((part) => part !== "");
  return others.reduce((text, part) => l10n.t("{0}, {1}", text, part), first);
}

/** "Port: 8080" */
export function namedText(name: string, value: string): string {
  return l10n.t("{0}: {1}", name, value);
}
