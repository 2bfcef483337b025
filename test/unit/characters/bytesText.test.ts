import assert from "node:assert/strict";
import { bytesText } from "../../../src/characters/bytesText.ts";

describe("a number of bytes", () => {
  it("has the unit that leaves few digits, and one form", () => {
    const texts = [0, 1, 788, 999, 1_000, 1_250, 999_949, 999_950, 5_242_880, 2e9, 3e12].map(bytesText);
    const expected = ["0 B", "1 B", "788 B", "999 B", "1.0 KB", "1.3 KB", "999.9 KB", "1.0 MB", "5.2 MB", "2.0 GB"];
    assert.deepEqual(texts, [...expected, "3000.0 GB"]);
  });
});
