import assert from "node:assert/strict";
import { failing } from "../../fakes/fakeCall.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";
import { made, CONTAINERS, JAVA, PANEL, PANEL_ID, SITES, TOP_GROUPS, TreeFixture } from "../../fakes/treeFixture.ts";

const failure = { kind: "network", code: "ECONNREFUSED" } as const;

describe("a panel that falls silent", () => {
  let fixture: TreeFixture;
  beforeEach(() => (fixture = new TreeFixture()));

  /** Its next call fails, as the connection tells it. */
  const fallSilent = async (...groups: readonly string[]) => {
    const fails = failing(failure);
    fixture.answer({ "system.total": fails, "site.list": fails, "java.list": fails });
    for (const group of groups) {
      const reloaded = fixture.tree.reload(group, "automatic");
      fixture.tree.reportCall(PANEL, { operation: "site.list", failure });
      await reloaded;
    }
  };
  const answerAgain = () => {
    fixture.answer({ "site.list": () => listOf([siteRow({ id: 1, name: "a" })]), "java.list": () => listOf([]) });
    fixture.tree.reportCall(PANEL, { operation: "site.list" });
  };

  it("shows one failure above its groups, which keep their rows", async () => {
    await fixture.open(SITES, JAVA);
    await fallSilent(SITES, JAVA);
    const children = await fixture.tree.children(PANEL_ID);
    assert.deepEqual(children, [`failure:${PANEL_ID}`, ...TOP_GROUPS]);
    assert.deepEqual(await fixture.shown(SITES), ["a"]);
    assert.deepEqual(await fixture.shown(JAVA), ["demo"]);
  });

  it("has empty groups if opened meanwhile, and loads them when it answers again", async () => {
    await fixture.open(JAVA);
    await fallSilent(JAVA, SITES);
    assert.deepEqual(await fixture.shown(SITES), []);
    const before = made(fixture.calls).length;
    await fixture.tree.children(SITES);
    assert.equal(made(fixture.calls).length, before, "a group that is drawn again is no reason to ask");
    answerAgain();
    assert.deepEqual(await fixture.tree.children(PANEL_ID), TOP_GROUPS);
    assert.equal(made(fixture.calls).length, before, "nor is a panel that answers, while nobody looks");
    assert.deepEqual(await fixture.shown(SITES), ["a"]);
    assert.deepEqual(await fixture.shown(JAVA), ["demo"]);
  });

  it("dates its rows until they are read again", async () => {
    const readAt = fixture.now;
    await fixture.open(SITES);
    assert.equal(fixture.tree.asOf(SITES), undefined);
    fixture.now += 60_000;
    await fixture.open(JAVA);
    await fallSilent(SITES, JAVA);
    assert.deepEqual([fixture.tree.asOf(SITES), fixture.tree.asOf(JAVA)], [readAt, readAt + 60_000]);
    for (const id of [CONTAINERS, PANEL_ID, "nothing"]) assert.equal(fixture.tree.asOf(id), undefined);
    answerAgain();
    await fixture.tree.reload(SITES, "automatic");
    assert.equal(fixture.tree.asOf(SITES), undefined);
  });

  it("dates the rows of a group that failed alone, or whose search failed", async () => {
    const readAt = fixture.now;
    await fixture.open(SITES);
    fixture.tree.setFilter(SITES, { text: "a", serverSearch: true }, { kind: "site", page: listOf([]) });
    fixture.now += 60_000;
    fixture.answer({ "site.list": failing({ kind: "page", status: 404 }) });
    await fixture.tree.reload(SITES, "user");
    assert.equal(fixture.tree.asOf(SITES), readAt);
    fixture.answer({ "site.list": () => listOf([]) });
    await fixture.tree.reload(SITES, "user");
    assert.equal(fixture.tree.asOf(SITES), undefined);
  });

  it("shows a failure of one group in that group alone, until the panel answers again", async () => {
    await fixture.open(SITES);
    fixture.answer({ "site.list": failing({ kind: "page", status: 404 }) });
    await fixture.tree.reload(SITES, "user");
    assert.deepEqual(await fixture.shown(SITES), ["failure", "a"]);
    assert.deepEqual(await fixture.tree.children(PANEL_ID), TOP_GROUPS);
    fixture.tree.reportCall(PANEL, { operation: "java.list", failure });
    answerAgain();
    assert.deepEqual(await fixture.shown(SITES), ["a"]);
    assert.equal(fixture.tree.node(`failure:${SITES}/site`), undefined);
  });
});
