import { join } from "node:path";
import { outDir } from "../../../scripts/paths.ts";
import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";
import { WINDOW_SIZE } from "../../../scripts/vscode/browser.ts";
import { Dialog } from "./dialog.ts";
import { eventually } from "../../eventually.ts";
import { Notification } from "./notification.ts";
import { QuickInput } from "./quickInput.ts";
import { rowText, TreeRow } from "./treeRow.ts";
import { takesPictures } from "./takesPictures.ts";
import { TRY_MS, untilTaken } from "./untilTaken.ts";

/** VS Code's button that loses what was not saved. */
const DISCARD = /^(?:Don't Save|不保存)/;

/** A window of VS Code. Each method waits for its elements for a bounded time. */
export class Workbench {
  /** The page, for steps without a method. */
  readonly page: Page;
  readonly quickInput: QuickInput;
  /** Title of the extension's view container in the window's language. */
  readonly #title: string;

  constructor(page: Page, title = "Server Panel") {
    this.page = page;
    this.#title = title;
    this.quickInput = new QuickInput(page);
  }

  /** Resolves when the workbench is there and knows the extension. */
  async ready(): Promise<void> {
    await this.page.locator(".monaco-workbench .part.statusbar").waitFor();
    await this.#activityBarEntry(this.#title).waitFor();
  }

  /** Shows a view container of the activity bar in the side bar. */
  async openView(title = this.#title): Promise<void> {
    const heading = this.page.locator(".part.sidebar .composite.title", { hasText: title });
    const entry = this.#activityBarEntry(title);
    await eventually(async () => {
      if (await heading.isVisible()) return true;
      // a click on the entry of an open one closes it, and a reloaded window may open it itself
      if ((await entry.getAttribute("aria-selected")) !== "true") await entry.click();
      return false;
    }, Boolean);
  }

  /** Expands a view of the side bar unless it is expanded. */
  async expandPane(title: string): Promise<void> {
    const header = this.sideBar.locator(".pane-header", { hasText: title });
    await header.waitFor();
    if ((await header.getAttribute("aria-expanded")) === "false") await header.click();
  }

  /** Collapses all views of the side bar but the first; one may go meanwhile by itself. */
  async collapseOtherPanes(): Promise<void> {
    const headers = this.sideBar.locator(".pane-header");
    await eventually(async () => {
      const expanded = await headers.evaluateAll((all) => all.map((each) => each.getAttribute("aria-expanded")));
      const open = expanded.indexOf("true", 1);
      if (open < 0) return true;
      await headers
        .nth(open)
        .click({ timeout: TRY_MS })
        .catch(() => undefined);
      return false;
    }, Boolean);
  }

  /** Runs a command from the palette, by its full title with category. */
  async command(title: string): Promise<void> {
    // the palette closes if it loses the focus, and its list is built when it opens, perhaps before the extension's commands
    // are known
    await untilTaken(async () => {
      await this.page.keyboard.press("F1");
      try {
        await this.quickInput.field.fill(`>${title}`, { timeout: TRY_MS });
        await this.quickInput.pick(title, TRY_MS);
      } catch (error) {
        await this.quickInput.cancel();
        throw error;
      }
    });
  }

  /** The row of the side bar's trees with exactly this label. */
  row(label: string | RegExp): TreeRow {
    return new TreeRow(this.page, this.sideBar, label);
  }

  /** Reads the visible rows of the side bar's trees, each "label description". */
  async rows(): Promise<readonly string[]> {
    return Promise.all((await this.sideBar.getByRole("treeitem").all()).map(rowText));
  }

  /** The side bar, for welcome texts and view buttons. */
  get sideBar(): Locator {
    return this.page.locator(".part.sidebar");
  }

  /** The notification whose text contains this, without waiting for it. */
  notification(text: string | RegExp): Notification {
    return new Notification(this.page, text);
  }

  /** The modal dialog. */
  get dialog(): Dialog {
    return new Dialog(this.page);
  }

  /** Shows an Output channel and returns its visible lines once they match. */
  async output(channel: string, expected: RegExp): Promise<string> {
    await this.command("Output: Show Output Channels...");
    await this.quickInput.pick(channel);
    return eventually(
      () => this.panelText(),
      (text) => expected.test(text),
    );
  }

  /** Reads the visible lines of the Output panel. */
  async panelText(): Promise<string> {
    // all at once, because the editor reuses its lines in any order
    const placed = await this.page
      .locator(".part.panel .view-line")
      .evaluateAll((lines) => lines.map((line) => ({ text: line.textContent, top: line.getBoundingClientRect().top })));
    const sorted = placed.toSorted((a, b) => a.top - b.top);
    return sorted.map(({ text }) => (text ?? "").replaceAll("\u00a0", " ")).join("\n");
  }

  /** The entry of the status bar whose text contains this. */
  statusBarEntry(text: string | RegExp): Locator {
    return this.page.locator(".part.statusbar .statusbar-item", { hasText: text });
  }

  /** A webview's document, in a frame within a frame. */
  get webview(): ReturnType<Locator["contentFrame"]> {
    return this.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  }

  /** Takes a picture, `out/screenshots/<name>.png`, where pictures are taken. */
  async screenshot(name: string): Promise<void> {
    if (!takesPictures) return;
    await this.page.screenshot({ path: join(outDir, "screenshots", `${name}.png`), animations: "disabled" });
  }

  /** Reloads the window with VS Code's own command; the extension starts again. */
  async reload(): Promise<void> {
    const reloaded = this.page.waitForEvent("load");
    await this.command("Developer: Reload Window");
    await reloaded;
    await this.ready();
  }

  /** What the extension's view shows without panels. */
  get welcome(): Locator {
    return this.sideBar.locator(".welcome-view-content:visible").first();
  }

  /** Closes boxes, notifications, editors and the panel below, and gives the window its size. */
  async clear(): Promise<void> {
    const { keyboard } = this.page;
    await this.page.setViewportSize(WINDOW_SIZE);
    const open = this.page.locator(
      ".quick-input-widget:visible, .monaco-menu:visible, .notification-toast, .notifications-center.visible",
    );
    await eventually(async () => {
      if ((await open.count()) === 0) return true;
      await keyboard.press("Escape");
      return false;
    }, Boolean);
    // keys in a terminal or a webview are its own
    await this.sideBar.locator(".composite.title").click();
    if (await this.page.locator(".part.panel").isVisible()) await keyboard.press("Control+J");
    const editors = this.page.locator(".part.editor .tab");
    if ((await editors.count()) > 0) {
      const isChanged = (await this.page.locator(".part.editor .tab.dirty").count()) > 0;
      await keyboard.press("Control+K");
      await keyboard.press("Control+W");
      if (isChanged) await this.page.locator(".monaco-dialog-box .monaco-button", { hasText: DISCARD }).click();
      await editors.first().waitFor({ state: "detached" });
    }
  }

  /** Ends all terminals, also those that tests before have left. */
  async endTerminals(): Promise<void> {
    await this.command("Terminal: Kill All Terminals");
    await this.page.locator(".part.panel .terminal-wrapper").first().waitFor({ state: "detached" });
  }

  /** Closes the window. */
  async close(): Promise<void> {
    await this.page.close();
  }

  #activityBarEntry(title: string): Locator {
    return this.page.locator(".activitybar").getByRole("tab", { name: title });
  }
}
