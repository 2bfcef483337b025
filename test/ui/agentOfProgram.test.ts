import { strict as assert } from "node:assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { connectCursor, cursorFile } from "./connectCursor.ts";
import type { ToolAnswer } from "../agents/dialogue.ts";
import { useVsCode } from "./pages/useVsCode.ts";
import type { Workbench } from "./pages/workbench.ts";
import { addPanel, usePanel } from "./panels.ts";

/** Longer than any question waits for a person. */
const PATIENT = { timeout: 660_000 };

describe("An agent of another program that approves its tools by itself", () => {
  const vscode = useVsCode({ settings: { "serverPanel.agentTools": "all" } });
  const used = usePanel();

  const pids = () => used.panel.state.javaProjects.find(({ name }) => name === "order-service")?.server.run?.pids;

  /** Connects it as the guide says, and starts what then stands in its configuration. */
  async function connect(window: Workbench): Promise<Client> {
    const command = await connectCursor(window, cursorFile(vscode()));
    const client = new Client({ name: "cursor-vscode", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command, args: [] }));
    const greeted = window.notification("Cursor is connected and has said hello, as “cursor-vscode 1.0.0”.");
    await greeted.waitFor();
    await greeted.dismiss();
    return client;
  }

  it("still has a person asked, in the window, before anything is sent", async () => {
    const window = await vscode().open();
    await window.openView();
    await addPanel(window, "Shop", used.panel);
    const client = await connect(window);
    const progress: string[] = [];
    // as a program does whose person has allowed it everything: it asks nobody
    const call = async (name: string, input: Record<string, unknown>) => {
      const options = { ...PATIENT, onprogress: ({ message = "" }) => void progress.push(message) };
      const { structuredContent } = await client.callTool({ name, arguments: input }, options);
      return structuredContent as ToolAnswer;
    };
    const order = { panel: "Shop", kind: "javaProject", name: "order-service" };
    const restart = { ...order, action: "restart" };
    const before = pids();
    assert.equal((await call("get_panel_resource", order)).data?.resource?.["name"], "order-service");

    const asks = window.notification(
      "An agent that calls itself “cursor-vscode” asks: Restart Java project “order-service” on “Shop”?",
    );
    const declined = call("control_panel_resource", restart);
    await Promise.race([
      asks.waitFor(),
      declined.then((answer) => assert.fail(`Nobody was asked: ${JSON.stringify(answer)}`)),
    ]);
    await vscode().pictures(window, "program-asks");
    assert.match(progress.join(), /^Waits for the user, who is asked in the editor\./);
    await asks.click("Answer…");
    const { dialog } = window;
    assert.match(await dialog.text(), /An agent that calls itself “cursor-vscode” asks for this\./);
    assert.equal(await dialog.focused(), "Decline");
    await vscode().pictures(window, "program-question");
    assert.deepEqual(pids(), before, "nothing was sent yet");
    await dialog.click("Decline");
    assert.equal((await declined).outcome, "declined");
    assert.deepEqual(pids(), before);
    // its link is seen a moment longer than it works
    await asks.waitUntilGone();

    const done = call("control_panel_resource", restart);
    await asks.click("Answer…");
    await dialog.click("Restart");
    assert.equal((await done).outcome, "done");
    assert.notDeepEqual(pids(), before);
    await asks.waitUntilGone();

    // an agent whose process ends takes its question along
    void call("control_panel_resource", restart).catch(() => undefined);
    await asks.waitFor();
    const after = pids();
    await client.close();
    await asks.waitUntilGone();
    assert.deepEqual(pids(), after);
    await window.expandPane("Activity");
    const row = window.row("Restart order-service").locator;
    await row.filter({ hasText: "done · agent “cursor-vscode” · Shop" }).waitFor();
    await vscode().pictures(window, "program-activity");
    await window.close();
  });
});
