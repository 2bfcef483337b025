import * as l10n from "@vscode/l10n";
import type { TextBundle } from "../siteForm/protocol.ts";

let ofWindow = "en";
let ofTexts = "en";
let texts: TextBundle | undefined;

/**
 * Sets the languages of everything shown. Call it before loading any module that makes texts as it loads.
 * @param language of the window, such as `zh-cn`
 * @param bundle the texts of that language; absent where there are none, and they stay English
 */
export function useLanguage(language: string, bundle: TextBundle | undefined): void {
  ofWindow = language;
  texts = bundle;
  ofTexts = bundle === undefined ? "en" : language;
  if (bundle !== undefined) l10n.config({ contents: bundle });
}

/** Dates and numbers are written in it. */
export const windowLanguage = (): string => ofWindow;

/** The language that texts are really in, as an HTML `lang` takes it. */
export const textsLanguage = (): string => ofTexts;

/** The texts of that language, for a page to look up its own in; absent where they are English. */
export const textsBundle = (): TextBundle | undefined => texts;

/** Calls `make` on first use and keeps the result: making texts by the hundred takes time, and a window keeps its language. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
