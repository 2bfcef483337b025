import assert from "node:assert/strict";
import fc from "fast-check";
import * as v from "valibot";
import {
  firstEntries,
  firstItems,
  flag,
  integer,
  key,
  label,
  maybe,
  nonEmptyParam,
  rawText,
  text,
} from "../../../../src/wire/answers/fields.ts";
import { fieldsAtFault, pageOf, rowsOf, wholeListOf } from "../../../../src/wire/answers/listing.ts";

const row = v.object({ id: integer, note: maybe(text) });
const read = <S extends v.GenericSchema>(schema: S, value: unknown) => v.parse(schema, value);
const reads = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;

describe("listing", () => {
  it("keeps the order of readable rows and the positions of unreadable ones", () => {
    const list = read(rowsOf(row), [{ id: 1 }, {}, { id: "2" }, null, { id: [], note: {} }]);
    assert.deepEqual(list.rows, [{ id: 1 }, { id: 2 }]);
    assert.deepEqual(list.unreadable, [
      { index: 1, fields: ["id"] },
      { index: 3, fields: ["(whole)"] },
      { index: 4, fields: ["id", "note"] },
    ]);
  });

  it("reads every element or lists it as unreadable", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.jsonValue(), fc.record({ id: fc.integer() }))), (elements) => {
        const { rows, unreadable, total } = read(wholeListOf(row), elements);
        assert.equal(rows.length + unreadable.length, elements.length);
        assert.equal(total, elements.length);
        const broken = new Set(unreadable.map(({ index }) => index));
        const expected = elements.filter((_, index) => !broken.has(index)) as { id: number }[];
        assert.deepEqual(
          rows.map(({ id }) => id),
          expected.map(({ id }) => id),
        );
      }),
    );
  });

  it("stops after more rows than a panel has, and counts the rest", () => {
    const list = read(wholeListOf(row), [...Array.from({ length: 7_000 }, (_, id) => ({ id })), {}]);
    assert.equal(list.rows.length, 5_000);
    assert.deepEqual(list.unreadable, [{ index: 5_000, fields: ["(more)"], count: 2_001 }]);
    assert.equal(list.total, 7_001);
    const page = read(pageOf(row), { data: Array.from({ length: 1_500 }, (_, id) => ({ id })) });
    assert.deepEqual([page.rows.length, page.unreadable.length, page.unreadable[0]?.count], [1_000, 1, 500]);
  });

  it("lists a hundred unreadable rows one by one and the rest as a count, without hiding readable ones", () => {
    const { rows, unreadable, total } = read(wholeListOf(row), [...Array.from({ length: 400 }, () => ({})), { id: 7 }]);
    assert.deepEqual(rows, [{ id: 7 }]);
    assert.equal(unreadable.length, 101);
    assert.deepEqual(unreadable[100], { index: 401, fields: ["(more)"], count: 300 });
    assert.equal(total, 401);
  });

  it("names few fields, shortly, and shows nothing else by their names", () => {
    const schema = v.record(v.string(), v.number());
    const names = ["a\n[info] done", `b${"\u202e".repeat(9)}`, "c".repeat(500)];
    const { issues = [] } = v.safeParse(schema, Object.fromEntries(names.map((name) => [name, "x"])));
    assert.deepEqual(fieldsAtFault(issues), ["a [info] done", "b", `${"c".repeat(79)}…`]);
    const many = v.safeParse(schema, Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`k${at}`, "x"])));
    assert.equal(fieldsAtFault(many.issues ?? []).length, 10);
  });

  it("takes the total from the page's HTML in both languages", () => {
    const totals: readonly (readonly [unknown, number | undefined])[] = [
      ["<div><span class='Pcurrent'>1</span><span class='Pcount'>共11条</span></div>", 11],
      ["<div><span class='Pcurrent'>1</span><span class='Pcount'>Total 3</span></div>", 3],
      ["<a class='Pnum' href='/data?p=6'>6</a><span class='Pcount'>共0条</span>", 0],
      ["<span class=Pcount>120</span>", 120],
      ["<span class='Pcurrent'>1</span>", undefined],
      ["<span class='Pcount'>共条</span><b>9</b>", undefined],
      ["", undefined],
      [null, undefined],
      [undefined, undefined],
      [7, undefined],
    ];
    for (const [page, total] of totals)
      assert.deepEqual(read(pageOf(row), { page, data: [] }), { rows: [], unreadable: [], total }, String(page));
  });

  it("is malformed where there is no list", () => {
    for (const body of [{ page: "" }, { data: {} }, { data: null }, { page: {}, data: [] }])
      assert.equal(reads(pageOf(row), body), false, JSON.stringify(body));
    assert.equal(reads(wholeListOf(row), {}), false);
  });

  it("names each field at fault once and never its value", () => {
    const schema = v.object({ a: v.pipe(v.string(), v.minLength(9), v.email()), b: v.object({ c: v.number() }) });
    const { issues = [] } = v.safeParse(schema, { a: "secret", b: { c: "secret" } });
    assert.deepEqual(fieldsAtFault(issues), ["a", "b.c"]);
    assert.deepEqual(fieldsAtFault(v.safeParse(v.string(), 1).issues ?? []), ["(whole)"]);
  });
});

describe("fields", () => {
  it("take numbers for text", () => {
    assert.equal(read(text, "a"), "a");
    assert.equal(read(text, 8080), "8080");
    for (const value of [null, undefined, true, [], {}, Number.NaN]) assert.equal(reads(text, value), false);
  });

  it("take text for whole numbers", () => {
    assert.deepEqual(
      [7, -1, "7", " 12 ", "-3", "999999999999999"].map((value) => read(integer, value)),
      [7, -1, 7, 12, -3, 999_999_999_999_999],
    );
    for (const value of [1.5, "1.5", "", "-", "1e3", "0x10", "1 2", "x1", "1x", "1234567890123456", null, true, []])
      assert.equal(reads(integer, value), false, JSON.stringify(value));
  });

  it("take 0, 1 and their text for booleans", () => {
    assert.deepEqual(
      [true, false, 1, 0, "1", "0"].map((value) => read(flag, value)),
      [true, false, true, false, true, false],
    );
    for (const value of [2, "true", "", null, []]) assert.equal(reads(flag, value), false);
  });

  it("may be absent or null, but not of another type", () => {
    assert.deepEqual(
      [undefined, null, "", "a"].map((value) => read(maybe(text), value)),
      [undefined, undefined, "", "a"],
    );
    assert.equal(reads(maybe(text), {}), false);
  });

  it("are unreadable as a key if they have invisible characters", () => {
    for (const name of ["shop", "项目 1", "a_80", "", 7]) assert.equal(read(key, name), String(name));
    for (const name of ["a\u200bb", "a\u202eb", "a\nb", " a", "a  b", "\u3164", "x".repeat(1_001)])
      assert.equal(reads(key, name), false, JSON.stringify(name));
  });

  it("are exact or unreadable, and cut where they are only shown", () => {
    assert.equal(read(text, "a\u200bb"), "a\u200bb");
    assert.deepEqual([reads(text, "x".repeat(4_096)), reads(text, "x".repeat(4_097))], [true, false]);
    assert.equal(read(label, `11.7\n\u202e${"x".repeat(900)}`), `11.7 ${"x".repeat(194)}…`);
    assert.equal(read(rawText, "<b>".repeat(9_000)).length, 8_192);
    assert.equal(reads(integer, " ".repeat(99_999)), false);
    assert.equal(read(firstItems(text), Array.from({ length: 500 }, String)).length, 100);
    assert.deepEqual(read(firstEntries(maybe(text)), { "80/tcp": null, "81": "a" }), [
      ["81", "a"],
      ["80/tcp", undefined],
    ]);
    assert.deepEqual([reads(firstItems(text), {}), reads(firstEntries(text), [])], [false, false]);
  });

  it("name something", () => {
    assert.deepEqual(
      [reads(nonEmptyParam, "a"), reads(nonEmptyParam, ""), reads(nonEmptyParam, 1)],
      [true, false, false],
    );
  });
});
