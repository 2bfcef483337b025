import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import type { PanelRecord } from "../../src/panels/panelRecord.ts";
import { panelNodeId } from "../../src/tree/treeNodes.ts";
import { features } from "./helpers/extension.ts";
import { answering, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";
import { useDemoPanel } from "./helpers/useDemoPanel.ts";

describe("Edit Panel", () => {
  const fixture = useDemoPanel();
  let record: PanelRecord;
  let other: DemoPanel;

  beforeEach(async () => {
    other = await startDemoPanel({ key: fixture.panel.key });
    const { services } = await features();
    const secrets = { apiKey: fixture.panel.key, entrance: "/abcd1234" };
    record = await services.store.add({ name: "Shop", address: fixture.panel.address }, secrets);
  });

  afterEach(() => other.close());

  const edit = async (what: string, ...answers: readonly ScriptedAnswer[]) => {
    await (await features()).services.tree.children(undefined);
    return answering([{ to: "Edit “Shop”", with: what }, ...answers], () =>
      vscode.commands.executeCommand("serverPanel.panel.edit", panelNodeId(record.id)),
    );
  };
  const current = async () => {
    const { store } = (await features()).services;
    const now = store.get(record.id);
    assert.ok(now);
    return { now, key: await store.apiKey(now), entrance: await store.entrance(now) };
  };

  it("stores a new address with its entrance at once, after one signed call", async () => {
    const { store } = (await features()).services;
    const states: (string | undefined)[] = [];
    const subscription = store.onDidChange(() => {
      const now = store.get(record.id);
      states.push(`${now?.address} ${now?.entranceRef === record.entranceRef ? "old" : "new"}`);
    });
    const before = other.counters.calls["system.total"];
    await edit("Address", { to: "Panel Address", with: `${other.address}/efgh5678` });
    subscription.dispose();
    assert.deepEqual(states, [`${other.address} new`]);
    assert.equal((await current()).entrance, "/efgh5678");
    assert.equal((await current()).key, fixture.panel.key);
    assert.ok(other.counters.calls["system.total"] > before);
  });

  describe("with a failure in the tree", () => {
    let failureId: string | undefined;
    const fix = () => vscode.commands.executeCommand("serverPanel.node.fix", failureId);

    beforeEach(async () => {
      const { services } = await features();
      await services.store.update(record.id, {}, { apiKey: "wrongKeywrongKeywrongKeywrongKey" });
      await services.tree.children(undefined);
      [failureId] = await services.tree.children(panelNodeId(record.id));
    });

    it("leads to the fix", async () => {
      const pressing = { to: "refused the API key", with: "Change API Key…" };
      const { inputs } = await answering([pressing, { to: "API Key", with: fixture.panel.key }], fix);
      assert.equal(inputs.length, 1);
      assert.equal((await current()).key, fixture.panel.key);
    });

    it("says so where the panel has been removed while the notification stood", async () => {
      const { dialogs, store } = (await features()).services;
      const real = { ...dialogs };
      const shown = Promise.withResolvers<(button: string) => Promise<void>>();
      dialogs.notify = (_message, onPressed) => shown.resolve(onPressed);
      try {
        // the command does not wait for a button
        await fix();
        const press = await shown.promise;
        await store.remove(record.id);
        const { told } = await answering([], () => press("Change API Key…"));
        assert.match(told[0]?.message ?? "", /has been removed/);
      } finally {
        Object.assign(dialogs, real);
      }
    });
  });
});
