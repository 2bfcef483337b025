import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";
import { eventually, HANG_MS } from "../../eventually.ts";
import { TRY_MS } from "./untilTaken.ts";

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

/** A notification in the corner of a window, or behind the bell of its status bar. */
export class Notification {
  readonly #page: Page;
  readonly #item: Locator;

  constructor(page: Page, text: string | RegExp) {
    this.#page = page;
    this.#item = page
      .locator(".notifications-toasts .notification-list-item, .notifications-center.visible .notification-list-item", {
        hasText: text,
      })
      .first();
  }

  /**
   * Waits for it. VS Code shows at most three within a second and hides each after some seconds: what is not in the corner may be behind
   * the bell, where a person looks for it, too.
   */
  async waitFor(timeout = HANG_MS): Promise<void> {
    const seen = async () =>
      this.#item.waitFor({ timeout: Math.min(timeout, TRY_MS) }).then(
        () => true,
        () => this.#isBehindBell(),
      );
    await eventually(seen, Boolean, timeout);
  }

  /** Waits for it where no mouse may leave what has the keyboard. */
  async waitInCorner(): Promise<void> {
    await this.#item.waitFor();
  }

  async waitUntilGone(): Promise<void> {
    await this.#item.waitFor({ state: "detached" });
  }

  /** Waits for the notification and returns its whole text. */
  async text(): Promise<string> {
    await this.waitFor();
    return (await this.#item.locator(".notification-list-item-message").innerText()).trim();
  }

  /** Those of these texts that it would cut, where it is the only notification and shows one line. */
  async cutAmong(texts: readonly string[]): Promise<readonly string[]> {
    await this.waitFor();
    return this.#page.evaluate(tryTexts(texts));
  }

  /** The labels of its buttons. */
  async buttons(): Promise<readonly string[]> {
    await this.waitFor();
    return this.#item.locator(".notification-list-item-buttons-container .monaco-button").allInnerTexts();
  }

  /** Clicks one of its buttons. */
  async click(button: string): Promise<void> {
    await this.waitFor();
    // the hover of what the mouse was at before may lie over it
    await this.#page.mouse.move(0, 0);
    await this.#item.getByRole("button", { name: button, exact: true }).click();
  }

  /** Follows a link in its text. */
  async follow(link: string): Promise<void> {
    await this.waitFor();
    await this.#item.getByRole("link", { name: link, exact: true }).click();
  }

  /** Dismisses it. */
  async dismiss(): Promise<void> {
    await this.waitFor();
    await this.#item.hover();
    await this.#item.locator(".codicon-notifications-clear").click();
  }

  /** Looks behind the bell, and leaves it open where the notification is there. */
  async #isBehindBell(): Promise<boolean> {
    const bell = this.#page.locator('.part.statusbar [id="status.notifications"]');
    const centre = this.#page.locator(".notifications-center.visible");
    // a modal question keeps the mouse from it
    if ((await centre.count()) === 0) await bell.click({ timeout: TRY_MS }).catch(() => undefined);
    if (await this.#item.isVisible()) return true;
    if ((await centre.count()) > 0) await bell.click({ timeout: TRY_MS }).catch(() => undefined);
    return false;
  }
}
