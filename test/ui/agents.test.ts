import { strict as assert } from "node:assert";
import { approveAll, OtherExtension } from "./otherExtension.ts";
import { useVsCode } from "./pages/useVsCode.ts";
import { addPanel, usePanel } from "./panels.ts";

const QUESTION = /^Restart Java project “order-service” on “Shop”\?/;

describe("An agent whose tools VS Code approves by itself", () => {
  const agent = new OtherExtension();
  after(() => agent.remove());
  const vscode = useVsCode({
    settings: { "serverPanel.agentTools": "all" },
    extensions: [agent.folder],
  });
  const used = usePanel();

  const pids = () => used.panel.state.javaProjects.find(({ name }) => name === "order-service")?.server.run?.pids;

  it("still has a person asked what the panel's protection asks", async () => {
    approveAll(vscode());
    const window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", used.panel);
    const { dialog } = window;
    const restart = { panel: "Shop", kind: "javaProject", name: "order-service", action: "restart" };
    const before = pids();

    await agent.invoke(window, "list_panels", {});
    assert.match(await dialog.text(), /^Enable global auto approve\?/);
    await dialog.click("Enable");
    assert.equal((await agent.result()).data?.panels?.[0]?.["name"], "Shop");

    // what the protection does not ask, VS Code would: it approves that by itself
    await agent.invoke(window, "control_panel_resource", { ...restart, name: "legacy-api", action: "start" });
    assert.equal((await agent.result()).outcome, "done");

    await agent.invoke(window, "control_panel_resource", restart);
    const text = await dialog.text();
    assert.match(text, QUESTION);
    assert.match(text, /An agent in this window asks for this\./);
    await window.screenshot("agent-question");
    assert.deepEqual(pids(), before, "nothing was sent yet");
    await dialog.click("Cancel");
    assert.equal((await agent.result()).outcome, "declined");
    assert.deepEqual(pids(), before);

    await agent.invoke(window, "control_panel_resource", restart);
    assert.match(await dialog.text(), QUESTION);
    await dialog.click("Restart");
    assert.equal((await agent.result()).outcome, "done");
    assert.notDeepEqual(pids(), before);
    await window.expandPane("Activity");
    await window.row("Restart order-service").locator.filter({ hasText: "done · agent · Shop" }).waitFor();
    await window.screenshot("agent-activity");
  });
});
