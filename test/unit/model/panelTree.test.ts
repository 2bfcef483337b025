import assert from "node:assert/strict";
import { failureOf, type PanelFailure } from "../../../src/panel/failure.ts";
import { failing } from "../fakes/fakeCall.ts";
import { javaRow, listOf, panelRecord, siteRow } from "../fakes/rows.ts";
import { CONTAINERS, JAVA, made, PANEL, PANEL_ID, SITES, total, TreeFixture } from "../fakes/treeFixture.ts";

const refused: PanelFailure = { kind: "refused", reason: "key" };

describe("panel tree", () => {
  let fixture: TreeFixture;
  beforeEach(() => (fixture = new TreeFixture()));

  it("asks for nothing until something is opened", async () => {
    assert.deepEqual(await fixture.tree.children(undefined), [PANEL_ID]);
    assert.deepEqual(made(fixture.calls), []);
    assert.deepEqual(fixture.tree.node(PANEL_ID), {
      type: "panel",
      id: PANEL_ID,
      parentId: undefined,
      panel: PANEL,
      state: { kind: "unknown" },
    });
    assert.equal(fixture.tree.isLoaded(PANEL_ID), false);
  });

  it("loads what is opened, once, on its own account", async () => {
    await fixture.tree.children(undefined);
    assert.deepEqual(await fixture.tree.children(PANEL_ID), [SITES, JAVA, CONTAINERS]);
    assert.deepEqual(made(fixture.calls), ["system.total"]);
    assert.deepEqual(fixture.tree.node(JAVA), {
      type: "group",
      id: JAVA,
      parentId: PANEL_ID,
      panelId: PANEL.id,
      kind: "javaProject",
    });
    await fixture.tree.children(JAVA);
    await fixture.tree.children(JAVA);
    await fixture.tree.children(PANEL_ID);
    assert.deepEqual(made(fixture.calls), ["system.total", "java.list"]);
    assert.deepEqual(fixture.askers, [
      [PANEL.address, "automatic"],
      [PANEL.address, "automatic"],
    ]);
    assert.deepEqual([fixture.tree.isLoaded(JAVA), fixture.tree.isLoaded(SITES)], [true, false]);
  });

  it("knows panel and group when they are loaded", async () => {
    await fixture.open(JAVA);
    const panel = fixture.tree.node(PANEL_ID);
    assert.deepEqual(panel?.type === "panel" && panel.state, { kind: "answering", version: "11.7.0" });
    const group = fixture.tree.node(JAVA);
    assert.deepEqual(group?.type === "group" && group.count, { loaded: 1, total: 1 });
    assert.deepEqual(fixture.tree.rows(PANEL.id, "javaProject"), [javaRow({ name: "demo", pids: [1] })]);
    assert.deepEqual(fixture.tree.rows(PANEL.id, "site"), []);
  });

  it("has nothing below items and ids that it does not know", async () => {
    await fixture.open(JAVA);
    for (const id of [`item:${PANEL.id}/javaProject/demo`, "item:x", PANEL.id, ""])
      assert.deepEqual(await fixture.tree.children(id), []);
    await fixture.tree.reload("group:gone/site", "user");
    assert.deepEqual(made(fixture.calls), ["system.total", "java.list"]);
  });

  it("fires for a panel or a group when it is first loaded", async () => {
    await fixture.tree.children(undefined);
    await fixture.tree.children(PANEL_ID);
    await fixture.tree.children(JAVA);
    assert.deepEqual(fixture.changes, [PANEL_ID, JAVA]);
  });

  it("fires nothing when a refresh finds everything as it was", async () => {
    await fixture.open(JAVA);
    await fixture.tree.reload(JAVA, "user");
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(fixture.changes, []);
    assert.equal(fixture.tree.isLoaded(JAVA), true);
    assert.equal(fixture.askers.at(-1)?.[1], "user");
  });

  it("fires only for the items that changed, and keeps all ids", async () => {
    const rows = (pid: number) => [javaRow({ name: "a", pids: [1] }), javaRow({ name: "b", pids: [pid] })];
    fixture.answer({ "java.list": () => listOf(rows(2)) });
    await fixture.open(JAVA);
    const before = await fixture.tree.children(JAVA);
    fixture.answer({ "java.list": () => listOf(rows(3)) });
    await fixture.tree.reload(JAVA, "user");
    assert.deepEqual(fixture.changes, [`item:${PANEL.id}/javaProject/b`]);
    assert.deepEqual(await fixture.tree.children(JAVA), before);
    assert.deepEqual(fixture.tree.rows(PANEL.id, "javaProject"), rows(3));
  });

  it("fires for the group when something came or went, and forgets what went", async () => {
    await fixture.open(JAVA);
    fixture.answer({ "java.list": () => listOf([javaRow({ name: "new" })]) });
    await fixture.tree.reload(JAVA, "user");
    assert.deepEqual(fixture.changes, [JAVA]);
    assert.equal(fixture.tree.node(`item:${PANEL.id}/javaProject/demo`), undefined);
    assert.deepEqual(await fixture.shown(JAVA), ["new"]);
  });

  it("fires for the panel when its state changed, and keeps its groups", async () => {
    await fixture.open(JAVA);
    fixture.answer({ "system.total": () => total("11.8.0") });
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(fixture.changes, [PANEL_ID]);
    assert.equal(fixture.tree.isLoaded(JAVA), true);
    assert.deepEqual(await fixture.shown(JAVA), ["demo"]);
  });

  it("shows a failure where children would be, and the children again after a retry", async () => {
    fixture.answer({ "java.list": failing(refused) });
    await fixture.open(JAVA);
    const id = `failure:${JAVA}`;
    assert.deepEqual(await fixture.tree.children(JAVA), [id]);
    const node = { type: "failure", id, parentId: JAVA, panelId: PANEL.id, failure: refused };
    assert.deepEqual(fixture.tree.node(id), node);
    assert.equal(fixture.calls.count("java.list"), 1);
    fixture.answer({ "java.list": () => listOf([javaRow({ name: "demo" })]) });
    await fixture.tree.reload(JAVA, "user");
    assert.deepEqual(fixture.changes, [JAVA]);
    assert.deepEqual(await fixture.shown(JAVA), ["demo"]);
    assert.equal(fixture.tree.node(id), undefined);
  });

  it("takes the count away when a group fails, and forgets its rows", async () => {
    await fixture.open(JAVA);
    fixture.answer({ "java.list": failing(refused) });
    await fixture.tree.reload(JAVA, "user");
    assert.ok(!("count" in (fixture.tree.node(JAVA) ?? { count: 0 })));
    assert.deepEqual(fixture.tree.rows(PANEL.id, "javaProject"), []);
    assert.equal(fixture.tree.node(`item:${PANEL.id}/javaProject/demo`), undefined);
  });

  it("shows one failure for a panel that does not answer, and its groups when it does again", async () => {
    await fixture.open(JAVA);
    fixture.answer({ "system.total": failing(refused) });
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(await fixture.shown(PANEL_ID), ["failure"]);
    const panel = fixture.tree.node(PANEL_ID);
    assert.deepEqual(panel?.type === "panel" && panel.state, { kind: "failing", failure: refused });
    assert.deepEqual([fixture.tree.node(JAVA), fixture.tree.isLoaded(JAVA)], [undefined, false]);
    fixture.answer({ "system.total": () => total() });
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(await fixture.shown(PANEL_ID), ["group", "group", "group"]);
  });

  it("still shows the groups of a panel that answers something, if not this", async () => {
    const failures: readonly (readonly [PanelFailure, boolean])[] = [
      [{ kind: "unsupported" }, true],
      [{ kind: "rejected", message: "x" }, true],
      [{ kind: "malformed", fields: [] }, true],
      [{ kind: "tooLarge", limitBytes: 1 }, true],
      [refused, false],
      [{ kind: "page", status: 404 }, false],
      [{ kind: "network", code: "x" }, false],
      [{ kind: "keyNeeded" }, false],
      [{ kind: "timeout", afterMs: 1 }, false],
    ];
    for (const [failure, answers] of failures) {
      fixture = new TreeFixture();
      fixture.answer({ "system.total": failing(failure) });
      await fixture.open();
      assert.deepEqual(await fixture.shown(PANEL_ID), answers ? ["group", "group", "group"] : ["failure"]);
      const panel = fixture.tree.node(PANEL_ID);
      assert.deepEqual(panel?.type === "panel" && panel.state, { kind: "failing", failure });
    }
  });

  it("throws what is a defect", async () => {
    fixture.answer({ "java.list": () => Promise.reject(new TypeError("a defect")) });
    await fixture.open();
    await assert.rejects(fixture.tree.children(JAVA), TypeError);
    fixture.answer({ "java.list": () => listOf([]) });
    assert.deepEqual(await fixture.shown(JAVA), ["empty"]);
  });

  it("tells of rows that it could not read, by their fields", async () => {
    const unreadable = [{ index: 1, fields: ["pid.0"] }];
    fixture.answer({ "java.list": () => ({ rows: [javaRow({ name: "a" })], unreadable, total: 2 }) });
    await fixture.open(JAVA);
    assert.deepEqual(fixture.unreadable, [[PANEL.name, "javaProject", ["pid.0"]]]);
    assert.deepEqual(await fixture.shown(JAVA), ["a", "unreadable"]);
    const group = fixture.tree.node(JAVA);
    assert.deepEqual(group?.type === "group" && group.count, { loaded: 2, total: 2 });
  });

  describe("items", () => {
    it("are asked for anew, also where nothing was opened", async () => {
      const names = async () => (await fixture.tree.items(PANEL.id, "javaProject")).map(({ label }) => label);
      assert.deepEqual(await names(), ["demo"]);
      fixture.answer({ "java.list": () => listOf([javaRow({ name: "a" }), javaRow(), javaRow({ name: "b" })]) });
      assert.deepEqual(await names(), ["a", "b"]);
      assert.deepEqual(made(fixture.calls), ["java.list", "java.list"]);
      assert.deepEqual(fixture.askers.at(-1), [PANEL.address, "user"]);
    });

    it("are none of a panel that is not there", async () => {
      assert.deepEqual(await fixture.tree.items("gone", "site"), []);
      assert.deepEqual(made(fixture.calls), []);
    });

    it("fail with what the panel answered instead", async () => {
      fixture.answer({ "site.list": failing(refused) });
      await assert.rejects(fixture.tree.items(PANEL.id, "site"), (error) => failureOf(error)?.kind === "refused");
    });
  });

  describe("panels", () => {
    it("come in the order given, and a change of theirs is told as one of the roots", async () => {
      const other = panelRecord({ id: "3f1c2b7e-0000-4000-8000-000000000002", name: "other" });
      fixture.panels = [other, PANEL];
      fixture.tree.panelsChanged();
      assert.deepEqual(fixture.changes, [undefined]);
      assert.deepEqual(await fixture.tree.children(undefined), [`panel:${other.id}`, PANEL_ID]);
    });

    it("are forgotten with all that is below when they are removed", async () => {
      await fixture.open(SITES, JAVA);
      fixture.panels = [];
      assert.deepEqual(await fixture.tree.children(undefined), []);
      for (const id of [
        PANEL_ID,
        SITES,
        JAVA,
        CONTAINERS,
        `item:${PANEL.id}/site/1`,
        `item:${PANEL.id}/javaProject/demo`,
      ])
        assert.deepEqual([fixture.tree.node(id), fixture.tree.isLoaded(id)], [undefined, false], id);
    });

    it("keep what was loaded when only their name changes", async () => {
      await fixture.open(JAVA);
      fixture.panels = [panelRecord({ name: "renamed", guardLevel: "trusted" })];
      await fixture.tree.children(undefined);
      const node = fixture.tree.node(PANEL_ID);
      assert.equal(node?.type === "panel" && node.panel.name, "renamed");
      assert.equal(node?.type === "panel" && node.state.kind, "answering");
      assert.equal(fixture.tree.isLoaded(JAVA), true);
    });

    it("forget what was loaded when the way to them changes", async () => {
      const others = [{ address: "https://192.0.2.2:8888" }, { keyRef: "key-2" }, { pin: "AB" }, { httpConsent: true }];
      for (const given of others) {
        fixture = new TreeFixture();
        await fixture.open(JAVA);
        fixture.panels = [panelRecord(given)];
        await fixture.tree.children(undefined);
        const node = fixture.tree.node(PANEL_ID);
        assert.equal(node?.type === "panel" && node.state.kind, "unknown");
        assert.deepEqual([fixture.tree.isLoaded(PANEL_ID), fixture.tree.node(JAVA)], [false, undefined]);
      }
    });
  });

  it("shows a key that occurs twice once, in a tree of unique ids", async () => {
    fixture.answer({ "site.list": () => listOf([siteRow({ id: 1 }), siteRow({ id: 1 }), siteRow()]) });
    await fixture.open(SITES);
    const ids = await fixture.tree.children(SITES);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(await fixture.shown(SITES), ["1", "unreadable"]);
  });
});
