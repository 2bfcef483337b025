import { strict as assert } from "node:assert";
import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { addShop, pictures, SHOP } from "./shop.ts";

const SITE = "shop.example.com";

describe("In Chinese, the settings of a website", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();

  it("are listed from its row, and changed after a question", async () => {
    const { window } = here;
    const { quickInput, dialog } = window;
    await addShop(window, used.panel);
    await window.row(SITE).choose(chineseTitle("command.site.changeSettings"), chineseTitle("submenu.settings"));
    await quickInput.waitFor(chinese("Settings of “{0}” on “{1}”", SITE, SHOP));
    await quickInput.row(chinese("PHP: Size of an Upload")).waitFor();
    await pictures(here.vscode, window, "site-settings");
    await quickInput.pick(chinese("PHP: Size of an Upload"));
    await quickInput.waitFor(chinese("In megabytes, such as 50. It also limits all that a form sends at once."));
    await quickInput.type("64");
    assert.match(await dialog.text(), /PHP 8\.2/);
    await window.screenshot("zh-site-settings-question");
    await dialog.click(chinese("Change Setting"));
    await window.notification("64 MB").waitFor();
  });
});
