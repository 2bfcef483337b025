import assert from "node:assert/strict";
import { searchedText } from "../../../src/tree/searchOf.ts";
import type { Listing } from "../../../src/wire/answers/listing.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";
import { PANEL, SITES, TreeFixture } from "../../fakes/treeFixture.ts";

/** Pages of two sites each, 100 in all, or those that contain the text. */
const pages =
  (mark = "") =>
  ({ page, search = "" }: { readonly page: number; readonly search?: string }): Listing<Site> => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1).filter((id) => String(id).includes(search));
    const rows = ids.slice(page * 2 - 2, page * 2).map((id) => siteRow({ id, name: `${mark}${id}` }));
    return listOf(rows, ids.length);
  };

describe("results of the panel's search", () => {
  let fixture: TreeFixture;

  beforeEach(async () => {
    fixture = new TreeFixture();
    fixture.answer({ "site.list": pages() });
    await fixture.open(SITES);
  });

  const filter = (text: string) => ({ text, serverSearch: true }) as const;
  const find = (text: string) =>
    fixture.tree.setFilter(SITES, filter(text), { kind: "site", page: pages()({ page: 1, search: text }) });
  const group = () => {
    const node = fixture.tree.node(SITES);
    assert.ok(node?.type === "group");
    return node;
  };
  const searches = () =>
    fixture.calls.made.flatMap(([id, params]) =>
      id === "site.list" ? [(params as { readonly search?: string }).search] : [],
    );

  it("replace the loaded rows, with their count, without a request", async () => {
    find("7");
    assert.deepEqual(await fixture.shown(SITES), ["7", "17", "more"]);
    assert.deepEqual(group().count, { loaded: 2, shown: 2, total: 19, among: 100 });
    assert.deepEqual(searches(), [undefined]);
  });

  it("include rows that match by something they do not show", async () => {
    fixture.tree.setFilter(SITES, filter("a note"), {
      kind: "site",
      page: listOf([siteRow({ id: 5, name: "five" })], 1),
    });
    assert.deepEqual(await fixture.shown(SITES), ["five"]);
  });

  it("are requested in punycode for domains, and as typed for words", () => {
    for (const [typed, sent] of [
      [" 商店.例子 ", "xn--czrs0t.xn--fsqu00a"],
      ["www.商店。中国", "www.xn--czrs0t.xn--fiqs8s"],
      ["商店", "商店"],
      ["旧站. 备用", "旧站. 备用"],
      ["shop.example", "shop.example"],
    ])
      assert.equal(searchedText(typed ?? ""), sent);
  });

  it("are searched again by a refresh, and by loading more", async () => {
    find("7");
    await fixture.tree.loadMore(SITES);
    assert.deepEqual(await fixture.shown(SITES), ["7", "17", "27", "37", "more"]);
    fixture.answer({ "site.list": pages("new ") });
    await fixture.tree.reload(SITES, "automatic");
    assert.deepEqual(await fixture.shown(SITES), ["new 7", "new 17", "new 27", "new 37", "more"]);
    assert.deepEqual(searches(), [undefined, "7", "7", "7"]);
    assert.deepEqual(group().filter, filter("7"));
  });

  it("stay if the next search fails", async () => {
    find("7");
    fixture.answer({ "site.list": failing({ kind: "timeout", afterMs: 1 }) });
    await fixture.tree.reload(SITES, "user");
    assert.deepEqual(await fixture.shown(SITES), ["failure", "7", "17", "more"]);
  });

  for (const other of [undefined, { text: "2" }] as const)
    it(`are replaced by ${other === undefined ? "all rows" : "a filter of the loaded rows"}, which are then loaded again`, async () => {
      find("7");
      fixture.answer({ "site.list": pages("new ") });
      fixture.tree.setFilter(SITES, other);
      assert.deepEqual(await fixture.shown(SITES), other === undefined ? ["1", "2", "more"] : ["2", "more"]);
      await fixture.tree.reload(SITES, "automatic");
      assert.deepEqual(
        await fixture.shown(SITES),
        other === undefined ? ["new 1", "new 2", "more"] : ["new 2", "more"],
      );
      assert.deepEqual(searches(), [undefined, undefined]);
      assert.ok(!("among" in (group().count ?? {})));
    });

  it("are replaced by the results of another text, and then by all rows", async () => {
    find("7");
    find("33");
    assert.deepEqual(await fixture.shown(SITES), ["33"]);
    fixture.tree.setFilter(SITES, undefined);
    assert.deepEqual(await fixture.shown(SITES), ["1", "2", "more"]);
  });

  it("do not hide known items", async () => {
    const page = listOf([siteRow({ id: 33, name: "33" }), siteRow({ id: 2, name: "renamed" })], 2);
    fixture.tree.setFilter(SITES, filter("e"), { kind: "site", page });
    const { items } = fixture.tree.known(PANEL.id, "site");
    assert.deepEqual(
      items.map(({ label }) => label),
      ["33", "renamed", "1"],
    );
    assert.deepEqual(
      fixture.tree.rows(PANEL.id, "site").map((row) => (row as Site).id),
      [33, 2, 1, 2],
    );
  });

  it("leave known items as they are loaded", async () => {
    assert.deepEqual(fixture.tree.known(PANEL.id, "javaProject"), { items: [], loaded: undefined });
    fixture.tree.setFilter(SITES, { text: "2" });
    const { items, loaded } = fixture.tree.known(PANEL.id, "site");
    assert.deepEqual(
      items.map(({ label }) => label),
      ["1", "2"],
    );
    assert.equal(loaded?.pages.length, 1);
  });
});
