import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";

/** Puts texts into the first notification, one after the other; the value is those with more than the width that is shown. */
const tryTexts = (texts: readonly string[]) => `(() => {
  const message = document.querySelector(".notifications-toasts .notification-list-item-message");
  const before = message.innerHTML;
  const cut = ${JSON.stringify(texts)}.filter((text) => {
    message.textContent = text;
    return message.scrollWidth > message.clientWidth;
  });
  message.innerHTML = before;
  return cut;
})()`;

/** A notification in the corner of a window. */
export class Notification {
  readonly #page: Page;
  readonly #toast: Locator;

  constructor(page: Page, text: string | RegExp) {
    this.#page = page;
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

  /** Those of these texts that it would cut, where it is the only notification and shows one line. */
  async cutAmong(texts: readonly string[]): Promise<readonly string[]> {
    await this.waitFor();
    return this.#page.evaluate(tryTexts(texts));
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
