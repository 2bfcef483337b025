import type { Language } from "../../../src/demoPanel/state/handler.ts";

/** The languages that the aaPanels of the tests are set to. */
export const languages: readonly Language[] = ["en", "es", "de"];
