import assert from "node:assert/strict";
import { removeFiles } from "../../../src/serverFiles/window/fileCommands.ts";
import { deleteSelected } from "../../../src/commands/deleteSelected.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { groupNodeId, itemNodeId, panelNodeId } from "../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";
import { javaRow, listOf, orderRow } from "../../fakes/rows.ts";
import type { ScriptedAnswer } from "../../fakes/scriptedDialogs.ts";

describe("the delete key", () => {
  let window: CommandFixture;
  let panel: PanelRecord;
  let orders: string[];

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add({ entries: [{ kind: "javaProject", key: "ghost" }] });
    orders = ["0a", "0b"];
    window.handlers = {
      "java.list": () => listOf([javaRow({ name: "demo", pids: [1] })]),
      "certificateOrder.list": () => listOf(orders.map((index) => orderRow({ index }))),
      "certificateOrder.remove": ({ index }) => {
        orders = orders.filter((each) => each !== index);
        return { msg: undefined };
      },
    };
    await window.items(panel, "javaProject");
    await window.items(panel, "certificateOrder");
  });
  afterEach(() => window.dispose());

  const press = (ids: readonly string[], ...answers: readonly ScriptedAnswer[]) => {
    window.keyTargets = ids;
    return window.run(deleteSelected(removeFiles), [], ...answers);
  };
  const order = (index: string) => itemNodeId(panel.id, "certificateOrder", index);
  const project = (name: string) => itemNodeId(panel.id, "javaProject", name);

  it("does nothing without a selection", async () => {
    const { messages } = await press([]);
    assert.deepEqual(messages, []);
  });

  it("deletes several of one kind with one question", async () => {
    const { questions } = await press([order("0a"), order("0b")], { to: "", with: true });
    assert.equal(questions.length, 1);
    assert.deepEqual(orders, []);
  });

  it("forgets entries added by hand", async () => {
    const { questions } = await press([project("ghost")]);
    assert.deepEqual(questions, []);
    assert.deepEqual(window.services.store.get(panel.id)?.entries, []);
  });

  it("removes one panel", async () => {
    await press([panelNodeId(panel.id)], { to: "Remove “Shop”", with: true });
    assert.deepEqual(window.services.store.list(), []);
  });

  it("refuses different sorts, and what cannot be deleted", async () => {
    const blog = await window.add({ name: "Blog" });
    await window.services.tree.children(undefined);
    for (const [ids, text] of [
      [[panelNodeId(panel.id), panelNodeId(blog.id)], /cannot be deleted together: “Shop”, “Blog”/],
      [[order("0a"), project("ghost")], /cannot be deleted together/],
      [[order("0a"), groupNodeId(panel.id, "site")], /cannot be deleted together/],
      [[project("demo")], /cannot be deleted from here: “demo”/],
      [[groupNodeId(panel.id, "site")], /cannot be deleted from here/],
    ] as const) {
      const { messages } = await press(ids);
      assert.match(messages[0]?.message ?? "", text);
    }
    assert.equal(orders.length, 2);
    assert.equal(window.services.store.list().length, 2);
  });
});
