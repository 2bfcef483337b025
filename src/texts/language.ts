import * as l10n from "@vscode/l10n";
import type { TextBundle } from "../siteForm/protocol.ts";

let ofWindow = "en";
let ofTexts = "en";
let texts: TextBundle | undefined;

/**
 * Sets the language of all texts. Call it before loading any module that makes texts as it loads.
 * @param language of the window, such as `zh-cn`
 * @param bundle the texts of that language; without it, texts stay English
 */
export function useLanguage(language: string, bundle: TextBundle | undefined): void {
  ofWindow = language;
  texts = bundle;
  ofTexts = "en";
  if (bundle === undefined) return;
  ofTexts = language;
  l10n.config({ contents: bundle });
}

/** The language of dates and numbers. */
export const windowLanguage = (): string => ofWindow;

/** The actual language of texts, as a value of HTML's `lang`. */
export const textsLanguage = (): string => ofTexts;

/** A word for a place within a text: in Chinese there is a space before Latin letters. */
export function withinText(word: string): string {
  if (ofTexts.startsWith("zh") && /^[a-z\d]/i.test(word)) return ` ${word}`;
  return word;
}

/** The translated texts, for the site form's page; absent if texts are English. */
export const textsBundle = (): TextBundle | undefined => texts;

/** Calls `make` on first use and keeps the result. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
