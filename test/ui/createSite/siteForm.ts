import { FormControls } from "../form/formControls.ts";
import type { Frame, Locator } from "../../../scripts/vscode/playwright.ts";
import type { Workbench } from "../pages/workbench.ts";

/** The site form in a window's editor area, as a person fills it in: by clicks and keys. One form is open at a time. */
export class SiteForm extends FormControls {
  readonly window: Workbench;

  private constructor(window: Workbench) {
    super(window.webview);
    this.window = window;
  }

  /** Opens the form from the tree; resolves when the choices have loaded. */
  static async open(window: Workbench): Promise<SiteForm> {
    await window.row("Websites").button("Create Website…");
    return SiteForm.shown(window);
  }

  /** The form that is in sight. */
  static async shown(window: Workbench): Promise<SiteForm> {
    const form = new SiteForm(window);
    await form.control("php").and(window.webview.locator(":enabled")).waitFor();
    return form;
  }

  /** Types over what a field of one line holds. */
  async type(field: string, text: string): Promise<void> {
    // not Ctrl+A: VS Code takes it away from a webview and selects a moment later, when letters have been typed
    await this.control(field).click({ clickCount: 3 });
    await this.window.page.keyboard.type(text);
  }

  async check(label: string): Promise<void> {
    await this.window.webview.getByLabel(label).check();
  }

  async review(): Promise<void> {
    await this.button("Review…").click();
    await this.button("Create Website").waitFor();
  }

  /** Reviews and creates; the outcome is still to come. */
  async submit(): Promise<void> {
    await this.review();
    await this.button("Create Website").click();
  }

  /** Title, warnings, facts and credentials of a site that is there, once they are shown. */
  async outcome(): Promise<string> {
    await this.control("outcome-title").waitFor();
    return this.main.innerText();
  }

  /** The box that says why there is no site, once it is shown. */
  get refusal(): Locator {
    return this.window.webview.locator(".banner.error");
  }

  /** The frame that the page is in, for what looks at all of it. */
  async frame(): Promise<Frame> {
    const page = await this.main.elementHandle();
    const frame = await page?.ownerFrame();
    if (frame == null) throw new Error("The form has no frame");
    return frame;
  }

  get main(): Locator {
    return this.window.webview.locator("main");
  }

  /** Opens another editor in front of the form, and comes back. */
  async hideAndShow(): Promise<void> {
    await this.window.command("File: New Untitled Text File");
    await this.main.waitFor({ state: "hidden" });
    await this.#tab.click();
    await this.main.waitFor();
  }

  /** Closes the form's editor, whatever it shows. */
  async close(): Promise<void> {
    await this.#tab.getByRole("button", { name: /^Close/ }).click();
    await this.#tab.waitFor({ state: "detached" });
  }

  get #tab(): Locator {
    return this.window.page.getByRole("tab", { name: /^Create Website: / });
  }
}
