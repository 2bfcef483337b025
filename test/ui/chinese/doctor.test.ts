import { strict as assert } from "node:assert";
import { chinese, chineseCommand, chineseTitle } from "../../chinese/chinese.ts";
import { startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { addShop, pictures, SHOP } from "./shop.ts";

describe("In Chinese, the doctor", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();

  it("lists its steps, and shows each in full", async () => {
    const { window } = here;
    const { quickInput } = window;
    await addShop(window, used.panel);
    const diagnose = async () => {
      await window.command(chineseCommand("command.panel.diagnose"));
      await quickInput.waitFor(chinese("Connection to “{0}”", SHOP));
      await quickInput.row(chinese("Diagnose Again")).waitFor();
    };
    await diagnose();
    await pictures(here.vscode, window, "doctor-well");
    await quickInput.cancel();

    const port = Number(new URL(used.panel.address).port);
    await used.panel.close();
    used.panel = await startDemoPanel({ port, allowedAddresses: ["192.0.2.9"] });
    await diagnose();
    await pictures(here.vscode, window, "doctor-address");
    await quickInput.pick(chinese("IP Allowlist"));
    assert.match(await window.dialog.text(), /127\.0\.0\.1/);
    await pictures(here.vscode, window, "doctor-step");
    await window.dialog.click(chinese("Close"));
    // the list comes back
    await quickInput.row(chinese("Diagnose Again")).waitFor();
    await quickInput.cancel();
    assert.equal(used.panel.counters.refused, 1);
  });
});
