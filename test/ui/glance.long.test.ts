import { strict as assert } from "node:assert";
import { findings } from "./look/axe.ts";
import { borderContrasts } from "./look/borderContrast.ts";
import { iconContrasts } from "./look/iconContrast.ts";
import { eventually } from "../eventually.ts";
import { addPanel, tagPanel, usePanel } from "./panels.ts";
import { SiteForm } from "./createSite/siteForm.ts";
import { WINDOW_SIZE } from "../../scripts/vscode/browser.ts";
import type { Locator } from "../../scripts/vscode/playwright.ts";
import { useWindow } from "./pages/useVsCode.ts";

/** In CSS pixels; a window of this size has half as many of them at 200%. */
const AT_TWICE_THE_SIZE = { width: 640, height: 400 };

/** Checks that these elements are not cut off at the right. */
async function fits(elements: Locator, within: Locator): Promise<void> {
  const outer = await within.boundingBox();
  const boxes = await Promise.all((await elements.all()).map((each) => each.boundingBox()));
  assert.ok(outer !== null && boxes.length > 1);
  for (const box of boxes) assert.ok(box !== null && box.width > 0 && box.x + box.width <= outer.x + outer.width);
}

describe("The side bar, at a glance", () => {
  const here = useWindow();
  const used = usePanel();

  it("shows each server's state and what needs attention, with enough contrast", async () => {
    const { window } = here;
    const { page } = window;
    await page.setViewportSize(AT_TWICE_THE_SIZE);
    await window.welcome.waitFor();
    await fits(window.welcome.locator("a, p"), window.sideBar);
    await page.setViewportSize(WINDOW_SIZE);
    await addPanel(window, "Shop", used.panel);
    const shop = window.row("Shop");
    await window.row("Containers").waitFor();
    await page.setViewportSize(AT_TWICE_THE_SIZE);
    await fits(window.sideBar.locator('[role="treeitem"] .label-name'), window.sideBar);
    await window.screenshot("glance-at-twice-the-size");
    await page.setViewportSize(WINDOW_SIZE);
    await eventually(
      () => shop.text(),
      (text) => /^Shop CPU \d+% · RAM \d+% · up 12 d$/.test(text),
    );
    const spoken = await shop.locator.getAttribute("aria-label");
    assert.match(
      spoken ?? "",
      /^Shop, panel, BaoTa \d+\.\d+\.\d+, online, processor \d+%, memory \d\.\d of 7\.6 GB, up 12 days/,
    );
    const tooltip = await shop.tooltip();
    assert.match(
      tooltip,
      /http:\/\/127\.0\.0\.1:\d+\nBaoTa [^]*\nLoad: [^]*\nDisk \/www: 79% used[^]*\nProtection: Ask\nAnswered at/,
    );
    await window.screenshot("glance-tooltip");
    assert.equal(await shop.tooltip(), tooltip);
    assert.equal(used.panel.counters.calls["system.details"], 1);

    const states = ["running", "paused", "created", "exited"] as const;
    for (const [index, status] of states.entries()) {
      const container = used.panel.state.containers[index];
      if (container !== undefined) container.status = status;
    }
    await window.row("Containers").expand();
    await window.row(used.panel.state.containers[0]?.name ?? "").waitFor();
    await window.row("Certificate Orders").expand();
    await window.row(/legacy\.example\.com/).waitFor();
    await window.row("Web Terminal").expand();
    await window.row("AI shell").waitFor();
    assert.deepEqual(await findings(window.page, ".part.sidebar"), []);
    const form = await SiteForm.open(window);
    const formFrame = await form.frame();
    const controls = form.main.locator(":is(input, textarea, select):visible");
    for (const theme of ["light", "dark", "highContrast", "highContrastLight"] as const) {
      await here.vscode.setTheme(theme);
      // colours fade over
      await eventually(
        () => iconContrasts(window.page),
        (icons) => icons.length > 10 && icons.every(({ ratio }) => ratio >= 3),
      );
      await eventually(
        () => borderContrasts(window.page, controls),
        (borders) => borders.length >= 5 && borders.every((ratio) => ratio >= 3),
      );
      assert.deepEqual(await findings(formFrame), []);
      await window.screenshot(`glance-${theme}`);
    }
    await form.close();
    await here.vscode.setTheme("dark");

    await tagPanel(window, "Shop", "prod");
    const tag = window.row("prod");
    await tag.waitFor();
    assert.equal(await tag.text(), "prod");

    used.panel.state.switches.apiOpen = false;
    await window.row("Shop").collapse();
    await window.command("Server Panel: Check All Panels");
    const text = await eventually(
      () => shop.text(),
      (found) => found.includes("off"),
    );
    assert.match(text, /^Shop API may be off · 127\.0\.0\.1:\d+$/);
    await eventually(
      () => tag.text(),
      (found) => found === "prod 1 of 1 needs attention",
    );
    const bar = window.page.locator(".activitybar");
    await bar.locator(".badge-content", { hasText: /^1$/ }).waitFor();
    await bar.getByRole("tab", { name: "1 panel needs attention" }).waitFor();
    await window.screenshot("glance-trouble");
    // figures from before look old
    await shop.expand();
    await window.row("Containers").waitFor();
    assert.match(await window.row("Containers").text(), /^Containers as of \d+:\d\d\s[AP]M · 5 · /);
    const running = window.row(used.panel.state.containers[0]?.name ?? "");
    assert.match((await running.locator.getAttribute("aria-label")) ?? "", /, running, .*, as of \d/);
    for (const theme of ["light", "dark", "highContrast"] as const) {
      await here.vscode.setTheme(theme);
      await eventually(
        () => iconContrasts(window.page),
        (icons) => icons.length > 10 && icons.every(({ ratio }) => ratio >= 3),
      );
      await window.screenshot(`glance-old-${theme}`);
    }
  });
});
