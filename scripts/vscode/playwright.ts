/** Loads playwright-core, which is installed beside this file and found only from here. */
export { chromium } from "playwright-core";
export type { BrowserContext, Frame, Locator, Page } from "playwright-core";
