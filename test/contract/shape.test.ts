import assert from "node:assert/strict";
import { shapeOf, wordsOf } from "./shape.ts";

const RECORDED = {
  status: true,
  msg: "ok",
  data: [
    { id: 1, ssl: -1 },
    { id: 2, ssl: { days: 3 } },
  ],
  index: null,
};

describe("the comparison of answers", () => {
  it("takes no notice of values, of the order of keys, and of how many elements there are", () => {
    const other = {
      index: null,
      data: [
        { ssl: { days: 9 }, id: 7 },
        { ssl: 0, id: 8 },
        { id: 9, ssl: 1 },
      ],
      msg: "",
      status: false,
    };
    assert.equal(shapeOf(other), shapeOf(RECORDED));
  });

  const changes: readonly (readonly [string, unknown])[] = [
    ["a missing key", { ...RECORDED, index: undefined }],
    ["one more key", { ...RECORDED, code: 0 }],
    ["a number for a text", { ...RECORDED, msg: 4 }],
    ["a text for null", { ...RECORDED, index: "" }],
    ["an element of another form", { ...RECORDED, data: [...RECORDED.data, { id: 3 }] }],
    ["no element of one form", { ...RECORDED, data: RECORDED.data.slice(1) }],
    ["no element at all", { ...RECORDED, data: [] }],
    ["an array for an object", [RECORDED]],
    ["a text for an object", JSON.stringify(RECORDED)],
  ];
  for (const [name, changed] of changes)
    it(`sees ${name}`, () => {
      const sent = JSON.parse(JSON.stringify(changed)) as unknown;
      assert.notEqual(shapeOf(sent), shapeOf(RECORDED));
    });

  it("sees other words", () => {
    assert.deepEqual(wordsOf({ page: "p", msg: "m", status: true }), ["msg: m", "page: p"]);
    assert.notDeepEqual(wordsOf({ msg: "m" }), wordsOf({ msg: "n" }));
    assert.deepEqual(wordsOf("m"), ["m"]);
    assert.deepEqual(wordsOf({ status: -1, message: { result: "r" } }), ["result: r"]);
    assert.deepEqual(wordsOf({ status: -1, message: "m" }), ["m"]);
    for (const value of [null, 1, [], [{ msg: "m" }]]) assert.deepEqual(wordsOf(value), []);
  });
});
