import assert from "node:assert/strict";
import { decimalText, numberText } from "../../../src/texts/numberTexts.ts";

describe("A count", () => {
  it("is written as people write it", () => {
    assert.deepEqual([0, 200, 10_000].map(numberText), ["0", "200", "10,000"]);
  });
});

describe("A measured number", () => {
  it("has one decimal", () => {
    assert.deepEqual([0, 0.25, 1234].map(decimalText), ["0.0", "0.3", "1,234.0"]);
  });
});
