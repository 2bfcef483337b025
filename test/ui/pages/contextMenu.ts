import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";
import { TRY_MS, untilTaken } from "./untilTaken.ts";

/** Time after opening for which a menu ignores clicks, so that the opening click chooses nothing. */
const DEAF_MS = 150;

/** The context menu of an element, which the web workbench draws itself. It closes whenever something else takes the focus. */
export class ContextMenu {
  readonly #page: Page;
  readonly #owner: Locator;
  readonly #menu: Locator;

  constructor(page: Page, owner: Locator) {
    this.#page = page;
    this.#owner = owner;
    this.#menu = page.locator(".monaco-menu:visible").first();
  }

  async open(): Promise<void> {
    // a tree that is redrawn in this moment ignores the mouse
    await untilTaken(async () => {
      await this.#owner.click({ button: "right" });
      await this.#menu.waitFor({ timeout: TRY_MS });
    });
  }

  /** The labels of the enabled entries, including an open submenu. */
  async entries(): Promise<readonly string[]> {
    const labels = await this.#menu
      .locator(".action-item:not(.disabled) .action-label:not(.separator)")
      .allInnerTexts();
    return labels.map((label) => label.trim());
  }

  /** Opens the submenu of an entry. */
  async openSubmenu(label: string): Promise<void> {
    await this.#entry(label).hover();
    await this.#menu.locator(".monaco-submenu:visible").waitFor({ timeout: TRY_MS });
  }

  /**
   * Chooses an entry, or one of a submenu; resolves when the entry has got its click and the menu has closed. Opens the menu
   * again where it closed before.
   */
  async choose(label: string, submenu?: string): Promise<void> {
    const entry = this.#entry(label);
    await untilTaken(async () => {
      if (!(await this.#menu.isVisible())) await this.open();
      if (submenu !== undefined) await this.openSubmenu(submenu);
      if (!(await this.#click(entry))) throw new Error(`The menu closed without a click on "${label}"`);
    });
  }

  /** The entry of a label, beside which its key may stand. */
  #entry(label: string): Locator {
    const text = new RegExp(`^\\s*${label.replaceAll(/\W/g, "\\$&")}\\s*$`);
    return this.#menu.getByRole("menuitem").filter({ has: this.#page.locator(".action-label", { hasText: text }) });
  }

  /** Whether the entry got the click that closed the menu. */
  async #click(entry: Locator): Promise<boolean> {
    const seen = await entry.evaluateHandle(
      async (element, deafMs) => {
        const clicks = { count: 0 };
        element.addEventListener("mouseup", () => (clicks.count += 1));
        // the page's own timer also ends after the menu's on a busy machine
        await new Promise((resolve) => setTimeout(resolve, deafMs));
        return clicks;
      },
      DEAF_MS,
      { timeout: TRY_MS },
    );
    await entry.click({ timeout: TRY_MS });
    await this.#menu.waitFor({ state: "detached", timeout: TRY_MS });
    return seen.evaluate(({ count }) => count > 0);
  }
}
