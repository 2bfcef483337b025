import assert from "node:assert/strict";
import { CallBudget } from "../../../../src/serverFiles/window/callBudget.ts";
import { SteppedClock } from "../../../fakes/steppedClock.ts";

describe("the budget of calls", () => {
  it("lets so many through in any minute", async () => {
    const clock = new SteppedClock();
    const budget = new CallBudget(clock, 3);
    const take = (times: number) => Array.from({ length: times }, () => budget.take()).filter(Boolean).length;
    assert.equal(take(2), 2);
    await clock.pass(30_000);
    assert.equal(take(2), 1);
    await clock.pass(30_000);
    assert.equal(take(5), 2);
    await clock.pass(60_000);
    assert.equal(take(5), 3);
  });
});
