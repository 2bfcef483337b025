import assert from "node:assert/strict";
import { stateValueOf } from "../../../src/tree/treeNodes.ts";
import { javaRow, listOf } from "../../fakes/rows.ts";
import {
  byHand,
  COMMANDS,
  HOSTS,
  JAVA,
  made,
  PANEL,
  PANEL_ID,
  SITES,
  TERMINAL,
  TreeFixture,
} from "../../fakes/treeFixture.ts";

describe("a group's filter", () => {
  let fixture: TreeFixture;
  beforeEach(async () => {
    fixture = new TreeFixture();
    fixture.answer({ "java.list": () => listOf(["shop", "blog"].map((name) => javaRow({ name, pids: [] }))) });
    await fixture.open(JAVA);
  });

  const group = () => {
    const node = fixture.tree.node(JAVA);
    assert.ok(node?.type === "group");
    return node;
  };

  it("shows the matching loaded rows, with a count, without a request", async () => {
    const before = fixture.calls.made.length;
    fixture.tree.setFilter(JAVA, { text: "SHO" });
    assert.deepEqual(await fixture.shown(JAVA), ["shop"]);
    assert.deepEqual(group().count, { loaded: 2, shown: 1, total: 2, troubles: [["stopped", 1]] });
    assert.equal(stateValueOf(group()), "group.javaProject.filtered");
    assert.deepEqual(fixture.changes, [JAVA]);
    fixture.tree.setFilter(JAVA, undefined);
    assert.deepEqual(await fixture.shown(JAVA), ["shop", "blog"]);
    assert.ok(!("filter" in group()));
    assert.deepEqual(fixture.changes, [JAVA, JAVA]);
    assert.equal(fixture.calls.made.length, before);
  });

  it("stays over refreshes, also of panels", async () => {
    fixture.tree.setFilter(JAVA, { text: "sho" });
    fixture.answer({ "java.list": () => listOf(["shoes", "blog"].map((name) => javaRow({ name }))) });
    await fixture.tree.reload(JAVA, "user");
    await fixture.tree.reload(PANEL_ID, "user");
    fixture.tree.panelsChanged();
    assert.deepEqual(await fixture.shown(JAVA), ["shoes"]);
    assert.deepEqual(group().filter, { text: "sho" });
  });

  it("that is set during a load applies to its result", async () => {
    const load = byHand<ReturnType<typeof listOf<ReturnType<typeof javaRow>>>>();
    fixture.answer({ "java.list": load.handler });
    const reloaded = fixture.tree.reload(JAVA, "user");
    await load.asked;
    fixture.tree.setFilter(JAVA, { text: "shop" });
    load.resolve(listOf([javaRow({ name: "shop" }), javaRow({ name: "blog" })]));
    await reloaded;
    assert.deepEqual(await fixture.shown(JAVA), ["shop"]);
  });

  it("of an unopened group sends nothing, and applies when it is opened", async () => {
    fixture.tree.setFilter(SITES, { text: "nothing" });
    assert.deepEqual(fixture.changes, [SITES]);
    assert.equal(fixture.tree.isLoaded(SITES), false);
    assert.equal(fixture.calls.count("site.list"), 0);
    assert.deepEqual(await fixture.shown(SITES), ["empty"]);
  });

  it("applies to groups only", () => {
    for (const id of [PANEL_ID, `item:${PANEL.id}/javaProject/shop`, "group:gone/site", ""])
      fixture.tree.setFilter(id, { text: "x" });
    assert.deepEqual(fixture.changes, []);
  });
});

describe("reloading everything below a node", () => {
  let fixture: TreeFixture;
  beforeEach(() => (fixture = new TreeFixture()));

  it("includes opened nodes", async () => {
    await fixture.open(JAVA, TERMINAL, HOSTS);
    fixture.askers.length = 0;
    fixture.calls.made.length = 0;
    await fixture.tree.reloadAll(PANEL_ID, "user");
    assert.deepEqual(made(fixture.calls).toSorted(), [
      "java.list",
      "system.total",
      "terminal.hosts",
      "terminal.settings",
    ]);
    // the panel's details alone are asked for unasked
    assert.deepEqual(fixture.askers.map(([, by]) => by).toSorted(), ["automatic", "user", "user", "user", "user"]);
    assert.deepEqual(fixture.changes, []);
  });

  it("includes groups below a group", async () => {
    await fixture.open(TERMINAL, HOSTS, COMMANDS);
    assert.deepEqual(await fixture.shown(TERMINAL), ["completion", "theme", "aiShell", "aiAnalysis", "group", "group"]);
    const before = fixture.calls.made.length;
    await fixture.tree.reloadAll(TERMINAL, "automatic");
    assert.deepEqual(made(fixture.calls).slice(before).toSorted(), [
      "terminal.commands",
      "terminal.hosts",
      "terminal.settings",
    ]);
  });
});
