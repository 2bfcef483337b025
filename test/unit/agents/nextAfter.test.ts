import assert from "node:assert/strict";
import { nextAfter } from "../../../src/agents/nextAfter.ts";
import { isTransient, mayHaveHappened, needsPerson } from "../../../src/wire/answers/failure.ts";
import { failureSamples } from "../texts/failureSamples.ts";

describe("What an agent is told after a failure", () => {
  it("leads to the user where only a person can help", () => {
    for (const failure of failureSamples.filter(needsPerson))
      assert.match(nextAfter(failure), /user must|Ask the user/);
  });

  it("invites to another try only where it may help, and cannot do anything twice", () => {
    const inviting = failureSamples.filter((failure) => /Try again/.test(nextAfter(failure)));
    assert.ok(inviting.length > 0);
    for (const failure of inviting) {
      assert.ok(isTransient(failure), failure.kind);
      assert.ok(!mayHaveHappened(failure), failure.kind);
    }
  });
});
