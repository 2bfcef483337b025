import assert from "node:assert/strict";
import { EnterKey } from "../../../src/views/enterKey.ts";

describe("the Enter key in the list", () => {
  it("is known to the row that it opens, once, and to no click long after it", async () => {
    let now = 5_000;
    let selected = 0;
    const key = new EnterKey({ monotonic: () => now }, async () => void (selected += 1));
    assert.equal(key.takePress(), false);
    await key.press();
    assert.deepEqual([selected, key.takePress(), key.takePress()], [1, true, false]);
    await key.press();
    now += 1_000;
    assert.equal(key.takePress(), false);
  });
});
