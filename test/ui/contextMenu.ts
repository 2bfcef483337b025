import type { Locator, Page } from "../../scripts/playwright.ts";

const CLICK_ATTEMPTS = 10;
const CLOSE_DEADLINE = 300;

/** The open context menu, which the web workbench draws itself. */
export class ContextMenu {
  readonly #page: Page;
  readonly #menu: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#menu = page.locator(".monaco-menu:visible").first();
  }

  async waitFor(): Promise<void> {
    await this.#menu.waitFor();
  }

  /** The labels of the entries that can be chosen. */
  async entries(): Promise<readonly string[]> {
    const labels = await this.#menu
      .locator(".action-item:not(.disabled) .action-label:not(.separator)")
      .allInnerTexts();
    return labels.map((label) => label.trim());
  }

  /** Chooses an entry; resolves when the menu has closed. */
  async choose(label: string): Promise<void> {
    const entry = this.#menu.getByRole("menuitem", { name: label, exact: true });
    for (let attempt = 1; ; attempt += 1) {
      await entry.click();
      try {
        await this.#menu.waitFor({ state: "detached", timeout: CLOSE_DEADLINE });
        return;
      } catch (error) {
        // a menu takes no click in the moment after it has opened, so that the click that opened it does not choose
        if (attempt === CLICK_ATTEMPTS) throw error;
      }
    }
  }

  async cancel(): Promise<void> {
    await this.#page.keyboard.press("Escape");
    await this.#menu.waitFor({ state: "detached" });
  }
}
