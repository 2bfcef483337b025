import { strict as assert } from "node:assert";
import { startDemoPanel } from "../demoPanel/startDemoPanel.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useWindow } from "./pages/useVsCode.ts";

describe("A key that is no longer accepted", () => {
  const here = useWindow();
  const used = usePanel();

  it("is refused exactly once, in all windows together", async () => {
    const { window: first } = here;
    await addPanel(first, "Rotated", used.panel);
    await first.row("Websites").waitFor();
    const port = Number(new URL(used.panel.address).port);
    await used.panel.close();
    used.panel = await startDemoPanel({ port });

    const second = await here.vscode.open();
    await second.openView();
    // what it shows is too young to be read again unasked
    await Promise.all([first.row("Rotated").choose("Refresh"), second.row("Rotated").expand()]);
    for (const window of [first, second]) await window.row("Key refused").waitFor();
    assert.equal(used.panel.counters.refused, 1);

    await first.row("Key refused").button("Refresh");
    await first.row("Key refused").waitFor();
    await first.row("Rotated").button("Explain and Fix…");
    assert.deepEqual(await first.notification("refused the API key").buttons(), [
      "Change API Key…",
      "Try Again",
      "Diagnose…",
    ]);
    await first.screenshot("refused-key");
    await first.notification("refused the API key").click("Change API Key…");
    await first.quickInput.waitFor("API Key");
    assert.equal(await first.quickInput.field.getAttribute("type"), "password");
    await first.quickInput.type(used.panel.key);
    await first.row("Websites").waitFor();
    // a browser's windows read the secret storage only when they load; desktop windows share it at once
    await second.close();
    assert.equal(used.panel.counters.refused, 2);
  });
});
