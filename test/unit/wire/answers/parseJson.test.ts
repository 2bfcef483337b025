import assert from "node:assert/strict";
import { MOST_LEVELS, MOST_PARTS, parseJson } from "../../../../src/wire/answers/parseJson.ts";
import { hostileJson, shapes } from "../../../fakes/hostileJson.ts";
import { assertProportional, shortestOf } from "../../../fakes/longestStep.ts";

/** What the transport takes at most. */
const LONGEST = 8 * 2 ** 20;

const nested = (levels: number, [open, close]: readonly [string, string]) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

describe("JSON of a panel", () => {
  it("has as many levels as any answer, and no more", () => {
    for (const brackets of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      assert.ok(parseJson(nested(MOST_LEVELS, brackets)));
      assert.throws(() => parseJson(nested(MOST_LEVELS + 1, brackets)), SyntaxError);
    }
  });

  it("has more arrays and objects than the longest list, and no millions of them", () => {
    const beside = (parts: number, part: string) => `[${Array.from({ length: parts - 1 }, () => part).join()}]`;
    for (const part of ["[]", "{}", '"[["']) assert.ok(parseJson(beside(MOST_PARTS, part)));
    for (const part of ["[]", "{}"]) assert.throws(() => parseJson(beside(MOST_PARTS + 1, part)), SyntaxError);
  });

  it("may have any brackets in its texts, and any number beside each other", () => {
    for (const value of [
      "[".repeat(1_000),
      '\\"[{'.repeat(1_000),
      Array.from({ length: 1_000 }, () => [{}]),
      '"',
      "\\",
    ])
      assert.deepEqual(parseJson(JSON.stringify([value, { [JSON.stringify(value)]: [] }]))?.valueOf(), [
        value,
        { [JSON.stringify(value)]: [] },
      ]);
  });

  it("is parsed in the time that plain text takes, however deep it is", () => {
    const plain = `["${"a".repeat(LONGEST)}"]`;
    const yardstick = shortestOf(() => parseJson(plain));
    for (const shape of shapes.filter((each) => each.startsWith("deep") || each === "open")) {
      const body = hostileJson(shape, LONGEST, {});
      assertProportional(shape, shortestOf(() => parseJson(body)).ms, yardstick.ms);
    }
  });
});
