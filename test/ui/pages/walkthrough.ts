import type { Locator } from "../../../scripts/vscode/playwright.ts";
import type { Workbench } from "./workbench.ts";

/** The page that leads through the first steps. */
export class Walkthrough {
  readonly #window: Workbench;

  constructor(window: Workbench) {
    this.#window = window;
  }

  /** The titles of the steps that are done. */
  async done(): Promise<readonly string[]> {
    return this.#steps
      .filter({ has: this.#window.page.locator('[role="checkbox"][aria-checked="true"]') })
      .locator(".step-title")
      .allInnerTexts();
  }

  /** Opens a step, with its text and picture. */
  async open(title: string): Promise<void> {
    await this.#steps.filter({ hasText: title }).locator(".step-title").click();
  }

  /** The picture beside the steps. */
  get picture(): Locator {
    return this.#window.webview.locator("svg");
  }

  get #steps(): Locator {
    return this.#window.page.locator(".gettingStartedContainer .getting-started-step");
  }
}
