import assert from "node:assert/strict";
import { isLongerThanLine } from "../../../src/texts/message.ts";

describe("a notification", () => {
  it("is longer than a line by what a person sees of it", () => {
    const shown = ["x".repeat(55), "字".repeat(27), "No log is being followed."];
    const cut = ["x".repeat(56), "字".repeat(28), "a\nb"];
    assert.deepEqual([...shown, ...cut].map(isLongerThanLine), [false, false, false, true, true, true]);
  });
});
