import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";
import { eventually, HANG_MS } from "../../eventually.ts";
import { untilTaken } from "./untilTaken.ts";

/** The box at the top of a window that asks for a text or a choice. */
export class QuickInput {
  readonly #page: Page;
  readonly #widget: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#widget = page.locator(".quick-input-widget:visible");
  }

  /** The field; its attribute `type` is "password" for a password. */
  get field(): Locator {
    return this.#widget.locator(".quick-input-box input");
  }

  /** The title of the box, and the prompt or the error below the field. */
  get message(): Locator {
    return this.#widget.locator(".quick-input-message");
  }

  get title(): Locator {
    return this.#widget.locator(".quick-input-title");
  }

  /** The first choice with this in its text, in whatever case. What waits for the rows of a typed text needs words that no row has before. */
  row(label: string): Locator {
    return this.#widget.locator(".quick-input-list .monaco-list-row", { hasText: label }).first();
  }

  /** The visible choices. */
  async rows(): Promise<readonly string[]> {
    const rows = await this.#widget.locator(".quick-input-list .monaco-list-row").allInnerTexts();
    return rows.map((text) => text.replaceAll(/\s+/g, " ").trim());
  }

  /** The visible choices, once there are some: the title may be drawn before them. */
  async drawnRows(): Promise<readonly string[]> {
    await this.#widget.locator(".quick-input-list .monaco-list-row").first().waitFor();
    return this.rows();
  }

  /** The choices that Enter takes. */
  async highlighted(): Promise<readonly string[]> {
    const rows = await this.#widget.locator(".quick-input-list .monaco-list-row.focused").allInnerTexts();
    return rows.map((text) => text.trim());
  }

  /** Waits until the box says how many rows are checked. */
  async checked(text: string): Promise<void> {
    await this.#widget.locator(".quick-input-count", { hasText: text }).waitFor();
  }

  /** The pictures of the visible choices, `none` for product icons. */
  async pictures(): Promise<readonly string[]> {
    const icons = "document.querySelectorAll('.quick-input-list .quick-input-list-icon')";
    return this.#page.evaluate(`[...${icons}].map((icon) => getComputedStyle(icon).backgroundImage)`);
  }

  /** Waits for a box with this title or prompt, so that the next step does not use the previous box. */
  async waitFor(text: string | RegExp, timeout?: number): Promise<void> {
    await this.#widget.filter({ hasText: text }).waitFor(timeout === undefined ? {} : { timeout });
  }

  /** Waits until no more rows are being loaded. */
  async waitUntilComplete(): Promise<void> {
    await this.#widget.locator(".quick-input-progress.active").waitFor({ state: "detached" });
  }

  /** Fills the field in and leaves the box open. */
  async fill(text: string): Promise<void> {
    await this.field.fill(text);
  }

  /** Fills the field in and accepts. */
  async type(text: string): Promise<void> {
    await this.fill(text);
    await this.field.press("Enter");
  }

  /** Takes a choice by the keys: the first with exactly this label, or else that contains it. */
  async pick(label: string, hangMs?: number): Promise<void> {
    await this.#highlight(label, hangMs);
    await this.field.press("Enter");
  }

  /** Checks the box of a choice, or unchecks it, with the mouse. */
  async check(label: string): Promise<void> {
    await this.row(label).waitFor();
    // in one go: a list that has just opened is drawn again, and its elements then show other rows than a moment before
    await untilTaken(async () => {
      if (!(await this.#page.evaluate<boolean>(`(${CLICK_ON_ROW})(${JSON.stringify(label)})`)))
        throw new Error(`No row "${label}"`);
    });
  }

  /** Moves down to a choice, until it is highlighted at two looks in a row: a list that is drawn again may move the highlight. */
  async #highlight(label: string, hangMs = HANG_MS): Promise<void> {
    await this.row(label).waitFor({ timeout: hangMs });
    let wasThere = false;
    await eventually(
      async () => {
        const isThere = await this.#page.evaluate<boolean>(`(${IS_HIGHLIGHTED})(${JSON.stringify(label)})`);
        const isSure = isThere && wasThere;
        wasThere = isThere;
        if (!isThere) await this.field.press("ArrowDown", { timeout: hangMs });
        return isSure;
      },
      (isSure) => isSure,
      hangMs,
    );
  }

  /** Closes the box. */
  async cancel(): Promise<void> {
    await this.#page.keyboard.press("Escape");
    await this.waitUntilGone();
  }

  async waitUntilGone(): Promise<void> {
    await this.#widget.waitFor({ state: "hidden" });
  }
}

/** Whether the highlighted row is the first with exactly this label, or where none has it the first that contains it. It runs in the page. */
const IS_HIGHLIGHTED = `(label) => {
  const rows = [...document.querySelectorAll(".quick-input-widget .quick-input-list .monaco-list-row")];
  const inOrder = rows.toSorted((one, other) => Number(one.dataset.index) - Number(other.dataset.index));
  const isNamed = (row) => row.querySelector(".label-name")?.textContent.trim() === label;
  const hasText = ({ textContent }) => textContent.toLowerCase().includes(label.toLowerCase());
  return (inOrder.find(isNamed) ?? inOrder.find(hasText))?.classList.contains("focused") === true;
}`;

/** Clicks on what is in the middle of the first row with a text, as a mouse does; whether there is one. It runs in the page. */
const CLICK_ON_ROW = `(label) => {
  const rows = [...document.querySelectorAll(".quick-input-widget .quick-input-list .monaco-list-row")];
  const row = rows.find(({ textContent }) => textContent.toLowerCase().includes(label.toLowerCase()));
  if (row === undefined) return false;
  const { left, top, width, height } = row.getBoundingClientRect();
  const place = { clientX: left + width / 2, clientY: top + height / 2 };
  const target = document.elementFromPoint(place.clientX, place.clientY);
  if (target === null || !row.contains(target)) return false;
  const how = { bubbles: true, cancelable: true, composed: true, detail: 1, ...place };
  for (const type of ["mousedown", "mouseup", "click"]) target.dispatchEvent(new MouseEvent(type, how));
  return true;
}`;
