import assert from "node:assert/strict";
import { failing } from "../../fakes/fakeCall.ts";
import { javaRow, listOf, siteRow } from "../../fakes/rows.ts";
import { JAVA, made, PANEL, SITES, TreeFixture } from "../../fakes/treeFixture.ts";

const DEMO = `item:${PANEL.id}/javaProject/demo`;
const key = "demo";
const kind = "javaProject" as const;

describe("a row that was just read", () => {
  let fixture: TreeFixture;
  beforeEach(async () => {
    fixture = new TreeFixture();
    await fixture.open(JAVA);
    fixture.calls.made.length = 0;
  });

  const pids = () => {
    const node = fixture.tree.node(DEMO);
    return node?.type === "item" ? node.facts.find(({ name }) => name === "pid")?.value : undefined;
  };

  it("is shown without a new list", () => {
    fixture.tree.showSeen(PANEL.id, { kind, key, rows: [javaRow({ name: "demo", pids: [2] })] });
    assert.equal(pids(), "2");
    assert.deepEqual(fixture.changes, [JAVA]);
    assert.deepEqual(made(fixture.calls), []);
  });

  it("changes nothing if it is the same", () => {
    fixture.tree.showSeen(PANEL.id, { kind, key, rows: [javaRow({ name: "demo", pids: [1] })] });
    assert.deepEqual(fixture.changes, []);
  });

  it("is dropped if it is gone", () => {
    fixture.tree.showSeen(PANEL.id, { kind, key, rows: [] });
    assert.equal(fixture.tree.node(DEMO), undefined);
    assert.deepEqual(fixture.count(JAVA), { loaded: 0, shown: 0, total: 0 });
    assert.deepEqual(made(fixture.calls), []);
  });

  it("reloads a list that does not contain it", async () => {
    fixture.tree.showSeen(PANEL.id, { kind, key: "other", rows: [javaRow({ name: "other" })] });
    fixture.tree.showSeen(PANEL.id, { kind, key: "other", rows: [] });
    await fixture.tree.reload(JAVA, "automatic");
    assert.deepEqual(made(fixture.calls), ["java.list"]);
  });

  it("reloads the list after a pending load", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    fixture.answer({ "java.list": () => promise.then(() => listOf([javaRow({ name: "demo", pids: [1] })])) });
    const older = fixture.tree.reload(JAVA, "automatic");
    fixture.tree.showSeen(PANEL.id, { kind, key, rows: [javaRow({ name: "demo", pids: [2] })] });
    fixture.answer({ "java.list": () => listOf([javaRow({ name: "demo", pids: [2] })]) });
    resolve();
    await older;
    await fixture.tree.reload(JAVA, "automatic");
    assert.equal(pids(), "2");
  });

  it("reloads a list whose last load failed", async () => {
    fixture.answer({ "java.list": failing({ kind: "timeout", afterMs: 1 }) });
    await fixture.tree.reload(JAVA, "automatic");
    fixture.calls.made.length = 0;
    fixture.tree.showSeen(PANEL.id, { kind, key, rows: [javaRow({ name: "demo", pids: [2] })] });
    await fixture.tree.reload(JAVA, "automatic");
    assert.deepEqual(made(fixture.calls), ["java.list"]);
  });

  it("reloads an incomplete list when it is gone, because pages shift", async () => {
    fixture.answer({ "site.list": () => ({ ...listOf([siteRow({ id: 1, name: "a" })]), total: 2 }) });
    await fixture.open(SITES);
    fixture.calls.made.length = 0;
    fixture.tree.showSeen(PANEL.id, { kind: "site", key: "1", rows: [] });
    await fixture.tree.reload(SITES, "automatic");
    assert.deepEqual(made(fixture.calls), ["site.list"]);
  });

  it("is ignored if its group is not loaded", () => {
    fixture.tree.showSeen(PANEL.id, { kind: "site", key: "1", rows: [siteRow({ id: 1, name: "b" })] });
    assert.deepEqual(fixture.changes, []);
    assert.deepEqual(made(fixture.calls), []);
  });
});
