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

  it("stores an address that does not answer only when the person insists", async () => {
    await other.close();
    const { inputs } = await edit(
      "Address",
      { to: "Panel Address", with: other.address },
      { to: "Nothing answers", with: "Change the Address…" },
      { to: "Panel Address", with: undefined },
      { to: "Nothing answers", with: undefined },
    );
    assert.equal(inputs.at(-1)?.value, other.address);
    assert.equal((await current()).now.address, fixture.panel.address);
    await edit("Address", { to: "Panel Address", with: other.address }, { to: "Nothing answers", with: "Save Anyway" });
    assert.equal((await current()).now.address, other.address);
    assert.equal((await current()).entrance, "/abcd1234", "the host is the same");
  });

  it("says where another panel has the new address already, and not of its own", async () => {
    const { store } = (await features()).services;
    await store.add({ name: "Blog", address: other.address }, { apiKey: other.key });
    const { choices } = await edit(
      "Address",
      { to: "Panel Address", with: other.address },
      { to: `“Blog” is already at ${other.address}`, with: undefined },
      { to: "Panel Address", with: `${fixture.panel.address}/efgh5678` },
    );
    assert.deepEqual(choices[1], ["Show It", "Use Anyway"]);
    assert.equal((await current()).entrance, "/efgh5678");
    await edit("Address", { to: "Panel Address", with: other.address }, { to: "already", with: "Show It" });
    assert.equal((await current()).now.address, fixture.panel.address);
    await edit("Address", { to: "Panel Address", with: other.address }, { to: "already", with: "Use Anyway" });
    assert.equal((await current()).now.address, other.address);
  });

  describe("changes the protection", () => {
    const level = async () => (await current()).now.guardLevel;
    const protect = (...answers: readonly ScriptedAnswer[]) => edit("Protection", ...answers);

    it("and highlights the one that it has", async () => {
      for (const [guardLevel, label] of [
        ["ask", "Ask"],
        ["readOnly", "Read Only"],
      ] as const) {
        const { store } = (await features()).services;
        await store.update(record.id, { guardLevel });
        const { highlighted, questions } = await protect({ to: "Protection of “Shop”", with: label });
        assert.deepEqual(highlighted, [undefined, label]);
        assert.deepEqual(questions, [], "nothing changes");
        assert.equal(await level(), guardLevel);
      }
    });

    it("raises it without asking", async () => {
      for (const [label, expected] of [
        ["Type the Name", "typeName"],
        ["Read Only", "readOnly"],
      ] as const) {
        const { questions } = await protect({ to: "Protection of “Shop”", with: label });
        assert.deepEqual(questions, []);
        assert.equal(await level(), expected);
      }
    });

    it("lowers it only when the person confirms", async () => {
      const { store } = (await features()).services;
      await store.update(record.id, { guardLevel: "readOnly" });
      const asking = { to: "Lower the protection of “Shop” from “Read Only” to “Trusted”?" };
      const picking = { to: "Protection of “Shop”", with: "Trusted" };
      const { questions } = await protect(picking, { ...asking, with: false });
      assert.match(questions[0]?.detail ?? "", /without asking/);
      assert.equal(await level(), "readOnly");
      await protect(picking, { ...asking, with: true });
      assert.equal(await level(), "trusted");
    });
  });

  it("changes and removes the security entrance", async () => {
    const { inputs } = await edit("Security Entrance", { to: "Security Entrance", with: "efgh5678" });
    assert.equal((await current()).entrance, "/efgh5678");
    assert.equal(inputs[0]?.value, undefined, "a secret is not shown");
    assert.match(inputs[0]?.problem?.("https://192.0.2.1:8888/abcd") ?? "", /one word/);
    await edit("Security Entrance", { to: "Security Entrance", with: "" });
    assert.equal((await current()).entrance, undefined);
  });

  it("stores a key that is refused only when the person insists, and makes no other call with it", async () => {
    await edit(
      "API Key",
      { to: "API Key", with: "wrongKeywrongKeywrongKeywrongKey" },
      { to: "refused the API key", with: "Save Anyway" },
    );
    assert.equal((await current()).key, "wrongKeywrongKeywrongKeywrongKey");
    const { tree } = (await features()).services;
    await tree.children(undefined);
    await tree.children(panelNodeId(record.id));
    assert.equal(fixture.panel.counters.refused, 1);
  });

  describe("with a failure in the tree", () => {
    let failureId: string | undefined;
    const fix = () => vscode.commands.executeCommand("serverPanel.node.fix", failureId);

    beforeEach(async () => {
      const { services } = await features();
      await services.store.replaceKey(record.id, "wrongKeywrongKeywrongKeywrongKey");
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

  it("ends a demo panel that is closed while it starts", async () => {
    const { demo } = (await features()).services;
    const opening = assert.rejects(demo.open("baota"), { message: "cancelled" });
    await demo.close({ id: "demo" });
    await opening;
    assert.deepEqual(demo.records, []);
    const opened = await demo.open("baota");
    assert.equal(opened.id, "demo");
    await demo.close(opened);
  });
});
