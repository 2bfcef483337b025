import { strict as assert } from "node:assert";
import { startDemoPanel } from "../demoPanel/startDemoPanel.ts";
import { fillWithSites } from "../fakes/fillWithSites.ts";
import { findings } from "./look/axe.ts";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";

describe("Anything on any panel", () => {
  const here = useWindow();
  const used = usePanel();

  beforeEach(() => fillWithSites(used.panel, 10_000));

  it("opens with a key, a few letters and Enter, also among ten thousand sites", async () => {
    const { window } = here;
    const { quickInput } = window;
    const { keyboard } = window.page;
    const isSelected = (label: string) =>
      eventually(
        () => window.row(label).locator.getAttribute("aria-selected"),
        (selected) => selected === "true",
      );
    const open = async () => {
      await keyboard.press("Control+K");
      await keyboard.press("g");
      await quickInput.waitFor("Go to Resource");
    };
    await addPanel(window, "Shop", used.panel);
    // in a group that was never opened
    await open();
    await quickInput.row("s9999.example.com").waitFor();
    await window.screenshot("go-to");
    await quickInput.fill("mail-worker");
    await quickInput.row("mail-worker").waitFor();
    assert.deepEqual(await findings(window.page, ".quick-input-widget"), []);
    await window.screenshot("go-to-typed");
    const restart = window.page
      .locator(".quick-input-list")
      .getByRole("button", { name: "Restart…" })
      .and(window.page.locator(":focus"));
    // rows that arrive later take the focus from a button
    await quickInput.waitUntilComplete();
    await quickInput.field.focus();
    // to the list, and to the buttons of its row
    await keyboard.press("Tab");
    await keyboard.press("Tab");
    await restart.waitFor();
    await keyboard.press("Enter");
    assert.match(await window.dialog.text(), /^Restart Java project “mail-worker” on “Shop”/);
    await window.dialog.click("Cancel");
    await open();
    await quickInput.fill("java mail-worker");
    await quickInput.row("mail-worker").waitFor();
    await keyboard.press("Enter");
    await isSelected("mail-worker");
    assert.ok(await window.row("Projects").isExpanded());

    // beyond the loaded rows the panel searches; without its answer, Enter takes nothing
    const gone = await startDemoPanel();
    await addPanel(window, "Gone", gone);
    await gone.close();
    await open();
    await quickInput.fill("s7399");
    await quickInput.row("Search all 10,000 on “Shop”…").waitFor();
    await quickInput.row("Not searched: “Gone” (not reachable)").waitFor();
    await eventually(
      () => quickInput.highlighted(),
      (rows) => rows.length === 1 && rows[0]?.includes("Search all 10,000") === true,
    );
    await window.screenshot("go-to-search-all");
    await keyboard.press("Enter");
    await isSelected("s7399.example.com");
    assert.match(await window.row("Websites").text(), /“s7399”: 1 among all 10,000/);
    await window.screenshot("go-to-found");

    // the same, typed key by key
    await open();
    await keyboard.type("s999.example", { delay: 20 });
    await eventually(
      () => quickInput.rows(),
      (rows) => rows[0]?.includes("Search all 10,000") === true,
    );
    await window.screenshot("go-to-search-first");
    await keyboard.press("Enter");
    await isSelected("s999.example.com");

    // the same list for a verb, which has only what can be stopped
    await window.command("Server Panel: Stop…");
    await quickInput.waitFor("Stop");
    await window.screenshot("stop-anything");
    await quickInput.fill("running java order");
    await quickInput.row("order-service").waitFor();
    assert.equal(await quickInput.row("legacy-api").count(), 0);
    await quickInput.fill("java order-service");
    await eventually(
      () => quickInput.rows(),
      (rows) => rows.some((row) => row.startsWith("order-service")),
    );
    await window.screenshot("stop-typed");
    await quickInput.fill("order-service");
    await eventually(
      () => quickInput.highlighted(),
      (rows) => rows.length === 1 && rows[0]?.startsWith("order-service") === true,
    );
    await keyboard.press("Enter");
    assert.match(await window.dialog.text(), /^Stop Java project “order-service” on “Shop”/);
    await window.dialog.click("Cancel");

    // the same with the group's filter, which the tree follows while somebody types
    await window.row("Websites").choose("Filter Group…");
    await quickInput.waitFor("Filter Websites");
    await quickInput.fill("s9987");
    await window.row("s9987.example.com").waitFor();
    await window.screenshot("filter-typed");
    await keyboard.press("Escape");
    await eventually(
      () => window.row("Websites").text(),
      (text) => text.includes("“s999.example”: 1 among all 10,000"),
    );
    await window.row("Websites").choose("Filter Group…");
    await quickInput.waitFor("Filter Websites");
    await quickInput.fill("");
    await keyboard.type("s4321.example");
    await keyboard.press("Enter");
    await window.row("s4321.example.com").waitFor();
    await quickInput.waitUntilGone();
    await window.screenshot("filter-entered");
  });
});
