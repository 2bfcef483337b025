import { strict as assert } from "node:assert";
import { chinese, chineseCommand, chineseTitle } from "../../chinese/chinese.ts";
import { useVsCode } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";

const SHOP = "商城";

describe("In Chinese, a red certificate", () => {
  const vscode = useVsCode({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel(() => ({ delays: { composer: 6_000 } }));

  it("is renewed by the first entry of its menu", async () => {
    const window = await vscode().open();
    const { quickInput } = window;
    await window.openView();
    await window.command(chineseCommand("command.panel.add"));
    for (const [question, answer] of [
      [chinese("Panel Address"), used.panel.address],
      [chinese("Panel Name"), SHOP],
      [chinese("API Key"), used.panel.key],
      [chinese("“{0}” Was Added", SHOP), ""],
    ] as const) {
      await quickInput.waitFor(question);
      await quickInput.type(answer);
    }
    await window.row(chinese("Websites")).expand();
    const row = window.row("blog.example.com");
    await row.waitFor();
    assert.ok((await row.tooltip()).includes(`${chinese("Certificate issued by")}：R11`));
    await window.screenshot("zh-certificate-tooltip");
    const menu = await row.menu();
    assert.equal((await menu.entries())[0], chineseTitle("command.site.renew"));
    await window.screenshot("zh-certificate-menu");
    await menu.choose(chineseTitle("command.site.renew"));
    await window.notification("正在验证域名..").waitFor();
    await window.screenshot("zh-certificate-renewing");
    await window.notification(chinese("“{0}” on “{1}” has a new certificate.", "blog.example.com", SHOP)).waitFor();
    await window.screenshot("zh-certificate-renewed");
    await window.close();
  });
});
