import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";

describe("The groups of a panel", () => {
  const here = useWindow();
  const used = usePanel();

  it("count their troubles, sort them first on request, and show one failure for all groups", async () => {
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    const row = (label: string) => window.row(label);
    const rowsUnder = async (label: string) => {
      const all = await window.rows();
      return all.slice(all.findIndex((text) => text.startsWith(label)) + 1);
    };

    await row("Websites").expand();
    await row("shop.example.com").waitFor();
    await eventually(
      () => row("Websites").text(),
      (text) => text === "Websites 8 · 2 expiring · 2 stopped",
    );
    assert.equal(await row("Websites").locator.getAttribute("aria-label"), "Websites, 8, 2 expiring, 2 stopped");
    assert.match(await row("blog.example.com").text(), /^blog\.example\.com cert 3 d/);
    await window.screenshot("groups-as-listed");

    await window.command("Toggle Trouble First");
    await eventually(
      () => rowsUnder("Websites"),
      ([first = ""]) => first.startsWith("blog.example.com cert 3 d"),
    );
    const [, second = "", third = "", fourth = ""] = await rowsUnder("Websites");
    for (const stopped of [second, third]) assert.match(stopped, /^(legacy|staging)\.example\.com stopped/);
    assert.match(fourth, /^shop\.example\.com cert 12 d/, "there is time for it");
    await window.screenshot("groups-trouble-first");
    await window.command("Toggle Trouble First");
    await eventually(
      () => rowsUnder("Websites"),
      ([first = ""]) => first.startsWith("docs.example.com"),
    );
    const menu = await row("Web Terminal").menu();
    assert.ok(!(await menu.entries()).some((entry) => /Filter|Sort/.test(entry)));
    await window.page.keyboard.press("Escape");

    await row("Websites").choose("Filter Group…");
    await window.quickInput.waitFor("Filter Websites");
    await window.quickInput.type("nowhere");
    await row("No match among all 8").waitFor();
    await row("Websites").button("Clear Group Filter");
    await row("shop.example.com").waitFor();

    await row("Projects").expand();
    await row("order-service").waitFor();
    await window.screenshot("groups-open");
    await used.panel.close();
    for (const group of ["Websites", "Projects"]) await row(group).button("Refresh");
    // rows above the visible ones are not drawn
    await row("shop.example.com").click();
    await window.page.keyboard.press("Home");
    const failure = row("Not reachable");
    await failure.waitFor();
    await eventually(
      async () => (await window.rows()).filter((text) => text.startsWith("Not reachable")).length,
      (count) => count === 1,
    );
    await window.screenshot("groups-not-reachable");
    await failure.click();
    await window.notification("Nothing answers at this address").waitFor();
    await window.screenshot("groups-fix");
    assert.deepEqual(await window.notification("Nothing answers at this address").buttons(), [
      "Edit Panel…",
      "Open Panel in Browser",
      "Diagnose…",
    ]);
  });
});
