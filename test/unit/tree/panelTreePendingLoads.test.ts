import assert from "node:assert/strict";
import type { Listing } from "../../../src/wire/answers/listing.ts";
import type { JavaProject } from "../../../src/wire/operations/java.ts";
import { javaRow, listOf, panelRecord } from "../../fakes/rows.ts";
import { byHand, JAVA, PANEL, PANEL_ID, total, TreeFixture } from "../../fakes/treeFixture.ts";

describe("panel tree's loads", () => {
  let fixture: TreeFixture;
  beforeEach(() => (fixture = new TreeFixture()));

  /** Opens the group of Java projects, which the panel does not answer yet. */
  async function openGroup() {
    await fixture.open();
    const load = byHand<Listing<JavaProject>>();
    fixture.answer({ "java.list": load.handler });
    const opened = fixture.tree.children(JAVA);
    await load.asked;
    return { opened, answer: (name: string) => load.resolve(listOf([javaRow({ name })])) };
  }

  it("by a person start after the pending one, which may be out of date", async () => {
    const { opened, answer } = await openGroup();
    fixture.answer({ "java.list": () => listOf([javaRow({ name: "after" })]) });
    const reloaded = fixture.tree.reload(JAVA, "user");
    const shared = fixture.tree.reload(JAVA, "automatic");
    assert.equal(fixture.calls.count("java.list"), 1);
    answer("before");
    await Promise.all([opened, reloaded, shared]);
    assert.deepEqual(await fixture.shown(JAVA), ["after"]);
    assert.equal(fixture.calls.count("java.list"), 2);
  });

  it("to a panel that was removed meanwhile are dropped", async () => {
    const { opened, answer } = await openGroup();
    fixture.panels = [];
    await fixture.tree.children(undefined);
    answer("late");
    assert.deepEqual(await opened, []);
    assert.deepEqual(fixture.tree.node(`item:${PANEL.id}/javaProject/late`), undefined);
    assert.deepEqual(fixture.changes, []);
  });

  for (const [what, change, kind] of [
    ["to another address of the same panel are dropped", { address: "https://192.0.2.2:8888" }, "unknown"],
    ["keep a name that was changed meanwhile", { name: "renamed" }, "answering"],
  ] as const)
    it(what, async () => {
      const load = byHand<ReturnType<typeof total>>();
      fixture.answer({ "system.total": load.handler });
      await fixture.tree.children(undefined);
      const opened = fixture.tree.children(PANEL_ID);
      await load.asked;
      const changed = panelRecord(change);
      fixture.panels = [changed];
      await fixture.tree.children(undefined);
      load.resolve(total());
      await opened;
      const node = fixture.tree.node(PANEL_ID);
      assert.deepEqual(node?.type === "panel" && [node.panel, node.state.kind], [changed, kind]);
    });

  it("for a group of another address are dropped, also when the new one was opened meanwhile", async () => {
    const { opened, answer } = await openGroup();
    fixture.panels = [panelRecord({ address: "https://192.0.2.2:8888" })];
    await fixture.tree.children(undefined);
    await fixture.tree.children(PANEL_ID);
    answer("of the old address");
    await opened;
    assert.deepEqual(fixture.tree.rows(PANEL.id, "javaProject"), []);
  });

  it("end with the tree", async () => {
    const { opened, answer } = await openGroup();
    fixture.tree.dispose();
    answer("late");
    assert.deepEqual(await opened, []);
    await fixture.tree.reload(JAVA, "user");
    assert.equal(fixture.calls.count("java.list"), 1);
    assert.deepEqual(fixture.changes, []);
  });
});
