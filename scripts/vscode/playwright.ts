/** The one door to playwright-core, which is installed beside this file and so is found from here only. */
export { chromium } from "playwright-core";
export type { BrowserContext, Frame, Locator, Page } from "playwright-core";
