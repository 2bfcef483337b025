import { strict as assert } from "node:assert";
import type { DemoPanelOptions } from "../demoPanel/startDemoPanel.ts";
import { handlers as asUsual } from "../demoPanel/baota/handlers.ts";
import { eventually } from "../eventually.ts";
import type { TreeRow } from "./pages/treeRow.ts";
import { TRY_MS, untilTaken } from "./pages/untilTaken.ts";
import { useWindow } from "./pages/useVsCode.ts";
import type { Workbench } from "./pages/workbench.ts";
import { addPanel, usePanel } from "./panels.ts";

describe("Operations under way, and operations that are not allowed", () => {
  const here = useWindow();
  const changed: { -readonly [K in keyof NonNullable<DemoPanelOptions["handlers"]>]: unknown } = {};
  const used = usePanel(() => ({ handlers: changed as NonNullable<DemoPanelOptions["handlers"]> }));
  let window: Workbench;

  beforeEach(async () => {
    for (const id of Object.keys(changed)) delete changed[id as keyof typeof changed];
    ({ window } = here);
  });

  const says = (row: TreeRow, expected: RegExp) =>
    eventually(
      () => row.text(),
      (text) => expected.test(text),
    );
  const isSpinning = (row: TreeRow) => row.locator.locator(".codicon-modifier-spin, .codicon-loading").count();
  const entriesOf = async (row: TreeRow) => {
    const menu = await row.menu();
    const entries = await menu.entries();
    await window.page.keyboard.press("Escape");
    return entries;
  };

  it("a row shows its operation in all windows, and offers nothing else meanwhile", async () => {
    const { promise: isDue, resolve: answer } = Promise.withResolvers<void>();
    changed["java.restart"] = async (context: Parameters<(typeof asUsual)["java.restart"]>[0]) => {
      await isDue;
      return asUsual["java.restart"](context);
    };
    await addPanel(window, "Shop", used.panel);
    await window.row("Projects").expand();
    await window.row("order-service").waitFor();
    const other = await here.vscode.open();
    await other.openView();
    await other.row("Shop").expand();
    await other.row("Projects").expand();
    await other.row("order-service").waitFor();

    await window.row("order-service").choose("Restart…");
    await window.dialog.click("Restart");
    await window.notification("Restarting “order-service” on “Shop”").waitFor();
    for (const each of [window, other]) {
      const row = each.row("order-service");
      await says(row, /^order-service restarting…$/);
      assert.ok((await isSpinning(row)) > 0);
      assert.equal(await row.locator.getByRole("button", { name: /^Restart/ }).count(), 0);
      assert.match((await row.locator.getAttribute("aria-label")) ?? "", /^order-service, Java project, restarting…/);
    }
    assert.deepEqual(
      (await entriesOf(window.row("order-service"))).filter((entry) => /Restart|Stop|Start|Change/.test(entry)),
      [],
    );
    await here.vscode.pictures(window, "in-hand");
    await other.screenshot("in-hand-elsewhere");
    answer();
    const messages = window.notification("has restarted");
    assert.deepEqual(await messages.buttons(), ["Follow Log"]);
    await window.screenshot("in-hand-done");
    const now = await says(window.row("order-service"), /^order-service Java · :18080 · pid \d+$/);
    assert.doesNotMatch(now, /pid 3776$/);
    assert.equal(await isSpinning(window.row("order-service")), 0);
    const elsewhere = await says(other.row("order-service"), /^order-service Java · :18080 · pid (?!3776$)\d+$/);
    assert.equal(elsewhere, now, "as it is, and not as it was before");
    await other.close();
  });

  it("a failure offers the log, another try and the details", async () => {
    changed["java.restart"] = () => ({ status: false, msg: "the port is in use" });
    await addPanel(window, "Blog", used.panel);
    await window.row("Projects").expand();
    await window.row("order-service").choose("Restart…");
    await window.dialog.click("Restart");
    const messages = window.notification("the port is in use");
    assert.deepEqual(await messages.buttons(), ["Follow Log", "Try Again", "Show Details"]);
    await window.screenshot("failed-leads-on");
    delete changed["java.restart"];
    await messages.click("Try Again");
    await window.dialog.click("Restart");
    await window.notification("has restarted").waitFor();
  });

  it("a checkbox reports in the status bar, and a read-only panel offers no change", async () => {
    await addPanel(window, "News", used.panel);
    await window.row("Web Terminal").expand();
    const checkbox = window.row("Terminal theme").locator.getByRole("checkbox");
    // a row that is drawn anew between the press and the release of the button takes no click
    await untilTaken(async () => {
      if (!(await checkbox.isChecked())) await checkbox.click();
      await window.statusBarEntry("“Terminal theme” is now on for “News”.").waitFor({ timeout: TRY_MS });
    });
    // VS Code may show notifications of its own
    assert.equal(await window.page.locator(".notification-toast", { hasText: "Terminal theme" }).count(), 0);
    await window.screenshot("checkbox-status-bar");

    await window.row("News").choose("Edit Panel…");
    await window.quickInput.waitFor("Edit “News”");
    await window.quickInput.pick("Protection");
    await window.quickInput.waitFor("Protection of “News”");
    await window.quickInput.pick("Read Only");
    await says(window.row("News"), /^News read only · /);
    assert.ok((await window.row("News").locator.locator(".codicon-lock").count()) > 0);
    await says(window.row("Terminal theme"), /^Terminal theme on$/);
    assert.equal(await window.row("Terminal theme").locator.getByRole("checkbox").count(), 0);
    await window.row("Projects").expand();
    await window.row("order-service").locator.hover();
    assert.equal(
      await window
        .row("order-service")
        .locator.getByRole("button", { name: /^Restart/ })
        .count(),
      0,
    );
    assert.equal(
      await window
        .row("Websites")
        .locator.getByRole("button", { name: /^Create/ })
        .count(),
      0,
    );
    const entries = await entriesOf(window.row("order-service"));
    assert.ok(entries.includes("Follow Log…"), entries.join());
    assert.deepEqual(
      entries.filter((entry) => /Restart|Stop|Start|Change/.test(entry)),
      [],
    );
    await here.vscode.pictures(window, "read-only");
    await window.row("News").collapse();
    await addPanel(window, "Docs", used.panel, { again: true });
    await window.command("Server Panel: Create Website (Add Site)…");
    await window.quickInput.waitFor("Create Website");
    await window.quickInput.row("News").waitFor();
    await window.screenshot("read-only-choice");
    await window.quickInput.pick("News");
    const refused = window.notification("“News” is read-only. Nothing was sent.");
    assert.deepEqual(await refused.buttons(), ["Edit Panel…"]);
    await window.screenshot("read-only-refused");
    await refused.click("Edit Panel…");
    await window.quickInput.waitFor("Edit “News”");
    await window.quickInput.cancel();
  });
});
