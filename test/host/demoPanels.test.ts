import assert from "node:assert/strict";
import * as vscode from "vscode";
import { panelNodeId } from "../../src/tree/treeNodes.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";

describe("Demo panels", () => {
  before(removePanels);
  afterEach(removePanels);

  const open = (choice: string | undefined) =>
    answering([{ to: "Try the Demo Panel", with: choice }], () =>
      vscode.commands.executeCommand("serverPanel.demo.open"),
    );

  async function shown(): Promise<readonly unknown[]> {
    const { services, itemOf } = await features();
    return (await services.tree.children(undefined)).map((id) => itemOf(id).label);
  }

  it("stand in the tree side by side, and one is removed without the other", async () => {
    await open("Both");
    assert.deepEqual(await shown(), ["Demo (BaoTa)", "Demo (aaPanel)"]);
    await vscode.commands.executeCommand("serverPanel.panel.remove", panelNodeId("demo"));
    assert.deepEqual(await shown(), ["Demo (aaPanel)"]);
    await open("BaoTa");
    assert.deepEqual(await shown(), ["Demo (BaoTa)", "Demo (aaPanel)"]);
  });

  it("are not opened where the person turns away", async () => {
    await open(undefined);
    assert.deepEqual((await features()).services.demo.records, []);
  });
});
