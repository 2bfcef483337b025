import { strict as assert } from "node:assert";
import { fillWithSites } from "../fakes/fillWithSites.ts";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";

const SITES = 10_000;

describe("Ten thousand websites", () => {
  const here = useWindow();
  const used = usePanel();

  beforeEach(() => fillWithSites(used.panel, SITES));

  /** Returns a site by its place in the list, from 1: panels list the newest first. */
  const nth = (position: number) => `s${SITES - position}.example.com`;

  it("are loaded page by page, and stay selected while they are operated", async () => {
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row(nth(1)).click();
    // few groups are below the websites, so it is in sight
    await window.page.keyboard.press("End");
    await window.row("Load more…").click();
    const first = window.row(nth(201));
    await first.waitFor();
    await eventually(
      () => first.locator.getAttribute("aria-selected"),
      (selected) => selected === "true",
    );
    await window.screenshot("websites-400");
    assert.equal(used.panel.counters.calls["site.list"], 2);
    await window.page.keyboard.press("Home");
    assert.equal(await window.row("Websites").text(), "Websites 400 of 10,000");
    const second = window.row(nth(2));
    await second.click();
    await window.row(nth(5)).locator.click({ modifiers: ["Shift"] });

    await second.choose("Stop…");
    assert.match(await window.dialog.text(), new RegExp(`${nth(2)}[^]*${nth(5)}`));
    await window.dialog.click("Stop");
    await window.notification("all done").waitFor();
    await eventually(
      () => second.text(),
      (text) => text.includes("stopped"),
    );
    assert.equal(await window.sideBar.locator('[aria-selected="true"]').count(), 4);
    await window.screenshot("websites-stopped");
  });
});
