import assert from "node:assert/strict";
import type { Outcome } from "../../../../src/actions/outcome.ts";
import { replacesMessages } from "../../../../src/deployments/window/replacedMessages.ts";

type Ended = Parameters<typeof replacesMessages>[0];

const ended = (kind: Outcome["kind"], key = "1") =>
  ({ to: { panel: { id: "p" }, kind: "site", target: { key } }, outcome: { kind } }) as unknown as Ended;

describe("the message about a deployment that failed", () => {
  it("goes with the next run that ends on its target, and with no other", () => {
    const standing = replacesMessages(ended("wentWrong"));
    replacesMessages(ended("done", "2"));
    assert.ok(!standing.aborted);
    const next = replacesMessages(ended("done"));
    assert.ok(standing.aborted && !next.aborted);
  });

  it("stays where a person turns the next run away, or may not have it: what it tells still holds", () => {
    const standing = replacesMessages(ended("uncertain"));
    for (const kind of ["declined", "readOnly"] as const) replacesMessages(ended(kind));
    assert.ok(!standing.aborted);
  });
});
