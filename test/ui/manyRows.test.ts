import { strict as assert } from "node:assert";
import { eventually } from "./pages/eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useVsCode } from "./pages/useVsCode.ts";

const SITES = 10_000;

describe("Ten thousand websites", () => {
  const vscode = useVsCode({ settings: { "serverPanel.confirmation.waitSeconds": 5 } });
  const used = usePanel();

  beforeEach(() => {
    const { sites } = used.panel.state;
    const [first] = sites;
    assert.ok(first);
    const many = Array.from({ length: SITES }, (_, index) => ({
      ...first,
      // panels list the newest first
      id: SITES - index,
      name: `s${index + 1}.example.com`,
    }));
    sites.splice(0, sites.length, ...many);
  });

  it("stand in chunks, of which the newest is open, and are found, operated and filtered there", async () => {
    const window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row("s1.example.com").click();
    for (const loaded of [400, 600]) {
      // the groups below the websites are few enough for it to be in sight
      await window.page.keyboard.press("End");
      await window.row("Load more…").click();
      const first = window.row(`s${loaded - 199}.example.com`);
      await first.waitFor();
      await eventually(
        () => first.locator.getAttribute("aria-selected"),
        (selected) => selected === "true",
      );
      await window.screenshot(`websites-${loaded}`);
    }
    assert.equal(used.panel.counters.calls["site.list"], 3);
    assert.ok(await window.row("401 – 600").isExpanded());
    await window.page.keyboard.press("Home");
    assert.equal(await window.row("Websites").text(), "Websites 600 of 10,000");
    assert.ok(!(await window.row("1 – 200").isExpanded()));
    await window.row("1 – 200").expand();
    const second = window.row("s2.example.com");
    await second.click();
    await window.row("s5.example.com").locator.click({ modifiers: ["Shift"] });
    await window.screenshot("websites-parts");

    await second.choose("Stop Website…");
    assert.match(await window.dialog.text(), /s2\.example\.com[^]*s5\.example\.com/);
    await window.dialog.click("Stop");
    await window.notification("4 of 4 done").waitFor();
    await eventually(
      () => second.text(),
      (text) => text.includes("stopped"),
    );
    assert.equal(await window.sideBar.locator('[aria-selected="true"]').count(), 4);
    assert.ok(await window.row("1 – 200").isExpanded());
    await window.screenshot("websites-stopped");

    await window.row("Websites").choose("Filter Group…");
    await window.quickInput.waitFor("Filter Websites");
    await window.quickInput.type("s60");
    await window.row("s600.example.com").waitFor();
    assert.match(await window.row("Websites").text(), /“s60”: 2 among the 600 loaded of 10,000/);
    await window.row("1 – 200").waitUntilGone();
    await window.screenshot("websites-filtered");
    await window.close();
  });
});
