import { strict as assert } from "node:assert";
import { findings } from "./look/axe.ts";
import { iconContrasts } from "./look/iconContrast.ts";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";

describe("The Activity view", () => {
  const here = useWindow({ isNew: true });
  const used = usePanel();

  it("is collapsed at first, lists operations with their details, and can be cleared", async () => {
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    const header = window.sideBar.locator(".pane-header", { hasText: "Activity" });
    assert.equal(await header.getAttribute("aria-expanded"), "false");
    await header.click();
    await window.sideBar.getByText("Operations from all windows are listed here").waitFor();
    await window.screenshot("activity-empty");

    await window.row("Containers").expand();
    await window.row("database").choose("Restart…");
    await window.dialog.click("Restart");
    const row = window.row("Restart database");
    await row.waitFor();
    assert.equal(await row.text(), "Restart database done · Shop · just now");
    assert.equal(await row.locator.getAttribute("aria-label"), "Restart database, container, done, Shop, just now");
    await window.notification("has restarted").dismiss();
    for (const theme of ["light", "dark"] as const) {
      await here.vscode.setTheme(theme);
      await eventually(
        () => iconContrasts(window.page),
        (icons) => icons.some(({ icon }) => icon === "codicon-pass") && icons.every(({ ratio }) => ratio >= 3),
      );
      assert.deepEqual(await findings(window.page, ".part.sidebar"), []);
      await window.screenshot(`activity-${theme}`);
    }
    assert.match(await row.tooltip(), /Panel: Shop\nOperation: Restart\nTarget: database \(container\)\nResult: done/);

    await row.click();
    assert.match(await window.dialog.text(), /Restart database\s+When: [^]+Duration: \d+\.\d s/);
    assert.deepEqual((await window.dialog.buttons()).toSorted(), ["Close", "Copy"]);
    await window.screenshot("activity-details");
    await window.dialog.click("Close");

    await window.page.keyboard.press("Control+C");
    await eventually(
      () => window.page.evaluate<string>("navigator.clipboard.readText()"),
      (text) => text.startsWith("Restart database on Shop: done ("),
    );

    const menu = await row.menu();
    await window.screenshot("activity-menu");
    assert.deepEqual(await menu.entries(), ["Reveal in Panels", "Run Again…", "Copy"]);
    await menu.choose("Run Again…");
    assert.match(await window.dialog.text(), /^Restart container “database” on “Shop”\?/);
    await window.dialog.click("Cancel");
    await window.row("Containers").collapse();
    await row.choose("Reveal in Panels");
    await window.row("database").waitFor();
    await eventually(
      () => window.row("database").locator.getAttribute("aria-selected"),
      (selected) => selected === "true",
    );
    await window.screenshot("activity-revealed");

    await header.hover();
    await window.sideBar.getByRole("button", { name: "Clear Activity…" }).click();
    await window.dialog.click("Clear");
    await row.waitUntilGone();
    const rows = await eventually(
      () => window.rows(),
      (texts) => !texts.some((text) => text.startsWith("Restart")),
    );
    assert.ok(rows.length > 0);
  });
});
