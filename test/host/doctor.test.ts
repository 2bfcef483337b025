import assert from "node:assert/strict";
import * as vscode from "vscode";
import { panelNodeId } from "../../src/tree/treeNodes.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useDemoPanel } from "./helpers/useDemoPanel.ts";

const LIST = "Connection to “Shop”";

describe("The doctor", () => {
  const fixture = useDemoPanel();

  const addShop = async (apiKey: string) => {
    const { store, tree } = (await features()).services;
    const { id } = await store.add({ name: "Shop", address: fixture.panel.address }, { apiKey });
    await tree.children(undefined);
    return panelNodeId(id);
  };
  const diagnose = (node: string | undefined) => vscode.commands.executeCommand("serverPanel.panel.diagnose", node);

  it("diagnoses a panel from its row and from the palette, and sends a wrong key once", async () => {
    const row = await addShop("wrongKeywrongKeywrongKeywrongKey");
    for (const node of [row, undefined]) {
      const copy = { to: LIST, with: " > Copy as Text" };
      await answering([copy, { to: LIST, with: "" }], () => diagnose(node));
      const text = await vscode.env.clipboard.readText();
      assert.match(text, /\n✓ IP Allowlist: .+\n✗ API Key: The panel refused the API key\..+\n✓ Clock: /);
      assert.ok(!text.includes("wrongKey"));
      assert.equal(fixture.panel.counters.refused, 1);
    }
    const fixed = [
      { to: LIST, with: " > Change API Key…" },
      { to: "API Key", with: fixture.panel.key },
    ];
    await answering(fixed, () => diagnose(row));
    const { choices } = await answering([{ to: LIST, with: "" }], () => diagnose(row));
    assert.deepEqual(choices[0]?.slice(-3), ["Diagnose Again", "Copy as Text", "Report an Issue…"]);
    assert.equal(fixture.panel.counters.refused, 1);
  });

  it("copies diagnostics without names, addresses and keys, which VS Code's reporter takes", async () => {
    const row = await addShop(fixture.panel.key);
    await answering([{ to: LIST, with: "" }], () => diagnose(row));
    await vscode.commands.executeCommand("serverPanel.diagnostics.copy");
    const text = await vscode.env.clipboard.readText();
    assert.match(text, new RegExp(`^Server Panel .+\nVS Code ${vscode.version.replaceAll(".", "\\.")}, `));
    assert.match(text, /\n- serverPanel\.refresh\.intervalSeconds: 30\n/);
    assert.match(text, /\n- panel 1: baota .+; http, not agreed to; /);
    assert.match(text, /\n- offer: tick, \d+ groups, 0 hidden$/);
    for (const secret of ["Shop", fixture.panel.address, "127.0.0.1", fixture.panel.key])
      assert.ok(!text.includes(secret), secret);
    assert.ok((await vscode.commands.getCommands(true)).includes("workbench.action.openIssueReporter"));
  });
});
