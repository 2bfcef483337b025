import assert from "node:assert/strict";
import { joinPages, lengthOf, nodesOfListing } from "../../../src/model/nodesOfListing.ts";
import type { Listing } from "../../../src/panel/listing.ts";
import { containerRow, javaRow, listOf, siteRow } from "../fakes/rows.ts";

const unreadable = (index: number) => ({ index, fields: ["pid"] });
const nodes = (kind: "site" | "javaProject" | "container", listing: Listing<unknown>) =>
  nodesOfListing("p", kind, listing);
const ids = (kind: "site" | "javaProject" | "container", listing: Listing<unknown>) =>
  nodes(kind, listing).map(({ id }) => id);

describe("group listing", () => {
  it("shows each row as the resource table says", () => {
    const row = siteRow({ id: 14, name: "a.example.com", running: true, root: "/www/a" });
    assert.deepEqual(nodes("site", listOf([row])), [
      {
        type: "item",
        id: "item:p/site/14",
        parentId: "group:p/site",
        panelId: "p",
        kind: "site",
        key: "14",
        label: "a.example.com",
        state: "running",
        facts: [{ name: "root", value: "/www/a" }],
        row,
      },
    ]);
  });

  it("shows what it cannot read or name, so that nobody thinks it is not there", () => {
    const rows = [containerRow({ name: "no id" }), containerRow({ id: "c" }), containerRow({ id: "" })];
    const listing = { rows, unreadable: [unreadable(1)], total: 4 };
    assert.deepEqual(ids("container", listing), [
      "unreadable:group:p/container/r0",
      "item:p/container/c",
      "unreadable:group:p/container/r2",
      "unreadable:group:p/container/u0",
    ]);
    const [first, , , last] = nodes("container", listing);
    assert.deepEqual(first?.type === "unreadable" && first.row, { index: 0, fields: ["(key)"] });
    assert.deepEqual(last?.type === "unreadable" && last.row, unreadable(1));
    assert.deepEqual([first?.parentId, last?.parentId], ["group:p/container", "group:p/container"]);
  });

  it("shows a key that occurs twice once", () => {
    const rows = [javaRow({ name: "a", pids: [1] }), javaRow({ name: "b" }), javaRow({ name: "a", pids: [] })];
    assert.deepEqual(ids("javaProject", listOf(rows)), ["item:p/javaProject/a", "item:p/javaProject/b"]);
  });

  it("says that there is nothing", () => {
    assert.deepEqual(nodes("site", listOf([])), [
      { type: "empty", id: "empty:group:p/site", parentId: "group:p/site", panelId: "p", kind: "site" },
    ]);
    assert.deepEqual(ids("site", { rows: [], unreadable: [unreadable(0)], total: 1 }), ["unreadable:group:p/site/u0"]);
  });

  it("offers more where the panel has more", () => {
    const rows = [siteRow({ id: 1 }), siteRow({ id: 2 })];
    const more = (total: number | undefined) => nodes("site", { rows, unreadable: [unreadable(2)], total }).at(-1);
    assert.deepEqual(more(11), {
      type: "more",
      id: "more:group:p/site",
      parentId: "group:p/site",
      panelId: "p",
      kind: "site",
      remaining: 8,
    });
    assert.equal(more(4)?.type, "more");
    for (const total of [undefined, 0, 2, 3]) assert.equal(more(total)?.type, "unreadable", String(total));
    assert.deepEqual(ids("site", listOf([], 5)), ["empty:group:p/site", "more:group:p/site"]);
  });

  it("joins pages, with the newest total", () => {
    const first = { rows: [1, 2], unreadable: [unreadable(2)], total: 9 };
    const second = { rows: [3], unreadable: [], total: 8 };
    const joined = joinPages([first, second]);
    assert.deepEqual([joined.rows, joined.unreadable, joined.total], [[1, 2, 3], [unreadable(2)], 8]);
    assert.deepEqual(joinPages([]), { rows: [], unreadable: [], total: undefined });
    assert.equal(lengthOf(joined), 4);
  });

  it("shows every unreadable row of every page", () => {
    const page = (id: number) => ({ rows: [siteRow({ id })], unreadable: [unreadable(0)], total: 4 });
    const shown = nodes("site", joinPages([page(1), page(2)])).filter(({ type }) => type === "unreadable");
    assert.deepEqual(
      shown.map((node) => node.type === "unreadable" && node.row.index),
      [0, 2],
    );
  });
});
