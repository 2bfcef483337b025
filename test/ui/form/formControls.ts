import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";

/** What is in a form, by the names that its page gives; the same in a bare page and in a webview's frame. */
export class FormControls {
  readonly #scope: Pick<Page, "getByRole"> & { locator(selector: string): Locator };

  constructor(scope: Pick<Page, "getByRole"> & { locator(selector: string): Locator }) {
    this.#scope = scope;
  }

  control(field: string): Locator {
    return this.#scope.locator(`#${field}`);
  }

  button(name: string): Locator {
    return this.#scope.getByRole("button", { name, exact: true });
  }

  /** What is shown below a field; empty where nothing is. */
  async issue(field: string): Promise<string> {
    return (await this.#scope.locator(`#${field}-issues`).innerText()).trim();
  }
}
