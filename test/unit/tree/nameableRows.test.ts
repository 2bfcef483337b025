import assert from "node:assert/strict";
import { nameableRows } from "../../../src/tree/nameableRows.ts";
import { resourceOf } from "../../../src/resources/resources.ts";
import type { Listing } from "../../../src/wire/answers/listing.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";

const row = (id: number | undefined, name: string) => siteRow({ id, name });
const nameable = (...pages: readonly Listing<unknown>[]) =>
  nameableRows(pages, resourceOf("site")).map(({ rows, unreadable, total }) => ({
    names: (rows as readonly { readonly name: string }[]).map(({ name }) => name),
    unreadable: unreadable.map(({ index, fields }) => `${index} ${fields.join()}`),
    total,
  }));

describe("rows that can be named", () => {
  it("are left as they are", () => {
    const pages = [listOf([row(1, "a"), row(2, "b")])];
    assert.equal(nameableRows(pages, resourceOf("site")), pages);
    const broken = listOf([row(undefined, "c")]);
    assert.equal(nameableRows([...pages, broken], resourceOf("site"))[0], pages[0], "whatever is on another page");
  });

  it("have a key that no other row of their page has", () => {
    const rows = [row(1, "a"), row(undefined, "b"), row(3, "c"), row(1, "a"), row(4, "d")];
    assert.deepEqual(nameable({ rows, unreadable: [{ index: 1, fields: ["ssl"] }], total: 6 }), [
      { names: ["c", "d"], unreadable: ["1 ssl", "0 (key)", "2 (key)", "4 (key)"], total: 6 },
    ]);
  });

  it("may be on two pages with the same identity, because the list may have moved", () => {
    const pages = [listOf([row(1, "a"), row(2, "b")], 4), listOf([row(2, "b"), row(1, "other")], 4)];
    assert.deepEqual(nameable(...pages), [
      { names: ["b"], unreadable: ["0 (key)"], total: 4 },
      { names: ["b"], unreadable: ["1 (key)"], total: 4 },
    ]);
  });

  it("leave one entry for all nameless rows beyond a hundred", () => {
    const rows = Array.from({ length: 400 }, () => row(undefined, "no id"));
    const [page] = nameableRows([listOf(rows)], resourceOf("site"));
    assert.equal(page?.unreadable.length, 101);
    assert.equal(page?.unreadable.at(-1)?.count, 300);
  });
});
