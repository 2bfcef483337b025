import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openItems, useAddedPanels } from "../helpers/addedPanels.ts";
import { answering, type ScriptedAnswer } from "../helpers/scriptedDialogs.ts";
import { useQuickClock } from "../helpers/useQuickClock.ts";
import { clearFollowedLogs, outputText } from "../logs/outputChannel.ts";
import { language } from "./language.ts";

describe("the restart of a Java project on an aaPanel", () => {
  useQuickClock();
  const [shop] = useAddedPanels({ name: "Shop", edition: "aapanel", language });

  afterEach(async () => {
    await clearFollowedLogs();
  });

  const project = () => {
    const found = shop.panel.state.javaProjects.find(({ name }) => name === "order-service");
    return found ?? assert.fail("no order-service");
  };

  async function restart(...answers: readonly ScriptedAnswer[]) {
    const node = (await openItems(shop, "javaProject")).find(({ label }) => label === "order-service")?.id;
    const { messages } = await answering([{ to: "Restart Java project", with: true }, ...answers], () =>
      vscode.commands.executeCommand("serverPanel.restart", node, [node]),
    );
    return messages;
  }

  const calls = () => {
    const { counters } = shop.panel;
    return [counters.calls["java.stop"], counters.calls["java.start"]];
  };

  it("reports a process that ends, and shows its log", async () => {
    // something else holds its port
    project().server.lost = { pids: [99], since: 0, listening: true };
    const wait = (seconds: number | undefined) =>
      vscode.workspace.getConfiguration().update("serverPanel.confirmation.waitSeconds", seconds, true);
    await wait(10);
    const [messages] = await restart({ to: "the panel accepted it, but it failed", with: "Follow Log" }).finally(() =>
      wait(undefined),
    );
    assert.equal(messages?.severity, "error");
    assert.equal(project().server.run, undefined);
    assert.deepEqual(calls(), [1, 1]);
    await outputText("order-service – Shop", (text) => text.includes("BindException: Address already in use"));
  });
});
