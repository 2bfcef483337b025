import { strict as assert } from "node:assert";
import { eventually } from "../../eventually.ts";
import { addPanel, usePanel } from "../panels.ts";
import { useWindow } from "../pages/useVsCode.ts";
import type { Workbench } from "../pages/workbench.ts";

describe("A runtime upgrade", () => {
  const here = useWindow();
  const used = usePanel(() => ({ delays: { upgradeStart: 300 } }));

  const shown = (window: Workbench, isWhole: (text: string) => boolean) =>
    eventually(() => window.panelText(), isWhole);

  it("is started from the tree, followed in the Output panel and the status bar, and reports its end", async () => {
    const { upgrade } = used.panel.state;
    // the test writes the log
    upgrade.script = undefined;
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    await window.row("Maintenance").expand();
    const runtime = window.row("Panel runtime");
    await runtime.choose("Start Runtime Upgrade…");
    const question = await window.dialog.text();
    assert.match(question, /Start runtime upgrade of “Shop”\?/);
    assert.match(question, /restarts itself/);
    await window.screenshot("upgrade-confirmation");
    await window.dialog.click("Start Upgrade");
    await window.notification("The runtime upgrade of “Shop” has started.").dismiss();
    upgrade.log = "检查环境...\n\r10%\r100%\n\u001b[32mok\u001b[0m\n";
    await shown(window, (text) => /Following the runtime upgrade of “Shop”[^]+检查环境[.]{3}\n100%\nok/.test(text));
    const entry = window.statusBarEntry(/Shop 0:\d\d/);
    await entry.waitFor();
    await window.row("Panel runtime").waitFor();
    await eventually(
      () => runtime.text(),
      (text) => text.includes("upgrading"),
    );
    await here.vscode.pictures(window, "upgrade");
    upgrade.log += "环境准备完成\n";
    Object.assign(upgrade, { locked: false, upgraded: true });
    const end = window.notification("Runtime upgrade of “Shop” finished");
    await end.waitFor();
    await entry.waitFor({ state: "detached" });
    assert.deepEqual(await end.buttons(), ["Show Log"]);
    await window.command("View: Toggle Panel Visibility");
    await end.click("Show Log");
    await shown(window, (text) => /环境准备完成[^]+The upgrade finished\./.test(text));
    await window.screenshot("upgrade-finished");
    assert.match(await runtime.tooltip(), /Upgrade: finished\nSeen at: /);
    assert.equal(used.panel.counters.calls["runtime.startUpgrade"], 1);
  });

  it("is still followed after a reload, and stopped from the title of the Output panel", async () => {
    const { upgrade } = used.panel.state;
    Object.assign(upgrade, { locked: true, log: "检查环境...\nfirst\n" });
    const { window } = here;
    await addPanel(window, "Reloaded", used.panel);
    await window.row("Maintenance").expand();
    await window.row("Panel runtime").choose("Follow Log…");
    await shown(window, (text) => text.includes("first"));
    await window.reload();
    upgrade.log += "second\n";
    const entry = window.statusBarEntry(/Reloaded \d+:\d\d/);
    const text = await eventually(
      async () => {
        // a click misses it where VS Code puts its own entries before it in that moment
        await entry.click();
        return window.panelText();
      },
      (whole) => whole.includes("second"),
    );
    assert.equal(text.split("first").length, 2, "shown twice");
    await window.page.locator(".part.panel").getByRole("button", { name: "Stop Following Log" }).click();
    await shown(window, (whole) => whole.includes("Stopped following."));
    await entry.waitFor({ state: "detached" });
    const failed = window.page.locator(".notification-toast", { hasText: "command not found" });
    assert.equal(await failed.count(), 0, "a click while the entry's time went on");
    await window.screenshot("upgrade-stopped");
    const asked = used.panel.counters.calls["runtime.upgradeLog"];
    await window.command("Server Panel: Clear Followed Log");
    await shown(window, (whole) => !whole.includes("first"));
    assert.equal(used.panel.counters.calls["runtime.upgradeLog"], asked);
  });
});
