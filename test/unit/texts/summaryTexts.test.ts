import assert from "node:assert/strict";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { summaryText } from "../../../src/texts/actionTexts.ts";
import { outcomeSamples, requestFor } from "../actions/requestSamples.ts";
import { assertText } from "./sentence.ts";

const done: Outcome = { kind: "done", evidence: undefined };
const gone: Outcome = { kind: "gone" };
const stopped: Outcome = { kind: "skipped", cause: { kind: "cancelled" } };
const stoppedWhileAsked: Outcome = { kind: "failed", failure: { kind: "cancelled" } };
const blocked: Outcome = { kind: "skipped", cause: { kind: "network", code: "ECONNREFUSED" } };

/** Outcomes for targets with numbers as names. */
const summaryOf = (...outcomes: readonly Outcome[]) =>
  summaryText(outcomes.map((outcome, index) => ({ request: requestFor({ label: `项目${index}` }), outcome })));

describe("summaryText", () => {
  it("is information only if all are done", () => {
    assert.equal(summaryOf(done, { kind: "already" }).severity, "information");
    for (const other of [gone, stopped, blocked]) assert.equal(summaryOf(done, other).severity, "warning");
  });

  it("names two unfinished actions, and counts the rest", () => {
    const { message, details } = summaryOf(gone, done, gone, gone, gone);
    assertText(message, "项目0", "项目2", "2 more");
    assert.doesNotMatch(message, /项目3|项目4/);
    assert.equal(details.length, 4);
  });

  it("counts the actions that a person stopped, and lists them in the details", () => {
    const { message, details } = summaryOf(done, stopped, stoppedWhileAsked);
    assert.doesNotMatch(message, /项目/);
    assert.match(message, /\b2\b[^.]*\./);
    assert.equal(details.length, 2);
    for (const [index, line] of details.entries()) assertText(line, `项目${index + 1}`, "商店");
  });

  it("says first that it was canceled, and which results are unknown", () => {
    const left: Outcome = { kind: "sent", why: "stopped", evidence: undefined };
    const { severity, message, details } = summaryOf(left, stopped, stopped);
    assert.equal(message, "Restart 3 Java projects. Canceled: 1 sent (result unknown), 2 not sent.");
    assert.equal(severity, "warning");
    assert.deepEqual(details.length, 3);
    assert.match(summaryOf(done, left, stopped).message, /Canceled: 1 done, 1 sent \(result unknown\), 1 not sent\.$/);
  });

  it("counts the actions whose panel had failed, and says why in the details", () => {
    const { message, details } = summaryOf(blocked, done);
    assert.match(message, /panel/);
    assert.doesNotMatch(message, /项目/);
    assertText(details[0], "项目0", "Nothing answers at this address");
    assert.match(details[0] ?? "", /not sent/);
  });

  it("has no gap, whatever the outcomes", () => {
    for (const outcome of outcomeSamples) {
      const { heading, message, details } = summaryOf(done, outcome, outcome);
      for (const text of [heading, message, ...details]) assertText(text);
    }
  });
});
