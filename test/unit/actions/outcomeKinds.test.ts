import assert from "node:assert/strict";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { outcomeKinds } from "../../../src/actions/outcomeKinds.ts";
import { outcomeText } from "../../../src/texts/actionTexts.ts";
import { outcomeSamples, requestFor } from "./requestSamples.ts";

const rows = Object.entries(outcomeKinds);

/** Outcomes after which a notification warns though nothing was sent, because what was shown is no longer so. */
const OUTDATED: readonly Outcome["kind"][] = ["gone", "changed", "ambiguous"];

describe("The table of outcomes", () => {
  it("lets nobody repeat what may still happen", () => {
    for (const [kind, { again, happened, next = "" }] of rows) {
      if (again !== "unsafe") continue;
      assert.equal(happened, "unknown", kind);
      assert.match(next, /Do not repeat it/, kind);
    }
  });

  it("forbids an agent no try that a person is offered", () => {
    for (const [kind, { again, next = "" }] of rows)
      if (again === "safe") assert.doesNotMatch(next, /Do not repeat/, kind);
  });

  it("tells an agent what to do next, unless the aim is reached", () => {
    for (const [kind, { happened, next }] of rows) assert.equal(next === undefined, happened === "yes", kind);
  });

  it("calls nothing well in the activity of which a notification warns", () => {
    for (const outcome of outcomeSamples) {
      const { record } = outcomeKinds[outcome.kind];
      const text = outcomeText(requestFor(), outcome);
      if (record === undefined || text === undefined) continue;
      if (outcome.kind === "done" || OUTDATED.includes(outcome.kind)) continue;
      const isMarked = record.tone === "warning" || record.tone === "wrong";
      assert.equal(isMarked, text.severity !== "information", JSON.stringify(outcome));
    }
  });

  it("does not say why a deployment went back, which the message says", () => {
    // it may have been canceled, or a call may have failed
    assert.doesNotMatch(outcomeKinds.rolledBack.next ?? "", /because|not well/);
  });

  it("does not say that something was stopped which may still be running", () => {
    assert.doesNotMatch(outcomeKinds.halfway.next ?? "", /was stopped/);
  });

  it("names no reason why something was taken back: a person may have canceled it", () => {
    assert.doesNotMatch(outcomeKinds.rolledBack.next ?? "", /because/);
  });
});
