import assert from "node:assert/strict";
import * as vscode from "vscode";
import { contextKeys } from "../../../src/manifest/manifest.ts";
import { groupNodeId, panelNodeId } from "../../../src/tree/treeNodes.ts";
import { features } from "../helpers/extension.ts";
import { answering } from "../helpers/scriptedDialogs.ts";
import { useDemoPanel } from "../helpers/useDemoPanel.ts";
import { useQuickClock } from "../helpers/useQuickClock.ts";

describe("The first steps", () => {
  useQuickClock();
  const fixture = useDemoPanel();
  const commands = vscode.commands as unknown as Record<string, unknown>;
  const { executeCommand } = vscode.commands;
  /** What `when` clauses were told last. */
  const context = new Map<unknown, unknown>();
  let opened: unknown[] = [];

  beforeEach(() => {
    context.clear();
    opened = [];
    commands["executeCommand"] = async (id: string, ...args: unknown[]) => {
      if (id === "setContext") context.set(args[0], args[1]);
      if (id !== "workbench.action.openWalkthrough") return executeCommand(id, ...args);
      opened.push(args[0]);
      return undefined;
    };
  });
  afterEach(() => {
    commands["executeCommand"] = executeCommand;
  });

  it("are done when a panel is stored and something was restarted, and not by a demo panel alone", async () => {
    const { services } = await features();
    await services.demo.open("baota");
    assert.equal(context.get(contextKeys.panelCount), 1);
    assert.equal(context.get(contextKeys.storedPanels), 0);
    const { id } = await services.store.add(
      { name: "Shop", address: fixture.panel.address, guardLevel: "trusted" },
      { apiKey: fixture.panel.key },
    );
    assert.equal(context.get(contextKeys.storedPanels), 1);
    const group = groupNodeId(id, "container");
    for (const node of [undefined, panelNodeId(id), group]) await services.tree.children(node);
    const [container] = (await services.tree.items(id, "container")).filter(({ state }) => state === "running");
    assert.ok(container);
    await answering([], () => executeCommand("serverPanel.restart", container.id));
    assert.equal(context.get(contextKeys.restarted), true);
  });

  it("are opened by a command, at the step that a link names", async () => {
    await executeCommand("serverPanel.firstSteps.open");
    await executeCommand("serverPanel.firstSteps.open", "api");
    const category = "serverpanel.server-panel#serverPanel.firstSteps";
    assert.deepEqual(opened, [category, { category, step: "api" }]);
  });
});
