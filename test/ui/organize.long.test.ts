import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import type { TreeRow } from "./pages/treeRow.ts";
import { useWindow } from "./pages/useVsCode.ts";
import type { Workbench } from "./pages/workbench.ts";

/** Drags a row onto another one with the mouse, in steps, because the list ignores a jump. */
async function drag(window: Workbench, from: TreeRow, to: TreeRow): Promise<void> {
  const { mouse } = window.page;
  await from.locator.locator(".label-name").hover();
  await mouse.down();
  await to.locator.locator(".label-name").hover();
  await to.locator.locator(".label-name").hover({ position: { x: 8, y: 8 } });
  await mouse.up();
}

describe("Panels in a person's own order", () => {
  const here = useWindow();
  const used = usePanel();

  it("get a tag when they are added, and can be dragged with the mouse", async () => {
    const { window } = here;
    const { quickInput } = window;
    await window.command("Server Panel: Add Panel…");
    await quickInput.waitFor("Panel Address");
    await quickInput.type(used.panel.address);
    await quickInput.waitFor("Panel Name");
    await quickInput.type("Shop");
    await quickInput.waitFor("API Key");
    await quickInput.type(used.panel.key);
    await quickInput.waitFor("“Shop” Was Added");
    await window.screenshot("added");
    await quickInput.pick("Tags");
    await quickInput.waitFor("Tags of “Shop”");
    await quickInput.check("prod");
    await window.screenshot("tags");
    await quickInput.fill("eu、web");
    await quickInput.waitFor("Tags of “Shop” · Enter adds eu, web");
    await window.screenshot("tags-typed");
    await quickInput.field.press("Enter");
    await quickInput.waitFor("“Shop” Was Added");
    assert.match((await quickInput.drawnRows()).join(), /Tags ?prod, eu, web/);
    await quickInput.pick("Color");
    await quickInput.waitFor("Color of “Shop”");
    for (const theme of ["light", "dark"] as const) {
      await here.vscode.setTheme(theme);
      // none by state, and six of their own, which differ in all themes
      await eventually(
        async () => new Set(await quickInput.pictures()).size,
        (count) => count === 7,
      );
      await window.screenshot(`colors-${theme}`);
    }
    await quickInput.pick("By state");
    await quickInput.waitFor("“Shop” Was Added");
    await quickInput.cancel();
    await window.row("prod").waitFor();
    await window.row("Websites").waitFor();
    await window.row("Websites").expand();
    await window.row("shop.example.com").waitFor();
    await here.vscode.pictures(window, "websites");
    const label = await window.row("shop.example.com").locator.getAttribute("aria-label");
    assert.match(label ?? "", /^shop\.example\.com, website, running, certificate expires in \d+ days, PHP \d\.\d/);

    await window.row("Shop").collapse();
    for (const name of ["First", "Second"]) {
      await addPanel(window, name, used.panel, { again: true });
      await window.row("Websites").waitFor();
      await window.row(name).collapse();
    }
    const names = async () =>
      (await window.rows())
        .map((row) => row.split(" ")[0])
        .filter((name) => /^(prod|Shop|First|Second)$/.test(name ?? ""));
    assert.deepEqual(await names(), ["prod", "Shop", "First", "Second"]);
    await drag(window, window.row("Second"), window.row("First"));
    await eventually(names, (found) => String(found) === "prod,Shop,Second,First");
    await drag(window, window.row("First"), window.row("prod"));
    await eventually(names, (found) => String(found) === "prod,Shop,First,Second");
    await window.screenshot("dragged");
    await window.row("First").click();
    await window.page.keyboard.press("Alt+ArrowUp");
    await eventually(names, (found) => String(found) === "prod,First,Shop,Second");
  });
});
