import { strict as assert } from "node:assert";
import { addPanel, usePanel } from "./panels.ts";
import { useVsCode } from "./pages/useVsCode.ts";

describe("A panel that answers true and does nothing", () => {
  const vscode = useVsCode({ settings: { "serverPanel.confirmation.waitSeconds": 2 } });
  const issued = { status: true, msg: "操作已执行", data: null, code: 0, timestamp: 1795223921 };
  const used = usePanel(() => ({ handlers: { "java.restart": () => issued } }));

  it("is told as sent, not confirmed", async () => {
    const window = await vscode().open();
    await window.openView();
    await addPanel(window, "Liar", used.panel);
    await window.row("Java Projects").expand();
    await window.row("order-service").choose("Restart Java Project…");
    await window.dialog.click("Restart");
    const told = window.notification("not confirmed");
    assert.match(
      await told.text(),
      /sent, not confirmed\. The panel accepted it, but no change was seen\. Process: 3776\./,
    );
    assert.deepEqual(await told.buttons(), ["Follow Log", "Show Details"]);
    await window.screenshot("not-confirmed");
    assert.equal(used.panel.counters.calls["java.restart"], 1);
  });
});
