import assert from "node:assert/strict";
import { numberText } from "../../../src/texts/numberTexts.ts";

describe("A count", () => {
  it("is written as people write it", () => {
    assert.deepEqual([0, 200, 10_000].map(numberText), ["0", "200", "10,000"]);
  });
});
