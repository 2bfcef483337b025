import * as l10n from "@vscode/l10n";

let ofWindow = "en";
let ofTexts = "en";

/** What `l10n.t` looks texts up in: the English one, then the one that is shown. */
export type TextBundle = Readonly<Record<string, string | { readonly message: string; readonly comment: string[] }>>;

/**
 * Sets the languages of everything shown. Call it before loading any module that makes texts as it loads.
 * @param language of the window, such as `zh-cn`
 * @param bundle the texts of that language; absent where there are none, and they stay English
 */
export function useLanguage(language: string, bundle: TextBundle | undefined): void {
  ofWindow = language;
  ofTexts = bundle === undefined ? "en" : language;
  if (bundle !== undefined) l10n.config({ contents: bundle });
}

/** Dates and numbers are written in it. */
export const windowLanguage = (): string => ofWindow;

/** The language that texts are really in, as an HTML `lang` takes it. */
export const textsLanguage = (): string => ofTexts;
