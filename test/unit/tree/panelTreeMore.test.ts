import assert from "node:assert/strict";
import type { Listing } from "../../../src/wire/answers/listing.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";
import { byHand, JAVA, PANEL, PANEL_ID, SITES, TreeFixture } from "../../fakes/treeFixture.ts";

/** Pages of two sites each, five in all; `mark` is in every name. */
const pages =
  (mark = "") =>
  ({ page }: { readonly page: number }): Listing<Site> => {
    const ids = [1, 2, 3, 4, 5].slice(page * 2 - 2, page * 2);
    const rows = ids.map((id) => siteRow({ id, name: `${mark}${id}` }));
    return listOf(rows, 5);
  };

describe("panel tree, for more of a group", () => {
  let fixture: TreeFixture;

  const pagesAsked = () =>
    fixture.calls.made.flatMap(([id, params]) =>
      id === "site.list" ? [(params as { readonly page: number }).page] : [],
    );

  beforeEach(async () => {
    fixture = new TreeFixture();
    fixture.answer({ "site.list": pages() });
    await fixture.open(SITES);
  });

  it("adds a page, and offers the rest", async () => {
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
    assert.deepEqual(fixture.count(SITES), { loaded: 5, shown: 5, total: 5 });
  });

  it("does nothing for nodes other than open groups", async () => {
    const before = fixture.calls.made.length;
    for (const id of [JAVA, PANEL_ID, "group:gone/site"]) await fixture.tree.loadMore(id);
    assert.equal(fixture.calls.made.length, before);
  });

  it("is kept by a refresh, which shows as many pages as before", async () => {
    await fixture.tree.loadMore(SITES);
    fixture.answer({ "site.list": pages("new ") });
    await fixture.tree.reload(SITES, "user");
    assert.deepEqual(await fixture.shown(SITES), ["new 1", "new 2", "new 3", "new 4", "more"]);
  });

  it("ends at an empty page", async () => {
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

  it("sends one request if a person asks twice", async () => {
    await Promise.all([fixture.tree.loadMore(SITES), fixture.tree.loadMore(SITES)]);
    const asked = fixture.calls.made.slice(2).map(([, params]) => (params as { page: number }).page);
    assert.equal(new Set(asked).size, asked.length, `pages ${asked.join(", ")}`);
  });

  it("does not bring back rows that a refresh has replaced", async () => {
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

  it("does not overwrite newer content, whenever it arrives", async () => {
    const found = listOf([siteRow({ id: 9, name: "found" })]);
    let steps = 0;
    for (let isEnded = false; !isEnded; steps++) {
      const windows = [new TreeFixture(), new TreeFixture()] as const;
      const [reloaded, searched] = windows;
      for (const window of windows) {
        window.answer({ "site.list": pages() });
        await window.open(SITES);
        await window.tree.loadMore(SITES);
        window.answer({ "site.list": (asked) => (asked.search === undefined ? pages("old ")(asked) : found) });
      }
      let underWay: number = windows.length;
      const loads: Promise<void>[] = windows.map(({ tree }) =>
        tree.reload(SITES, "automatic").then(() => void (underWay -= 1)),
      );
      for (let step = 0; step < steps; step++) await new Promise((resolve) => setImmediate(resolve));
      isEnded = underWay === 0;
      reloaded.answer({ "site.list": pages("new ") });
      loads.push(reloaded.tree.reload(SITES, "user"));
      const filter = { text: "f", serverSearch: true } as const;
      searched.tree.setFilter(SITES, filter, { kind: "site", page: found });
      await Promise.all(loads);
      assert.deepEqual(await reloaded.shown(SITES), ["new 1", "new 2", "new 3", "new 4", "more"], `after ${steps}`);
      assert.deepEqual(await searched.shown(SITES), ["found"], `after ${steps}`);
    }
  });

  it("keeps the rows if the next page fails, and requests the same page again", async () => {
    const failure = { kind: "timeout", afterMs: 1 } as const;
    fixture.answer({ "site.list": failing(failure) });
    await fixture.tree.loadMore(SITES);
    assert.deepEqual(await fixture.shown(SITES), ["failure", "1", "2", "more"]);
    assert.equal(fixture.tree.rows(PANEL.id, "site").length, 2);
    assert.deepEqual(fixture.count(SITES), { loaded: 2, shown: 2, total: 5 });
    fixture.answer({ "site.list": pages() });
    await fixture.tree.loadMore(SITES);
    assert.deepEqual(await fixture.shown(SITES), ["1", "2", "3", "4", "more"]);
    assert.deepEqual(pagesAsked(), [1, 2, 2]);
  });

  it("keeps all rows if one page of a refresh fails", async () => {
    await fixture.tree.loadMore(SITES);
    const answer = pages("new ");
    fixture.answer({
      "site.list": (params) => (params.page === 2 ? failing({ kind: "timeout", afterMs: 1 })() : answer(params)),
    });
    await fixture.tree.reload(SITES, "user");
    assert.deepEqual(await fixture.shown(SITES), ["failure", "1", "2", "3", "4", "more"]);
  });

  it("stays on the route of its first page", async () => {
    const asked: (string | undefined)[] = [];
    const answer = pages();
    fixture.answer({
      "site.list": (params) => {
        asked.push(params.route);
        // what is not asked for by name comes as the panel likes just now
        return { ...answer(params), route: params.route ?? (asked.length === 1 ? "getData" : "datalist") };
      },
    });
    await fixture.tree.reload(SITES, "user");
    await fixture.tree.loadMore(SITES);
    await fixture.tree.loadMore(SITES);
    assert.deepEqual(asked, [undefined, "getData", "getData"]);
    await fixture.tree.reload(SITES, "user");
    assert.deepEqual(asked.slice(3), [undefined, "datalist", "datalist"]);
    assert.deepEqual(await fixture.shown(SITES), ["1", "2", "3", "4", "5"]);
  });

  it("starts again from the first page if its route is gone", async () => {
    fixture.answer({ "site.list": (params) => ({ ...pages()(params), route: "getData" }) });
    await fixture.tree.reload(SITES, "user");
    const asked: unknown[] = [];
    fixture.answer({
      "site.list": (params) => {
        asked.push([params.page, params.route]);
        if (params.route === "getData") return failing({ kind: "page", status: 404 })();
        return { ...pages("new ")(params), route: "datalist" };
      },
    });
    await fixture.tree.loadMore(SITES);
    assert.deepEqual(asked, [
      [2, "getData"],
      [1, undefined],
      [2, "datalist"],
    ]);
    assert.deepEqual(await fixture.shown(SITES), ["new 1", "new 2", "new 3", "new 4", "more"]);
  });

  it("starts again from the first page if rows have moved meanwhile", async () => {
    const rowsOf = (ids: readonly number[]) => ids.map((id) => siteRow({ id, name: `${id}` }));
    for (const [ids, expected] of [
      // one was deleted: the third would be on no page
      [
        [2, 3, 4, 5],
        ["2", "3", "4", "5"],
      ],
      // one was deleted and another one added: the second would be on both
      [
        [6, 1, 2, 3, 4],
        ["6", "1", "2", "3", "more"],
      ],
    ] as const) {
      const moved = new TreeFixture();
      moved.answer({ "site.list": pages() });
      await moved.open(SITES);
      moved.answer({ "site.list": ({ page }) => listOf(rowsOf(ids.slice(page * 2 - 2, page * 2)), ids.length) });
      await moved.tree.loadMore(SITES);
      assert.deepEqual(await moved.shown(SITES), expected);
    }
  });
});
