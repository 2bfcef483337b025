import { strict as assert } from "node:assert";
import { startDemoPanel } from "../demoPanel/startDemoPanel.ts";
import { findings } from "./look/axe.ts";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";

describe("The doctor", () => {
  const here = useWindow();
  const used = usePanel();

  it("lists the steps to a panel, each in full on demand, and goes on after a fix", async () => {
    const { window } = here;
    await here.vscode.setTheme("dark");
    const { quickInput, dialog } = window;
    const { keyboard } = window.page;
    await addPanel(window, "Shop", used.panel);
    const diagnose = async () => {
      await window.row("Shop").choose("Diagnose Connection…");
      await quickInput.waitFor("Connection to “Shop”");
      await quickInput.row("Diagnose Again").waitFor();
    };
    await diagnose();
    await window.screenshot("doctor-well");
    assert.deepEqual(await findings(window.page, ".quick-input-widget"), []);
    await quickInput.cancel();

    // the key is another one since
    const port = Number(new URL(used.panel.address).port);
    await used.panel.close();
    used.panel = await startDemoPanel({ port });
    await diagnose();
    await window.screenshot("doctor-key");
    const [first = "", ...others] = await quickInput.drawnRows();
    assert.match(first, /^API Key.*fault/);
    assert.match(others.slice(0, 3).join(" "), /The panel refused the API key.*locks this computer out for an hour/);
    // the fault has the cursor
    await eventually(
      () => quickInput.highlighted(),
      ([row = ""]) => row.startsWith("API Key"),
    );
    await keyboard.press("Enter");
    assert.match(await dialog.text(), /API Key: fault[^]+after 20 refusals a panel locks this computer out/);
    await window.screenshot("doctor-step");
    await dialog.click("Close");
    await quickInput.pick("Change API Key…");
    // the list before has a row of this name
    await eventually(
      () => quickInput.field.getAttribute("type"),
      (type) => type === "password",
    );
    await quickInput.type(used.panel.key);
    await window.row("Key refused").locator.waitFor({ state: "detached" });
    assert.equal(used.panel.counters.refused, 1);

    await used.panel.close();
    await window.row("Shop").choose("Refresh");
    await window.row("Shop").button("Explain and Fix…");
    await window.notification("Nothing answers").click("Diagnose…");
    await quickInput.row("Diagnose Again").waitFor();
    await quickInput.row("Restart the Panel over SSH…").waitFor();
    await here.vscode.pictures(window, "doctor-stopped");
    await quickInput.fill("Report");
    await quickInput.pick("Report an Issue…");
    // the extension names no address for issues
    await window.notification("Diagnostics copied: paste").waitFor();
    const text = await window.page.evaluate<string>("navigator.clipboard.readText()");
    assert.match(text, /\n- port: cross, network ECONNREFUSED\n/);
    assert.ok(!text.includes("127.0.0.1") && !text.includes("Shop"));
    await window.screenshot("doctor-report");
  });
});
