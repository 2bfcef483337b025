import assert from "node:assert/strict";
import { shouldRetry } from "../../../src/followedLogs/logPace.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";

const MINUTE = 60_000;

/** How many failures in a row it takes until nobody waits any longer, one a minute. */
function patience(failure: PanelFailure, hasAnswered: boolean): number {
  for (let failures = 1; failures < 1_000; failures++)
    if (!shouldRetry(failure, { failures, hasAnswered, forMs: (failures - 1) * MINUTE })) return failures;
  return Infinity;
}

describe("a panel that does not answer", () => {
  it("is retried for half an hour", () => {
    for (const failure of [
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "timeout", afterMs: 1 },
      { kind: "page", status: 502 },
    ] as const)
      assert.equal(patience(failure, true), 31);
  });

  it("is not given up because the computer slept through the half hour", () => {
    const failure = { kind: "network", code: "ENOTFOUND" } as const;
    assert.ok(shouldRetry(failure, { failures: 2, hasAnswered: true, forMs: 60 * MINUTE }));
    assert.ok(!shouldRetry(failure, { failures: 60, hasAnswered: true, forMs: 60 * MINUTE }));
  });

  it("is given up after four pages if it never answered otherwise", () => {
    assert.equal(patience({ kind: "page", status: 404 }, false), 4);
    assert.equal(patience({ kind: "network", code: "ECONNREFUSED" }, false), 31);
  });

  it("is retried a few times after odd answers, as during its restart", () => {
    for (const failure of [
      { kind: "malformed", fields: ["a"] },
      { kind: "unsupported" },
      { kind: "rejected", message: "no" },
    ] as const)
      assert.deepEqual([patience(failure, true), patience(failure, false)], [5, 1]);
  });

  it("is not retried after a refusal, or if a person has to act first", () => {
    for (const failure of [
      { kind: "refused", reason: "key" },
      { kind: "tls", problem: "changed", code: "" },
      { kind: "keyNeeded" },
      { kind: "consentNeeded" },
      { kind: "defect" },
    ] as const)
      assert.deepEqual([patience(failure, true), patience(failure, false)], [1, 1]);
  });
});
