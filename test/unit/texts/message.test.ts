import assert from "node:assert/strict";
import fc from "fast-check";
import { isLongerThanLine, linesOf } from "../../../src/texts/message.ts";

describe("lines of a text", () => {
  it("break between words, and between Chinese signs but before no punctuation", () => {
    assert.deepEqual(linesOf("one two three", 8), ["one two", "three"]);
    assert.deepEqual(linesOf("密钥不对，请更改。", 10), ["密钥不对，", "请更改。"]);
    assert.deepEqual(linesOf("x".repeat(100), 40), ["x".repeat(40), "x".repeat(40), "x".repeat(20)]);
    assert.deepEqual(linesOf("", 40), []);
  });

  it("lose nothing but blanks, and are no longer than asked for", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", " ", "字", "。", ".", "“"), maxLength: 300 }), (text) => {
        const lines = linesOf(text, 44);
        assert.equal(lines.join("").replace(/\s/g, ""), text.replace(/\s/g, ""));
        assert.ok(lines.every((line) => line.length <= 44));
      }),
    );
  });
});

describe("a notification", () => {
  it("is longer than a line by what a person sees of it", () => {
    const shown = ["x".repeat(55), "字".repeat(27), "No log is being followed."];
    const cut = ["x".repeat(56), "字".repeat(28), "a\nb"];
    assert.deepEqual([...shown, ...cut].map(isLongerThanLine), [false, false, false, true, true, true]);
  });
});
