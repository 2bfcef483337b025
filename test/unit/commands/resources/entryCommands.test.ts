import assert from "node:assert/strict";
import { addEntry, closeRows } from "../../../../src/commands/resources/entryCommands.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { groupNodeId, itemNodeId, panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { containerRow, javaRow, listOf } from "../../../fakes/rows.ts";

const ID = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";

describe("entries added by hand", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
    window.handlers = {
      "java.list": () => listOf([javaRow({ name: "demo", pids: [1] })]),
      "container.list": () => ({ ...listOf([containerRow({ id: ID, name: "web", status: "running" })]), total: 1 }),
    };
  });
  afterEach(() => window.dispose());

  const entries = () => window.services.store.get(panel.id)?.entries;
  const title = "Add Unlisted Entry";

  it("are stored and shown, whatever the filter", async () => {
    await window.items(panel, "javaProject");
    const group = groupNodeId(panel.id, "javaProject");
    window.services.tree.setFilter(group, { text: "demo" });
    const { inputs } = await window.run(addEntry, [group], { to: title, with: " ghost " });
    for (const typed of [" ", "gh\u200bost"]) assert.equal(typeof inputs[0]?.problem?.(typed), "string");
    assert.deepEqual(entries(), [{ kind: "javaProject", key: "ghost" }]);
    assert.deepEqual(window.revealed, [[itemNodeId(panel.id, "javaProject", "ghost"), false]]);
    const node = window.services.tree.node(group);
    assert.equal(node?.type === "group" ? node.filter : "no group", undefined);
  });

  it("are stored if the panel has no such list", async () => {
    window.handlers = { "container.list": failing({ kind: "unsupported" }) };
    await window.run(
      addEntry,
      [],
      { to: `${title} What do you want to add?`, with: "Containers" },
      { to: title, with: "web" },
    );
    assert.deepEqual(entries(), [{ kind: "container", key: "web" }]);
  });

  it("are not stored if a person cancels", async () => {
    await window.run(addEntry, [], { to: "What do you want to add?", with: undefined });
    await window.run(
      addEntry,
      [],
      { to: "What do you want to add?", with: "Containers" },
      { to: title, with: undefined },
    );
    await window.run(
      addEntry,
      [],
      { to: "What do you want to add?", with: "Containers" },
      { to: title, with: "web" },
      { to: "Connecting to “Shop”", with: undefined },
    );
    assert.deepEqual(entries(), []);
  });

  it("are shown if the panel already lists them, by name, key or the start of an id", async () => {
    const [item] = await window.items(panel, "container");
    for (const typed of ["web", ID, ID.slice(0, 12)]) {
      const { messages } = await window.run(addEntry, [groupNodeId(panel.id, "container")], { to: title, with: typed });
      assert.deepEqual(
        messages.map(({ message }) => message),
        ["“web” is already listed on “Shop”."],
      );
      assert.equal(window.revealed.at(-1)?.[0], item?.id);
    }
    assert.deepEqual(entries(), []);
  });

  it("are not for the demo panel", async () => {
    await window.services.demo.open("baota");
    window.services.tree.panelsChanged();
    await window.services.tree.children(undefined);
    const { messages } = await window.run(addEntry, [panelNodeId("demo")]);
    assert.match(messages[0]?.message ?? "", /lists everything it runs/);
  });

  describe("when forgotten", () => {
    beforeEach(async () => {
      const added = [
        { kind: "javaProject", key: "ghost" },
        { kind: "container", key: "ghost" },
      ] as const;
      panel = await window.services.store.update(panel.id, { entries: [...added] });
    });

    it("are the clicked or selected ones", async () => {
      await window.items(panel, "javaProject");
      const { questions } = await window.run(closeRows, [itemNodeId(panel.id, "javaProject", "ghost")]);
      assert.deepEqual(entries(), [{ kind: "container", key: "ghost" }]);
      assert.deepEqual(questions, []);
    });

    it("must not be mixed with listed items", async () => {
      const items = await window.items(panel, "javaProject");
      const ids = items.map(({ id }) => id);
      const { messages } = await window.run(closeRows, [ids[0], ids]);
      assert.match(messages[0]?.message ?? "", /Nothing was done\. .*, not “demo”/);
      assert.equal(entries()?.length, 2);
    });
  });
});
