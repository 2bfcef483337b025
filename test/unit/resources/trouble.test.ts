import assert from "node:assert/strict";
import type { Fact } from "../../../src/resources/facts.ts";
import type { ResourceState } from "../../../src/resources/resource.ts";
import { resourceStates, troubles } from "../../../src/resources/resource.ts";
import { LAST_RANK, troubleOf, troubleRank, urgencyOf } from "../../../src/resources/trouble.ts";

const LIMITS = { warningDays: 14, urgentDays: 4 };
const left = (days: number, name: Fact["name"] = "certificateDays"): readonly Fact[] => [{ name, value: String(days) }];

describe("the trouble of a resource", () => {
  it("is a certificate with less than 14 days, urgent with less than 4", () => {
    const urgency = (days: number) => urgencyOf("running", left(days), LIMITS);
    assert.deepEqual([-1, 0, 3, 4, 13, 14].map(urgency), ["expired", "urgent", "urgent", "soon", "soon", undefined]);
    assert.equal(urgencyOf("valid", left(3, "daysLeft"), LIMITS), "urgent");
    for (const facts of [[], left(3, "orderDaysLeft"), left(3, "pid")])
      assert.equal(urgencyOf("running", facts, LIMITS), undefined);
  });

  it("is urgent even if a person swapped the limits, and with 0 only after expiry", () => {
    const urgency = (days: number, warningDays: number, urgentDays: number) =>
      urgencyOf("running", left(days), { warningDays, urgentDays });
    assert.deepEqual([urgency(9, 3, 10), urgency(10, 3, 10)], ["urgent", undefined]);
    assert.deepEqual([urgency(0, 0, 0), urgency(-1, 0, 0)], [undefined, "expired"]);
  });

  it("is its state, or its certificate if the state is fine", () => {
    const found = (state: ResourceState, days: number) => troubleOf(state, left(days), LIMITS);
    assert.equal(found("running", 60), undefined);
    assert.equal(found("running", 3), "expiring");
    assert.equal(found("elsewhere", -4), "expired");
    assert.equal(found("stopped", 60), "stopped");
    assert.equal(found("stopped", -4), "stopped");
    assert.equal(urgencyOf("stopped", left(-4), LIMITS), undefined);
    assert.equal(found("expired", -4), "expired");
    const ofStates = resourceStates.flatMap((state) => troubleOf(state, [], LIMITS) ?? []);
    const ofOthers = ["expiring", "misconfigured", "outdated"];
    assert.deepEqual(ofStates.toSorted(), troubles.filter((trouble) => !ofOthers.includes(trouble)).toSorted());
  });

  it("is a refused configuration, unless it has ended already", () => {
    const broken = [{ name: "service.configuration", value: "unknown directive" }] as const;
    const found = (state: ResourceState) => troubleOf(state, broken, LIMITS);
    const all = (["running", "stopped", "unknown", "dead", "failed"] as const).map(found);
    assert.deepEqual(all, ["misconfigured", "misconfigured", "misconfigured", "dead", "failed"]);
  });

  it("is a saved configuration that a running web server does not use yet, unless it refuses it", () => {
    const saved = { name: "service.savedAt", value: "2026-11-26T12:00:00.000Z" } as const;
    const found = (state: ResourceState) => troubleOf(state, [saved], LIMITS);
    assert.deepEqual((["running", "stopped", "unknown"] as const).map(found), ["outdated", "stopped", undefined]);
    const broken = { name: "service.configuration", value: "unknown directive" } as const;
    assert.equal(troubleOf("running", [broken, saved], LIMITS), "misconfigured");
  });

  it("ranks the worst first, and certificates by urgency", () => {
    const ranks = (
      [
        ["dead", 60],
        ["running", -4],
        ["running", 3],
        ["stopped", -4],
        ["stopped", 60],
        ["running", 13],
        ["running", 60],
        ["unknown", 60],
      ] as const
    ).map(([state, days]) => troubleRank(state, left(days), LIMITS));
    assert.deepEqual(
      ranks,
      ranks.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(ranks).size, 6);
    assert.deepEqual(ranks.slice(-2), [LAST_RANK, LAST_RANK]);
  });
});
