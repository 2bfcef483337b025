import assert from "node:assert/strict";
import type { DeploymentEnd } from "../../../src/actions/deploymentEnd.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { outcomeKinds } from "../../../src/actions/outcomeKinds.ts";
import { outcomeResult } from "../../../src/agents/outcomeResult.ts";
import { requestFor } from "../actions/requestSamples.ts";

const nextAfter = (outcome: Outcome) => outcomeResult({ request: requestFor(), outcome }).says["next"];
const uncertain = (state?: DeploymentEnd["state"]): Outcome => ({
  kind: "uncertain",
  cause: undefined,
  ...(state && { deployment: { deployment: "site", state } }),
});

describe("what an agent is told to do next", () => {
  it("is what the user has to decide where a deployment has not come to its end, which no other tool shows", () => {
    for (const state of ["mixed", "held", "unknown"] as const) {
      const next = String(nextAfter(uncertain(state)));
      assert.match(next, /only they decide/, state);
      assert.doesNotMatch(next, /get_panel_resource/, state);
    }
  });

  it("is to look, where that shows whether something has happened", () => {
    assert.equal(nextAfter(uncertain()), outcomeKinds.uncertain.next);
    assert.equal(nextAfter(uncertain("wanted")), outcomeKinds.uncertain.next);
  });

  it("is nothing where the aim is reached", () => {
    assert.equal(nextAfter({ kind: "done", evidence: undefined }), undefined);
    const deployment = { deployment: "site", state: "wanted" } as const;
    assert.equal(nextAfter({ kind: "done", evidence: undefined, deployment }), undefined);
  });
});
