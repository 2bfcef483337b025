import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";
import { ContextMenu } from "./contextMenu.ts";
import { TRY_MS, untilTaken } from "./untilTaken.ts";

/** Formats a row as "label description". */
export async function rowText(row: Locator): Promise<string> {
  const parts = await row.locator(".label-name, .label-description").allInnerTexts();
  return parts.join(" ").replaceAll(/\s+/g, " ").trim();
}

/** A row of a tree view; found again at every step, because trees redraw their rows. */
export class TreeRow {
  /** The row itself, for steps without a method. */
  readonly locator: Locator;
  readonly #page: Page;

  constructor(page: Page, within: Locator, label: string | RegExp) {
    const text = typeof label === "string" ? new RegExp(`^\\s*${label.replaceAll(/\W/g, "\\$&")}\\s*$`) : label;
    this.#page = page;
    this.locator = within
      .getByRole("treeitem")
      .filter({ has: page.locator(".label-name", { hasText: text }) })
      .first();
  }

  async waitFor(): Promise<void> {
    await this.locator.waitFor();
  }

  async waitUntilGone(): Promise<void> {
    await this.locator.waitFor({ state: "detached" });
  }

  /** "label description". */
  async text(): Promise<string> {
    return rowText(this.locator);
  }

  async click(): Promise<void> {
    await this.locator.click();
  }

  async isExpanded(): Promise<boolean> {
    return (await this.locator.getAttribute("aria-expanded")) === "true";
  }

  /** Shows the row's children; does nothing when they are shown. */
  async expand(): Promise<void> {
    if (!(await this.isExpanded())) await this.locator.locator(".monaco-tl-twistie").click();
  }

  /** Hides the row's children; does nothing when they are hidden. */
  async collapse(): Promise<void> {
    if (await this.isExpanded()) await this.locator.locator(".monaco-tl-twistie").click();
  }

  /** Opens the row's context menu. */
  async menu(): Promise<ContextMenu> {
    const menu = new ContextMenu(this.#page, this.locator);
    await menu.open();
    return menu;
  }

  /** Clicks an entry of the row's context menu, or of a submenu. */
  async choose(entry: string, submenu?: string): Promise<void> {
    await new ContextMenu(this.#page, this.locator).choose(entry, submenu);
  }

  /** The tooltip's text, after hovering. */
  async tooltip(): Promise<string> {
    const hover = this.#page.locator(".monaco-hover:visible");
    // a tree that is redrawn in this moment ignores the mouse
    return untilTaken(async () => {
      await this.#page.locator(".part.editor").hover();
      await hover.waitFor({ state: "detached" });
      await this.locator.locator(".label-name").hover();
      // VS Code's placeholder while an extension builds a tooltip
      const made = hover.filter({ hasNotText: "Loading..." });
      return (await made.innerText({ timeout: TRY_MS })).trim();
    });
  }

  /** Clicks one of the buttons that appear on the row under the mouse. */
  async button(name: string): Promise<void> {
    await this.locator.hover();
    await this.locator.getByRole("button", { name }).click();
  }
}
