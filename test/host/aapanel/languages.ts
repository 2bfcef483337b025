import type { LanguageName } from "../../demoPanel/aapanel/languages.ts";

/** The languages that the aaPanels of the tests are set to. */
export const languages: readonly LanguageName[] = ["en", "accented"];
