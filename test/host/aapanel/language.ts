import type { LanguageName } from "../../demoPanel/aapanel/languages.ts";

/** What the aaPanels of these tests speak: nothing that is known of. Recorded exchanges (`test/contract`) are in English. */
export const language: LanguageName = "accented";
