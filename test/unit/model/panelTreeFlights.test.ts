import assert from "node:assert/strict";
import type { Listing } from "../../../src/panel/listing.ts";
import type { JavaProject } from "../../../src/panel/operations/java.ts";
import type { Site } from "../../../src/panel/operations/sites.ts";
import { javaRow, listOf, panelRecord, siteRow } from "../fakes/rows.ts";
import { byHand, JAVA, PANEL, PANEL_ID, SITES, total, TreeFixture } from "../fakes/treeFixture.ts";

/** Pages of two sites each, five in all; `mark` is in every name. */
const pages =
  (mark = "") =>
  ({ page }: { readonly page: number }): Listing<Site> => {
    const ids = [1, 2, 3, 4, 5].slice(page * 2 - 2, page * 2);
    const rows = ids.map((id) => siteRow({ id, name: `${mark}${id}` }));
    return listOf(rows, 5);
  };

describe("panel tree's flights", () => {
  let fixture: TreeFixture;
  beforeEach(() => (fixture = new TreeFixture()));

  it("are shared by all that open a node at once", async () => {
    await fixture.tree.children(undefined);
    const opened = await Promise.all([1, 2, 3].map(() => fixture.tree.children(PANEL_ID)));
    assert.deepEqual(opened[0], opened[2]);
    await Promise.all([fixture.tree.children(JAVA), fixture.tree.reload(JAVA, "automatic")]);
    assert.deepEqual([fixture.calls.count("system.total"), fixture.calls.count("java.list")], [1, 1]);
  });

  it("of a person start after the one in the air, which may be older than what they did", async () => {
    await fixture.open();
    const first = byHand<Listing<JavaProject>>();
    fixture.answer({ "java.list": first.handler });
    const opened = fixture.tree.children(JAVA);
    await first.asked;
    fixture.answer({ "java.list": () => listOf([javaRow({ name: "after" })]) });
    const reloaded = fixture.tree.reload(JAVA, "user");
    const shared = fixture.tree.reload(JAVA, "automatic");
    assert.equal(fixture.calls.count("java.list"), 1);
    first.resolve(listOf([javaRow({ name: "before" })]));
    await Promise.all([opened, reloaded, shared]);
    assert.deepEqual(await fixture.shown(JAVA), ["after"]);
    assert.equal(fixture.calls.count("java.list"), 2);
  });

  it("make room for the next one when they end, also in a defect", async () => {
    await fixture.open(JAVA);
    await fixture.tree.reload(JAVA, "automatic");
    assert.equal(fixture.calls.count("java.list"), 2);
    fixture.answer({ "java.list": () => Promise.reject(new TypeError("a defect")) });
    await assert.rejects(fixture.tree.reload(JAVA, "automatic"), TypeError);
    fixture.answer({ "java.list": () => listOf([]) });
    await fixture.tree.reload(JAVA, "automatic");
    assert.deepEqual(await fixture.shown(JAVA), ["empty"]);
  });

  it("to a panel that was removed meanwhile are dropped", async () => {
    await fixture.open();
    const flight = byHand<Listing<JavaProject>>();
    fixture.answer({ "java.list": flight.handler });
    const opened = fixture.tree.children(JAVA);
    await flight.asked;
    fixture.panels = [];
    await fixture.tree.children(undefined);
    flight.resolve(listOf([javaRow({ name: "late" })]));
    assert.deepEqual(await opened, []);
    assert.deepEqual(fixture.tree.node(`item:${PANEL.id}/javaProject/late`), undefined);
    assert.deepEqual(fixture.changes, []);
  });

  it("to another address of the same panel are dropped", async () => {
    const flight = byHand<ReturnType<typeof total>>();
    fixture.answer({ "system.total": flight.handler });
    await fixture.tree.children(undefined);
    const opened = fixture.tree.children(PANEL_ID);
    await flight.asked;
    const moved = panelRecord({ address: "https://192.0.2.2:8888" });
    fixture.panels = [moved];
    await fixture.tree.children(undefined);
    flight.resolve(total("of the old address"));
    await opened;
    const node = fixture.tree.node(PANEL_ID);
    assert.deepEqual(node?.type === "panel" && [node.panel, node.state], [moved, { kind: "unknown" }]);
  });

  it("for a group of another address are dropped, also when the new one was opened meanwhile", async () => {
    await fixture.open();
    const flight = byHand<Listing<JavaProject>>();
    fixture.answer({ "java.list": flight.handler });
    const opened = fixture.tree.children(JAVA);
    await flight.asked;
    fixture.panels = [panelRecord({ address: "https://192.0.2.2:8888" })];
    await fixture.tree.children(undefined);
    await fixture.tree.children(PANEL_ID);
    flight.resolve(listOf([javaRow({ name: "of the old address" })]));
    await opened;
    assert.deepEqual(fixture.tree.rows(PANEL.id, "javaProject"), []);
  });

  it("keep a name that was changed meanwhile", async () => {
    const flight = byHand<ReturnType<typeof total>>();
    fixture.answer({ "system.total": flight.handler });
    await fixture.tree.children(undefined);
    const opened = fixture.tree.children(PANEL_ID);
    await flight.asked;
    fixture.panels = [panelRecord({ name: "renamed" })];
    await fixture.tree.children(undefined);
    flight.resolve(total());
    await opened;
    const node = fixture.tree.node(PANEL_ID);
    assert.deepEqual(node?.type === "panel" && [node.panel.name, node.state.kind], ["renamed", "answering"]);
  });

  it("end with the tree", async () => {
    await fixture.open();
    const flight = byHand<Listing<JavaProject>>();
    fixture.answer({ "java.list": flight.handler });
    const opened = fixture.tree.children(JAVA);
    await flight.asked;
    fixture.tree.dispose();
    flight.resolve(listOf([javaRow({ name: "late" })]));
    assert.deepEqual(await opened, []);
    await fixture.tree.reload(JAVA, "user");
    assert.equal(fixture.calls.count("java.list"), 1);
    assert.deepEqual(fixture.changes, []);
  });

  describe("for more", () => {
    beforeEach(async () => {
      fixture.answer({ "site.list": pages() });
      await fixture.open(SITES);
    });

    it("add a page, and offer the rest", async () => {
      assert.deepEqual(await fixture.shown(SITES), ["1", "2", "more"]);
      await fixture.tree.loadMore(SITES);
      assert.deepEqual(await fixture.shown(SITES), ["1", "2", "3", "4", "more"]);
      await fixture.tree.loadMore(SITES);
      assert.deepEqual(await fixture.shown(SITES), ["1", "2", "3", "4", "5"]);
      assert.deepEqual(
        fixture.calls.made.slice(1).map(([, params]) => params),
        [1, 2, 3].map((page) => ({ page, limit: 200 })),
      );
      assert.deepEqual(fixture.changes, [SITES, SITES]);
      assert.equal(fixture.askers.at(-1)?.[1], "user");
      const group = fixture.tree.node(SITES);
      assert.deepEqual(group?.type === "group" && group.count, { loaded: 5, total: 5 });
    });

    it("do nothing for what is not a group that is open", async () => {
      const before = fixture.calls.made.length;
      for (const id of [JAVA, PANEL_ID, "group:gone/site"]) await fixture.tree.loadMore(id);
      assert.equal(fixture.calls.made.length, before);
    });

    it("are kept by a refresh, which shows as many pages as before", async () => {
      await fixture.tree.loadMore(SITES);
      fixture.answer({ "site.list": pages("new ") });
      await fixture.tree.reload(SITES, "user");
      assert.deepEqual(await fixture.shown(SITES), ["new 1", "new 2", "new 3", "new 4", "more"]);
    });

    it("end at an empty page", async () => {
      await fixture.tree.loadMore(SITES);
      await fixture.tree.loadMore(SITES);
      fixture.answer({
        "site.list": ({ page }) => (page === 1 ? listOf([siteRow({ id: 1, name: "1" })]) : listOf([], 1)),
      });
      const before = fixture.calls.count("site.list");
      await fixture.tree.reload(SITES, "user");
      assert.deepEqual(await fixture.shown(SITES), ["1"]);
      assert.equal(fixture.calls.count("site.list") - before, 2);
    });

    it("ask once when a person asks twice", async () => {
      await Promise.all([fixture.tree.loadMore(SITES), fixture.tree.loadMore(SITES)]);
      const asked = fixture.calls.made.slice(2).map(([, params]) => (params as { page: number }).page);
      assert.equal(new Set(asked).size, asked.length, `pages ${asked.join(", ")}`);
    });

    it("do not bring back rows that a refresh has replaced", async () => {
      const second = byHand<Listing<Site>>();
      fixture.answer({ "site.list": second.handler });
      const more = fixture.tree.loadMore(SITES);
      await second.asked;
      fixture.answer({ "site.list": pages("new ") });
      const refreshed = fixture.tree.reload(SITES, "user");
      // lets the refresh end first where nothing holds it back
      await new Promise((resolve) => setImmediate(resolve));
      second.resolve(pages("old ")({ page: 2 }));
      await Promise.all([more, refreshed]);
      const shown = await fixture.shown(SITES);
      assert.deepEqual(shown.slice(0, 2), ["new 1", "new 2"]);
    });
  });
});
