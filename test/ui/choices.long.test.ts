import { strict as assert } from "node:assert";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { TRY_MS, untilTaken } from "./pages/untilTaken.ts";
import { useWindow } from "./pages/useVsCode.ts";

describe("A list of choices", () => {
  const here = useWindow();
  const used = usePanel();

  it("takes nothing with Enter where an empty choice is valid, whatever is highlighted", async () => {
    const { window } = here;
    const { quickInput } = window;
    const { keyboard } = window.page;
    const highlighted = (expected: string) =>
      eventually(
        () => quickInput.highlighted(),
        (rows) => rows.length === 1 && rows[0]?.startsWith(expected) === true,
      );
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row("shop.example.com").click();
    // a list that changes in that moment asks to press the key again
    await untilTaken(async () => {
      await keyboard.press("Delete");
      await quickInput.waitFor("Delete shop.example.com", TRY_MS);
    });
    await quickInput.row("Root directory").waitFor();
    await keyboard.press("ArrowDown");
    await highlighted("Root directory");
    await keyboard.press("Enter");
    assert.match(
      await window.dialog.text(),
      /^Delete website “shop\.example\.com”[^]*Kept: root directory “\/www\/wwwroot\/shop\.example\.com”, FTP user “shop”/,
    );
    await window.dialog.click("Cancel");
  });

  it("names the deleted parts of a website in the list, in the question, and at the typed name", async () => {
    const { state } = used.panel;
    const api = state.sites.find(({ name }) => name === "api.example.com");
    Object.assign(api ?? assert.fail(), { path: "/www/wwwroot/shop.example.com/api" });
    const { window } = here;
    const { quickInput, dialog } = window;
    const { keyboard } = window.page;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row("shop.example.com").click();
    // a list that changes in that moment asks to press the key again
    await untilTaken(async () => {
      await keyboard.press("Delete");
      await quickInput.waitFor("Delete shop.example.com", TRY_MS);
    });
    await quickInput.check("Root directory");
    await quickInput.check("FTP user");
    assert.match((await quickInput.drawnRows()).join(), /\/www\/wwwroot\/shop\.example\.com.*: api\.example\.com/);
    await window.screenshot("removal-choices");
    await keyboard.press("Enter");
    assert.match(await dialog.text(), /“\/www\/wwwroot\/shop\.example\.com”[^]*“shop”[^]*: api\.example\.com/);
    await window.screenshot("removal-question");
    await dialog.click("Delete");
    await quickInput.waitFor(/Also deleted: .*“\/www\/wwwroot\/shop\.example\.com”.*: api\.example\.com\..*Type “shop/);
    await window.screenshot("removal-typed");
    await quickInput.type("shop.example.com");
    assert.match(await window.notification("was deleted").text(), /No longer listed by the panel: FTP user “shop”/);
    await window.screenshot("removal-done");
  });

  it("shows the current protection, and asks before it is lowered", async () => {
    const { window } = here;
    const { quickInput } = window;
    const { keyboard } = window.page;
    await addPanel(window, "Blog", used.panel);
    const choose = async (keys: readonly string[]) => {
      await window.row("Blog").choose("Edit Panel…");
      await quickInput.waitFor("Edit “Blog”");
      await quickInput.pick("Protection");
      await quickInput.waitFor("Protection of “Blog”");
      const [row] = await quickInput.highlighted();
      for (const key of keys) await keyboard.press(key);
      return row;
    };
    assert.match((await choose(["ArrowDown", "ArrowDown"])) ?? "", /^Ask ?current/);
    await window.screenshot("protection");
    await keyboard.press("Enter");
    assert.match((await choose(["ArrowUp", "Enter"])) ?? "", /^Read Only ?current/);
    assert.match(await window.dialog.text(), /Lower the protection of “Blog” from “Read Only” to “Type the Name”\?/);
    await window.screenshot("protection-lowered");
    await window.dialog.click("Cancel");
    assert.match((await choose(["Escape"])) ?? "", /^Read Only ?current/);
  });
});
