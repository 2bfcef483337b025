import { strict as assert } from "node:assert";
import { findings } from "./look/axe.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";

describe("The settings of a website", () => {
  const here = useWindow();
  const used = usePanel();

  it("are listed from its row, and changed after a question that says what follows", async () => {
    const { window } = here;
    const { quickInput } = window;
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row("shop.example.com").choose("Website Settings: Domains, HTTPS, Run Path…", "Settings");
    await quickInput.waitFor("Settings of “shop.example.com” on “Shop”");
    await quickInput.row("PHP: Memory of a Script").waitFor();
    assert.deepEqual(await findings(window.page, ".quick-input-widget"), []);
    await window.screenshot("site-settings");

    await quickInput.pick("PHP: Memory of a Script");
    await quickInput.waitFor("shop.example.com: PHP: Memory of a Script");
    await quickInput.type("1G");
    await window.screenshot("site-settings-typed");
    await quickInput.type("256");
    assert.match(await window.dialog.text(), /to “256 MB”\?[^]*with PHP 8\.2: 3\./);
    await window.screenshot("site-settings-question");
    await window.dialog.click("Change Setting");
    await window.notification("was changed. Now: 256 MB.").waitFor();
    const ini = used.panel.state.files.get("/www/server/php/82/etc/php.ini")?.bytes?.toString() ?? "";
    assert.match(ini, /^memory_limit = 256M$/m);
  });
});
