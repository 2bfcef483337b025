import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";

/** The modal dialog of a window. */
export class Dialog {
  readonly #box: Locator;

  constructor(page: Page) {
    this.#box = page.locator(".monaco-dialog-box");
  }

  /** Waits for the dialog and returns message and detail. @param timeout in ms */
  async text(timeout?: number): Promise<string> {
    const options = timeout === undefined ? {} : { timeout };
    return (await this.#box.locator(".dialog-message-container").innerText(options)).trim();
  }

  /** Whether it opens within this many milliseconds. */
  async appearsWithin(timeout: number): Promise<boolean> {
    return this.#box.waitFor({ timeout }).then(
      () => true,
      () => false,
    );
  }

  /** The labels of its buttons. */
  async buttons(): Promise<readonly string[]> {
    await this.#box.waitFor();
    return this.#box.locator(".dialog-buttons .monaco-button").allInnerTexts();
  }

  /** The label of the button that Enter presses. */
  async focused(): Promise<string> {
    return this.#box.locator(".dialog-buttons .monaco-button:focus").innerText();
  }

  /** Clicks one of its buttons and waits until the dialog has closed; the next one may be there already. */
  async click(button: string): Promise<void> {
    const clicked = this.#box.getByRole("button", { name: button, exact: true });
    await clicked.waitFor();
    const box = await this.#box.elementHandle();
    await clicked.click();
    await box?.waitForElementState("hidden");
  }
}
