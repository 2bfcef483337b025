import { strict as assert } from "node:assert";
import { chinese, chineseCommand, chineseTitle } from "../../chinese/chinese.ts";
import { startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { useVsCode } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";

const SHOP = "商城";

describe("In Chinese, the doctor", () => {
  const vscode = useVsCode({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();

  it("lists its steps, and shows each in full", async () => {
    const window = await vscode().open();
    const { quickInput } = window;
    await window.openView();
    await window.command(chineseCommand("command.panel.add"));
    await quickInput.waitFor(chinese("Panel Address"));
    await quickInput.type(used.panel.address);
    await quickInput.waitFor(chinese("Panel Name"));
    await quickInput.type(SHOP);
    await quickInput.waitFor(chinese("API Key"));
    await quickInput.type(used.panel.key);
    await quickInput.waitFor(chinese("“{0}” Was Added", SHOP));
    await quickInput.type("");
    await window.row(chinese("Websites")).expand();
    const diagnose = async () => {
      await window.command(chineseCommand("command.panel.diagnose"));
      await quickInput.waitFor(chinese("Connection to “{0}”", SHOP));
      await quickInput.row(chinese("Diagnose Again")).waitFor();
    };
    await diagnose();
    await window.screenshot("zh-doctor-well");
    await quickInput.cancel();

    const port = Number(new URL(used.panel.address).port);
    await used.panel.close();
    used.panel = await startDemoPanel({ port, allowedAddresses: ["192.0.2.9"] });
    await diagnose();
    await window.screenshot("zh-doctor-address");
    await quickInput.pick(chinese("IP Allowlist"));
    assert.match(await window.dialog.text(), /127\.0\.0\.1/);
    await window.screenshot("zh-doctor-step");
    await window.dialog.click(chinese("Close"));
    await quickInput.cancel();
    assert.equal(used.panel.counters.refused, 1);
    await window.close();
  });
});
