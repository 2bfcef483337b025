import assert from "node:assert/strict";
import type { DeploymentEnd, DeploymentState } from "../../../src/actions/deploymentEnd.ts";
import { deploymentEnds, deploymentStates, type DeploymentVerb } from "../../../src/actions/deploymentEnds.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { endKindOf, outcomeOf } from "../../../src/deployments/deploymentResult.ts";
import { exitCodeOf } from "../../../src/tasks/runTask.ts";

const end = (state: DeploymentState, more: Partial<DeploymentEnd> = {}): DeploymentEnd => ({
  deployment: "site",
  state,
  ...more,
});
const openStep = { name: "Up", when: "after", end: { kind: "unknown" } } as const;
const ended = (given: DeploymentEnd, verb: DeploymentVerb) => outcomeOf({ end: given }, verb);

/** The outcome and a task's exit code of each end where nothing else is wrong. */
const told: Readonly<
  Record<DeploymentState, Readonly<Record<"deploy" | "rollBack", readonly [Outcome["kind"], number]>>>
> = {
  wanted: { deploy: ["done", 0], rollBack: ["done", 0] },
  finished: { deploy: ["done", 0], rollBack: ["done", 0] },
  before: { deploy: ["wentWrong", 1], rollBack: ["wentWrong", 1] },
  untouched: { deploy: ["wentWrong", 1], rollBack: ["wentWrong", 1] },
  partly: { deploy: ["partly", 1], rollBack: ["partly", 1] },
  kept: { deploy: ["wentWrong", 1], rollBack: ["partly", 1] },
  mixed: { deploy: ["uncertain", 2], rollBack: ["uncertain", 2] },
  left: { deploy: ["wentWrong", 1], rollBack: ["done", 0] },
  held: { deploy: ["uncertain", 2], rollBack: ["uncertain", 2] },
  unknown: { deploy: ["uncertain", 2], rollBack: ["uncertain", 2] },
};

describe("the table of ends", () => {
  it("has an outcome and an exit code for each state of the server", () => {
    for (const state of deploymentStates)
      for (const verb of ["deploy", "rollBack"] as const) {
        const outcome = ended(end(state), verb);
        assert.deepEqual([outcome.kind, exitCodeOf(outcome)], told[state][verb], `${verb} ${state}`);
      }
  });

  it("calls nothing done where a call has failed, and takes no failure for an end that was seen", () => {
    const failure = { kind: "cancelled" } as const;
    for (const state of deploymentStates)
      for (const verb of ["deploy", "rollBack"] as const) {
        const outcome = outcomeOf({ end: end(state), failure }, verb);
        const [seen] = told[state][verb];
        assert.equal(outcome.kind, seen === "uncertain" ? seen : "failed", `${verb} ${state}`);
      }
  });

  it("says what a person has to do wherever the end is open, and has buttons for nothing else", () => {
    for (const [state, { outcome, toDo, choices }] of Object.entries(deploymentEnds)) {
      // the sentence about its process says it
      if (state === "unrestarted") continue;
      const isOpen = outcome.deploy === "uncertain";
      assert.equal(toDo !== undefined, isOpen, state);
      if (choices !== undefined) assert.ok(isOpen, state);
    }
  });

  it("tells what is held from what is held while a step may still run", () => {
    const held = end("held", { steps: [{ ...openStep, end: { kind: "exited", code: 0 } }] });
    const open = end("held", { steps: [openStep] });
    for (const each of [held, end("held")]) assert.deepEqual(endKindOf(each).choices, ["recover", "keep"]);
    assert.deepEqual(endKindOf(open).choices, ["lookAgain", "stopStep"]);
    assert.equal(endKindOf(end("wanted", { steps: [openStep] })).choices, undefined);
    assert.deepEqual([ended(held, "stopStep").kind, ended(open, "stopStep").kind], ["done", "uncertain"]);
  });

  it("does not take for done what may still run with what was there before", () => {
    for (const verb of ["deploy", "rollBack"] as const)
      assert.equal(ended(end("wanted", { running: "unknown" }), verb).kind, "uncertain");
  });

  it("says of what has gone back by itself that it did, and of somebody else's turn that nothing was begun", () => {
    assert.equal(ended(end("before", { rolledBack: "done" }), "deploy").kind, "rolledBack");
    assert.equal(ended(end("untouched", { problem: { kind: "busy", by: undefined } }), "deploy").kind, "busy");
    assert.equal(ended(end("untouched", { problem: { kind: "changed" } }), "rollBack").kind, "changed");
    assert.equal(ended(end("before", { problem: { kind: "changed" } }), "deploy").kind, "wentWrong");
  });
});
