import { strict as assert } from "node:assert";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { approveAll, OtherExtension } from "./otherExtension.ts";
import { eventually } from "../eventually.ts";
import { useVsCode } from "./pages/useVsCode.ts";
import type { Workbench } from "./pages/workbench.ts";
import { addPanel, usePanel } from "./panels.ts";

const QUESTION = /^Restart Java project “order-service” on “(?:Shop|Blog)”\?/;

describe("An agent whose tools VS Code approves by itself", () => {
  const agent = new OtherExtension();
  after(() => agent.remove());
  const vscode = useVsCode({
    settings: { "serverPanel.agentTools": "all", "editor.quickSuggestions": false },
    extensions: [agent.folder],
  });
  const used = usePanel();

  const inBothThemes = async (name: string) => {
    for (const theme of ["light", "dark"] as const) {
      await vscode().setTheme(theme);
      await window.screenshot(`${name}-${theme}`);
    }
  };
  let window: Workbench;
  before(async () => {
    approveAll(vscode());
    window = await vscode().open();
    await window.openView();
  });

  const pids = () => used.panel.state.javaProjects.find(({ name }) => name === "order-service")?.server.run?.pids;

  it("has a person asked, also what the panel's protection does not ask", async () => {
    await addPanel(window, "Shop", used.panel);
    const { dialog } = window;
    const restart = { panel: "Shop", kind: "javaProject", name: "order-service", action: "restart" };
    const before = pids();

    assert.equal((await agent.beApproved(window)).data?.panels?.[0]?.["name"], "Shop");

    // a person who does it is asked nothing
    await agent.invoke(window, "control_panel_resource", { ...restart, name: "legacy-api", action: "start" });
    const start = window.notification("An agent in this window asks: Start Java project “legacy-api” on “Shop”?");
    await start.click("Answer…");
    await dialog.click("Start");
    assert.equal((await agent.result()).outcome, "done");

    const asks = window.notification("An agent in this window asks: Restart Java project “order-service” on “Shop”?");
    await agent.invoke(window, "control_panel_resource", restart);
    await asks.waitFor();
    await inBothThemes("agent-asks");
    await asks.click("Answer…");
    const text = await dialog.text();
    assert.match(text, QUESTION);
    assert.match(text, /An agent in this window asks for this\./);
    assert.equal(await dialog.focused(), "Decline");
    await inBothThemes("agent-question");
    assert.deepEqual(pids(), before, "nothing was sent yet");
    // what is left for later waits again
    await asks.waitUntilGone();
    await window.page.keyboard.press("Escape");
    await asks.click("Answer…");
    await dialog.click("Decline");
    assert.equal((await agent.result()).outcome, "declined");
    await asks.waitUntilGone();
    assert.deepEqual(pids(), before);

    await agent.invoke(window, "control_panel_resource", restart);
    await asks.click("Answer…");
    await dialog.click("Restart");
    assert.equal((await agent.result()).outcome, "done");
    assert.notDeepEqual(pids(), before);
    await window.expandPane("Activity");
    await window.row("Restart order-service").locator.filter({ hasText: "done · agent · Shop" }).waitFor();
    await window.screenshot("agent-activity");
  });

  it("answers nothing in a person's stead who types while an agent and a task ask", async () => {
    const { workspace } = vscode();
    const restart = { panel: "Blog", kind: "javaProject", name: "order-service" };
    const tasks = [{ label: "again", type: "serverPanel", task: "restart", ...restart }];
    mkdirSync(join(workspace, ".vscode"), { recursive: true });
    writeFileSync(join(workspace, ".vscode", "tasks.json"), JSON.stringify({ version: "2.0.0", tasks }));
    const file = join(workspace, "notes.txt");
    writeFileSync(file, "");
    const { dialog, page } = window;
    await addPanel(window, "Blog", used.panel);
    await agent.beApproved(window);
    const before = pids();
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    const type = async (some: readonly string[]) => {
      for (const line of some) {
        await page.keyboard.type(line);
        await page.keyboard.press("Enter");
      }
    };

    await window.openView("Explorer");
    await window.row("notes.txt").locator.dblclick();
    await page.locator(".editor-instance .view-lines").click();
    await type(lines.slice(0, 5));
    await agent.order({ tool: "control_panel_resource", input: { ...restart, action: "restart" } });
    await type(lines.slice(5, 15));
    await agent.order({ task: "again" });
    await type(lines.slice(15, 25));
    const asks = ["An agent in this window asks:", "The task “again” asks:"].map((text) => window.notification(text));
    for (const each of asks) await each.waitInCorner();
    await type(lines.slice(25));
    await page.keyboard.press("Control+S");
    await eventually(
      () => readFileSync(file, "utf8"),
      (text) => text === [...lines, ""].join("\n"),
    );
    assert.ok(!(await dialog.appearsWithin(1)), "no question stands");
    assert.deepEqual(pids(), before);
    await inBothThemes("typing-while-asked");

    const [byAgent, byTask] = asks;
    await byTask?.click("Answer…");
    assert.match(await dialog.text(), QUESTION);
    assert.equal(await dialog.focused(), "Decline");
    await page.keyboard.press("Enter");
    await byTask?.waitUntilGone();
    assert.deepEqual(pids(), before);
    await byAgent?.click("Answer…");
    await dialog.click("Restart");
    assert.equal((await agent.result()).outcome, "done");
    assert.notDeepEqual(pids(), before);
  });
});
