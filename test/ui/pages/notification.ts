import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";

/** A notification in the corner of a window. */
export class Notification {
  readonly #toast: Locator;

  constructor(page: Page, text: string | RegExp) {
    this.#toast = page.locator(".notifications-toasts .notification-toast", { hasText: text }).first();
  }

  async waitFor(timeout?: number): Promise<void> {
    await this.#toast.waitFor(timeout === undefined ? {} : { timeout });
  }

  async waitUntilGone(): Promise<void> {
    await this.#toast.waitFor({ state: "detached" });
  }

  /** Waits for the notification and returns its whole text. */
  async text(): Promise<string> {
    return (await this.#toast.locator(".notification-list-item-message").innerText()).trim();
  }

  /** The labels of its buttons. */
  async buttons(): Promise<readonly string[]> {
    await this.waitFor();
    return this.#toast.locator(".notification-list-item-buttons-container .monaco-button").allInnerTexts();
  }

  /** Clicks one of its buttons. */
  async click(button: string): Promise<void> {
    await this.#toast.getByRole("button", { name: button, exact: true }).click();
  }

  /** Follows a link in its text. */
  async follow(link: string): Promise<void> {
    await this.#toast.getByRole("link", { name: link, exact: true }).click();
  }

  /** Dismisses it. */
  async dismiss(): Promise<void> {
    await this.#toast.hover();
    await this.#toast.locator(".codicon-notifications-clear").click();
  }
}
