import assert from "node:assert/strict";
import { stateValueOf } from "../../../src/tree/treeNodes.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { javaRow, listOf, panelRecord } from "../../fakes/rows.ts";
import {
  JAVA,
  MACHINE,
  made,
  PANEL,
  PANEL_ID,
  SITES,
  TOP_GROUPS,
  total,
  TreeFixture,
} from "../../fakes/treeFixture.ts";

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

  it("loads opened nodes once, automatically", async () => {
    await fixture.tree.children(undefined);
    assert.deepEqual(await fixture.tree.children(PANEL_ID), TOP_GROUPS);
    assert.deepEqual(made(fixture.calls), ["system.total"]);
    assert.deepEqual(fixture.tree.node(JAVA), {
      type: "group",
      id: JAVA,
      parentId: PANEL_ID,
      panelId: PANEL.id,
      kind: "javaProject",
    });
    for (const id of [JAVA, JAVA, PANEL_ID]) await fixture.tree.children(id);
    assert.deepEqual(fixture.changes, [PANEL_ID, JAVA]);
    assert.deepEqual(made(fixture.calls), ["system.total", "java.list"]);
    // the panel, its details and the group
    assert.deepEqual(
      fixture.askers,
      Array.from({ length: 3 }, () => [PANEL.address, "automatic"]),
    );
    assert.deepEqual([fixture.tree.isLoaded(JAVA), fixture.tree.isLoaded(SITES)], [true, false]);
  });

  it("holds the state of a loaded panel and group", async () => {
    await fixture.open(JAVA);
    const panel = fixture.tree.node(PANEL_ID);
    assert.deepEqual(panel?.type === "panel" && panel.state, {
      kind: "answering",
      edition: "unknown",
      version: "11.7.0",
      machine: { ...MACHINE, atMs: fixture.now, details: { load: undefined, disks: [] } },
      atMs: fixture.now,
    });
    assert.deepEqual(fixture.count(JAVA), { loaded: 1, shown: 1, total: 1 });
    assert.deepEqual(fixture.tree.rows(PANEL.id, "javaProject"), [javaRow({ name: "demo", pids: [1] })]);
    assert.deepEqual(fixture.tree.rows(PANEL.id, "site"), []);
  });

  it("has nothing below items and unknown ids", async () => {
    await fixture.open(JAVA);
    for (const id of [`item:${PANEL.id}/javaProject/demo`, "item:x", PANEL.id, ""])
      assert.deepEqual(await fixture.tree.children(id), []);
    await fixture.tree.reload("group:gone/site", "user");
    assert.deepEqual(made(fixture.calls), ["system.total", "java.list"]);
  });

  it("reports no change if a refresh finds everything as before", async () => {
    await fixture.open(JAVA);
    await fixture.tree.reload(JAVA, "user");
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(fixture.changes, []);
    assert.equal(fixture.tree.isLoaded(JAVA), true);
    // nobody waits for the details
    assert.deepEqual(
      fixture.askers.slice(-2).map(([, by]) => by),
      ["user", "automatic"],
    );
  });

  it("reports a change of the group only if one of its items changed, and keeps all ids", async () => {
    const rows = (pid: number) => [javaRow({ name: "a", pids: [1] }), javaRow({ name: "b", pids: [pid] })];
    fixture.answer({ "java.list": () => listOf(rows(2)) });
    await fixture.open(JAVA);
    const before = await fixture.tree.children(JAVA);
    fixture.answer({ "java.list": () => listOf(rows(3)) });
    await fixture.tree.reload(JAVA, "user");
    assert.deepEqual(fixture.changes, [JAVA], "a leaf that is told of alone loses the selection below it");
    assert.deepEqual(await fixture.tree.children(JAVA), before);
    assert.deepEqual(fixture.tree.rows(PANEL.id, "javaProject"), rows(3));
  });

  it("reports a change of the group if items came or went, and drops those that went", async () => {
    await fixture.open(JAVA);
    fixture.answer({ "java.list": () => listOf([javaRow({ name: "new" })]) });
    await fixture.tree.reload(JAVA, "user");
    assert.deepEqual(fixture.changes, [JAVA]);
    assert.equal(fixture.tree.node(`item:${PANEL.id}/javaProject/demo`), undefined);
    assert.deepEqual(await fixture.shown(JAVA), ["new"]);
  });

  it("reports a change of the panel if its state changed, and keeps its groups", async () => {
    await fixture.open(JAVA);
    fixture.answer({ "system.total": () => total("11.8.0") });
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(fixture.changes, [PANEL_ID]);
    assert.equal(fixture.tree.isLoaded(JAVA), true);
    assert.deepEqual(await fixture.shown(JAVA), ["demo"]);
  });

  it("shows a failure in place of children, and the children again after a retry", async () => {
    fixture.answer({ "java.list": failing(refused) });
    await fixture.open(JAVA);
    const id = `failure:${JAVA}/javaProject`;
    assert.deepEqual(await fixture.tree.children(JAVA), [id]);
    const { address, id: panelId } = PANEL;
    const node = { type: "failure", id, parentId: JAVA, panelId, address, failure: refused, kind: "javaProject" };
    assert.deepEqual(fixture.tree.node(id), node);
    assert.equal(fixture.calls.count("java.list"), 1);
    assert.ok(!("count" in (fixture.tree.node(JAVA) ?? { count: 0 })), "a count would say that there is nothing");
    assert.deepEqual(fixture.tree.rows(PANEL.id, "javaProject"), []);
    assert.deepEqual(fixture.defects, []);
    fixture.answer({ "java.list": () => listOf([javaRow({ name: "demo" })]) });
    await fixture.tree.reload(JAVA, "user");
    assert.deepEqual(fixture.changes, [JAVA]);
    assert.deepEqual(await fixture.shown(JAVA), ["demo"]);
    assert.equal(fixture.tree.node(id), undefined);
  });

  it("keeps rows and count when a refresh fails, with the failure above them", async () => {
    await fixture.open(JAVA);
    fixture.answer({ "java.list": failing(refused) });
    await fixture.tree.reload(JAVA, "user");
    assert.deepEqual(await fixture.shown(JAVA), ["failure", "demo"]);
    assert.deepEqual(fixture.count(JAVA), { loaded: 1, shown: 1, total: 1 });
    assert.equal(fixture.tree.rows(PANEL.id, "javaProject").length, 1);
    assert.deepEqual(fixture.changes, [JAVA]);
    fixture.answer({ "java.list": () => listOf([javaRow({ name: "demo" })]) });
    await fixture.tree.reload(JAVA, "user");
    assert.deepEqual(await fixture.shown(JAVA), ["demo"]);
  });

  it("shows one failure for a panel that has never answered, and its groups when it does", async () => {
    fixture.answer({ "system.total": failing(refused) });
    await fixture.open();
    assert.deepEqual(await fixture.shown(PANEL_ID), ["failure"]);
    const panel = fixture.tree.node(PANEL_ID);
    assert.deepEqual(panel?.type === "panel" && panel.state, { kind: "failing", failure: refused, atMs: fixture.now });
    assert.equal(fixture.tree.node(JAVA), undefined);
    fixture.answer({ "system.total": () => total() });
    await fixture.tree.reload(PANEL_ID, "user");
    assert.deepEqual(await fixture.tree.children(PANEL_ID), TOP_GROUPS);
  });

  describe("of a panel that does not answer for a while", () => {
    const timeout: PanelFailure = { kind: "timeout", afterMs: 1 };
    const failure = `failure:${PANEL_ID}`;

    beforeEach(async () => {
      await fixture.open(JAVA);
      fixture.tree.setFilter(JAVA, { text: "demo" });
      fixture.answer({ "system.total": failing(timeout), "java.list": failing(timeout) });
      fixture.changes.length = 0;
      await fixture.tree.reloadAll(PANEL_ID, "user");
    });

    it("keeps opened groups below the failure", async () => {
      assert.deepEqual(await fixture.tree.children(PANEL_ID), [failure, ...TOP_GROUPS]);
      assert.deepEqual(await fixture.shown(JAVA), ["demo"]);
      const group = fixture.tree.node(JAVA);
      assert.deepEqual(group?.type === "group" && group.filter, { text: "demo" });
      fixture.panels = [panelRecord({ name: "renamed" })];
      fixture.tree.panelsChanged();
      assert.deepEqual(await fixture.tree.children(PANEL_ID), [failure, ...TOP_GROUPS]);
    });

    it("does not reload groups, which would fail too", () => {
      assert.equal(fixture.calls.count("java.list"), 1);
      assert.deepEqual(fixture.changes, [PANEL_ID]);
    });

    it("takes the failure away when a group answers again", async () => {
      fixture.tree.reportCall(PANEL, { operation: "java.list", failure: timeout });
      assert.deepEqual(await fixture.tree.children(PANEL_ID), [failure, ...TOP_GROUPS]);
      fixture.changes.length = 0;
      fixture.tree.reportCall(PANEL, { operation: "java.list" });
      assert.deepEqual(await fixture.tree.children(PANEL_ID), TOP_GROUPS);
      assert.deepEqual(fixture.changes, [PANEL_ID]);
      assert.equal(fixture.calls.count("system.total"), 2);
    });
  });

  it("shows the groups of a panel that answers, even with a failure", async () => {
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
      assert.deepEqual(await fixture.tree.children(PANEL_ID), answers ? TOP_GROUPS : [`failure:${PANEL_ID}`]);
      const panel = fixture.tree.node(PANEL_ID);
      assert.deepEqual(panel?.type === "panel" && panel.state, { kind: "failing", failure, atMs: fixture.now });
    }
  });

  it("shows a panel without a total as one that answers, and nothing of its machine", async () => {
    fixture.answer({ "system.total": () => ({ version: undefined, machine: undefined }) });
    await fixture.open();
    assert.deepEqual(await fixture.tree.children(PANEL_ID), TOP_GROUPS);
    const panel = fixture.tree.node(PANEL_ID);
    const answering = { kind: "answering", edition: "unknown", version: undefined, atMs: fixture.now };
    assert.deepEqual(panel?.type === "panel" && panel.state, answering);
    assert.ok(!made(fixture.calls).includes("system.details"));
  });

  it("never rejects: it logs defects and shows them", async () => {
    const error = new TypeError("a defect");
    fixture.answer({ "java.list": () => Promise.reject(error), "system.total": () => Promise.reject(error) });
    await fixture.open();
    assert.deepEqual(await fixture.shown(PANEL_ID), ["failure"]);
    const panel = fixture.tree.node(PANEL_ID);
    assert.deepEqual(panel?.type === "panel" && stateValueOf(panel), "panel.failing");
    fixture.answer({ "system.total": () => total() });
    await fixture.tree.reload(PANEL_ID, "user");
    const [id = ""] = await fixture.tree.children(JAVA);
    const node = fixture.tree.node(id);
    assert.deepEqual(node?.type === "failure" && node.failure, { kind: "defect" });
    assert.deepEqual(fixture.defects, [error, error]);
    fixture.answer({ "java.list": () => listOf([]) });
    await fixture.tree.reload(JAVA, "automatic");
    assert.deepEqual(await fixture.shown(JAVA), ["empty"]);
  });

  it("reports unreadable rows by their fields", async () => {
    const unreadable = [{ index: 1, fields: ["pid.0"] }];
    fixture.answer({ "java.list": () => ({ rows: [javaRow({ name: "a" })], unreadable, total: 2 }) });
    await fixture.open(JAVA);
    assert.deepEqual(fixture.unreadable, [[PANEL.name, "javaProject", ["pid.0"]]]);
    assert.deepEqual(await fixture.shown(JAVA), ["a", "unreadable"]);
    assert.deepEqual(fixture.count(JAVA), { loaded: 2, shown: 1, total: 2 });
  });

  it("reports unreadable rows once until they change", async () => {
    const answer = (...fields: readonly string[]) => {
      const unreadable = fields.map((field, index) => ({ index, fields: [field] }));
      fixture.answer({ "java.list": () => ({ rows: [javaRow({ name: "a" })], unreadable, total: 1 }) });
    };
    const messages = async () => {
      fixture.unreadable.length = 0;
      await fixture.tree.reload(JAVA, "automatic");
      return fixture.unreadable.map((each) => (each as readonly unknown[])[2]);
    };
    answer("pid", "pid", "port");
    await fixture.open(JAVA);
    assert.equal(fixture.unreadable.length, 2, "the same fault of two rows is told once");
    assert.deepEqual(await messages(), []);
    answer("port", "listen");
    assert.deepEqual(await messages(), [["listen"]]);
    answer();
    assert.deepEqual(await messages(), []);
    answer("port");
    assert.deepEqual(await messages(), [["port"]]);
  });
});
