import { strict as assert } from "node:assert";
import { chinese, chineseCommand, chineseTitle } from "../../chinese/chinese.ts";
import { eventually } from "../../eventually.ts";
import { FormControls } from "../form/formControls.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { pictures, SHOP } from "./shop.ts";

describe("In Chinese, a newcomer", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();

  it("adds a panel, restarts a Java project and creates a website", async () => {
    const { window } = here;
    const { quickInput } = window;
    await window.sideBar
      .getByRole("button", { name: chineseTitle("command.panel.add") })
      .first()
      .waitFor();
    await pictures(here.vscode, window, "welcome");
    await window.command(chineseCommand("command.panel.add"));
    await quickInput.waitFor(chinese("Panel Address"));
    await quickInput.type(used.panel.address);
    await quickInput.waitFor(chinese("Panel Name"));
    await quickInput.type(SHOP);
    await quickInput.waitFor(chinese("API Key"));
    await window.screenshot("zh-key");
    await quickInput.type(used.panel.key);
    await quickInput.waitFor(chinese("“{0}” Was Added", SHOP));
    await window.screenshot("zh-added");
    await quickInput.type("");
    await window.row(chinese("Websites")).expand();
    await window.row(chinese("Containers")).expand();
    await window.row(chinese("Projects")).expand();
    const project = window.row("order-service");
    await project.click();
    // the count of a group appears a moment after its rows
    await eventually(
      () => window.row(chinese("Projects")).text(),
      (text) => text.includes(chinese("{0} stopped", 2)),
    );
    await pictures(here.vscode, window, "tree");

    await project.menu();
    await window.screenshot("zh-menu");
    await window.page.keyboard.press("Escape");
    await project.choose(chineseTitle("command.javaProject.restart"));
    assert.ok((await window.dialog.text()).includes(SHOP));
    await pictures(here.vscode, window, "confirmation");
    await window.dialog.click(chinese("Restart"));
    const messages = window.notification(chinese("“{0}” on “{1}” has restarted.", "order-service", SHOP));
    await messages.waitFor();
    await pictures(here.vscode, window, "notice");
    await messages.dismiss();

    await window.row(chinese("Websites")).button(chineseTitle("command.site.create"));
    const form = new FormControls(window.webview);
    await form.control("php").and(window.webview.locator(":enabled")).waitFor();
    await form.control("domain").fill("*.商城.例子.中国");
    await form.control("port").fill("22");
    await window.webview.getByLabel(chinese("Create an FTP user")).check();
    await form.button(chinese("Review…")).click();
    assert.match(await form.issue("domain"), /\p{Script=Han}/u);
    await pictures(here.vscode, window, "form-problems");
    await form.control("domain").fill("商城.例子.中国");
    // a suggested name ends in random letters
    await form.control("ftpUser").fill("mall");
    await form.button(chinese("Review…")).click();
    await form.button(chinese("Create Website")).waitFor();
    await pictures(here.vscode, window, "form-review");
    await form.button(chinese("Create Website")).click();
    await form.control("outcome-title").waitFor();
    await pictures(here.vscode, window, "form-created");
  });
});
