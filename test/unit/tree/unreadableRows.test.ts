import assert from "node:assert/strict";
import { UnreadableRows } from "../../../src/tree/unreadableRows.ts";

const rows = (...fields: readonly string[]) => fields.map((field, index) => ({ index, fields: [field] }));

describe("unreadable rows", () => {
  let told: UnreadableRows;
  beforeEach(() => (told = new UnreadableRows()));

  it("are told once for each panel, kind and fields, wherever they stand", () => {
    assert.deepEqual(told.news("p", "site", rows("a", "b", "a")), [["a"], ["b"]]);
    assert.deepEqual(told.news("p", "site", rows("b", "a")), []);
    assert.deepEqual(told.news("p", "container", rows("a")), [["a"]]);
    assert.deepEqual(told.news("q", "site", rows("a")), [["a"]]);
  });

  it("are told again when they could be read meanwhile", () => {
    told.news("p", "site", rows("a"));
    assert.deepEqual(told.news("p", "site", []), []);
    assert.deepEqual(told.news("p", "site", rows("a")), [["a"]]);
  });

  it("are remembered in bounded memory", () => {
    const many = rows(...Array.from({ length: 50 }, (_, index) => `f${index}`));
    assert.equal(told.news("p", "site", many).length, 20);
    assert.deepEqual(told.news("p", "site", many), []);
    for (let panel = 0; panel < 500; panel++) told.news(`p${panel}`, "site", rows("a"));
    assert.deepEqual(told.news("p499", "site", rows("a")), []);
    assert.equal(told.news("p", "site", many).length, 20, "the oldest is forgotten");
  });
});
