import assert from "node:assert/strict";
import * as vscode from "vscode";
import { panelNodeId } from "../../src/tree/treeNodes.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useDemoPanel } from "./helpers/useDemoPanel.ts";

describe("A failure in the tree", () => {
  const fixture = useDemoPanel();

  it("leads to its fix", async () => {
    const { store, tree } = (await features()).services;
    const secrets = { apiKey: "wrongKeywrongKeywrongKeywrongKey" };
    const { id } = await store.add({ name: "Shop", address: fixture.panel.address }, secrets);
    await tree.children(undefined);
    const [failureId] = await tree.children(panelNodeId(id));
    const answers = [
      { to: "refused the API key", with: "Change API Key…" },
      { to: "API Key", with: fixture.panel.key },
    ];
    const { inputs } = await answering(answers, () => vscode.commands.executeCommand("serverPanel.fix", failureId));
    assert.equal(inputs.length, 1);
    assert.equal(await store.apiKey(store.get(id) ?? assert.fail("it is gone")), fixture.panel.key);
  });
});
