import { strict as assert } from "node:assert";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolAnswer } from "../agents/dialogue.ts";
import { INVOKE, OtherExtension } from "./otherExtension.ts";
import { eventually } from "./pages/eventually.ts";
import { useVsCode } from "./pages/useVsCode.ts";
import type { Workbench } from "./pages/workbench.ts";
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

  /** Has the agent invoke a tool, and returns while the call goes on. */
  async function invoke(window: Workbench, tool: string, input: object): Promise<void> {
    await window.command(INVOKE);
    await window.quickInput.waitFor("Tool");
    await window.quickInput.type(JSON.stringify({ tool, input }));
  }

  async function result(): Promise<ToolAnswer> {
    let answer: ToolAnswer | undefined;
    await eventually(
      async () => (answer ??= agent.takeResult()),
      (seen) => seen !== undefined,
    );
    return answer ?? assert.fail("no result");
  }

  it("still has a person asked what the panel's protection asks", async () => {
    // of a machine, which in a browser is the server's
    const machine = join(vscode().server.userDataDir, "Machine");
    mkdirSync(machine, { recursive: true });
    writeFileSync(join(machine, "settings.json"), JSON.stringify({ "chat.tools.global.autoApprove": true }));
    const window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", used.panel);
    const { dialog } = window;
    const restart = { panel: "Shop", kind: "javaProject", name: "order-service", action: "restart" };
    const before = pids();

    await invoke(window, "list_panels", {});
    assert.match(await dialog.text(), /^Enable global auto approve\?/);
    await dialog.click("Enable");
    assert.equal((await result()).data?.panels?.[0]?.["name"], "Shop");

    // what the protection does not ask, VS Code would: it approves that by itself
    await invoke(window, "control_panel_resource", { ...restart, name: "legacy-api", action: "start" });
    assert.equal((await result()).outcome, "done");

    await invoke(window, "control_panel_resource", restart);
    const text = await dialog.text();
    assert.match(text, QUESTION);
    assert.match(text, /An agent in this window asks for this\./);
    await window.screenshot("agent-question");
    assert.deepEqual(pids(), before, "nothing was sent yet");
    await dialog.click("Cancel");
    assert.equal((await result()).outcome, "declined");
    assert.deepEqual(pids(), before);

    await invoke(window, "control_panel_resource", restart);
    assert.match(await dialog.text(), QUESTION);
    await dialog.click("Restart");
    assert.equal((await result()).outcome, "done");
    assert.notDeepEqual(pids(), before);
    await window.expandPane("Activity");
    await window.row("Restart order-service").locator.filter({ hasText: "done · agent · Shop" }).waitFor();
    await window.screenshot("agent-activity");
  });
});
