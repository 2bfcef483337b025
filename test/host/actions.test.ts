import assert from "node:assert/strict";
import * as vscode from "vscode";
import { groupNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";

const WAIT_SETTING = "serverPanel.confirmation.waitSeconds";

async function setWait(seconds: number | undefined): Promise<void> {
  await vscode.workspace.getConfiguration().update(WAIT_SETTING, seconds, vscode.ConfigurationTarget.Global);
}

describe("actions on resources", () => {
  useQuickClock();
  let panel: DemoPanel;
  const handlers: NonNullable<NonNullable<Parameters<typeof startDemoPanel>[0]>["handlers"]> = {};
  const pidsOf = (name: string) =>
    panel.state.javaProjects.find((project) => project.name === name)?.server.run?.pids ?? [];
  const run = (command: string) => vscode.commands.executeCommand(command);
  const site = async (name: string) => {
    const { tree, panels } = (await features()).services;
    const { id } = panels()[0] ?? assert.fail("no panel");
    await tree.children(undefined);
    await tree.children(panelNodeId(id));
    await tree.children(groupNodeId(id, "site"));
    return (await tree.items(id, "site")).find(({ label }) => label === name)?.id;
  };

  beforeEach(async () => {
    await removePanels();
    panel = await startDemoPanel({ delays: { javaProcess: 200, javaListen: 200, container: 200 }, handlers });
    const { services } = await features();
    await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key });
    await setWait(20);
  });

  afterEach(async () => {
    delete (handlers as Record<string, unknown>)["java.stop"];
    await setWait(undefined);
    await removePanels();
    await panel.close();
  });

  it("restarts a Java project from the palette and reports the new process", async () => {
    const before = pidsOf("order-service");
    const { messages, questions } = await answering(
      [
        { to: "Restart Type a name", with: "order-service > order-service" },
        { to: "Restart Java project “order-service” on “Shop”?", with: true },
      ],
      () => run("serverPanel.restart"),
    );
    assert.match(questions[0]?.detail ?? "", new RegExp(panel.address));
    assert.notDeepEqual(pidsOf("order-service"), before);
    assert.equal(messages.at(-1)?.severity, "information");
    assert.match(
      messages.at(-1)?.message ?? "",
      new RegExp(`has restarted\\. Process: ${pidsOf("order-service")[0]}\\.`),
    );
  });

  it("deletes a website with its parts, and reports each of them", async () => {
    panel.state.web.databaseServerIsDown = true;
    const name = "blog.example.com";
    const { messages } = await answering(
      [
        { to: `Delete ${name}`, with: "Root directory|Database" },
        { to: `Delete website “${name}”`, with: true },
        { to: `Delete website “${name}”`, with: name },
      ],
      async () => vscode.commands.executeCommand("serverPanel.remove", await site(name)),
    );
    assert.deepEqual(
      messages.map(({ severity }) => severity),
      ["warning"],
    );
    assert.match(
      messages[0]?.message ?? "",
      /Still there: database “blog”\. Gone: root directory “\/www\/wwwroot\/blog/,
    );
    assert.ok(!panel.state.files.has(`/www/wwwroot/${name}`));
  });
});
