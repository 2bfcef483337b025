import assert from "node:assert/strict";
import type { DeploymentEnd } from "../../../src/actions/deploymentEnd.ts";
import type { Deployed } from "../../../src/deployments/deploy.ts";
import type { RunContext } from "../../../src/deployments/deploymentProcedure.ts";
import { throughStages, type Stage } from "../../../src/deployments/stages.ts";

const context = {} as RunContext;

/** The stages that have run, where the first of two leaves this. */
async function ran(end: Partial<DeploymentEnd>, more: Partial<Deployed> = {}): Promise<readonly string[]> {
  const names: string[] = [];
  const stage =
    (name: string, left: Partial<Deployed> = {}): Stage =>
    async (deployed) => {
      names.push(name);
      return { ...deployed, ...left };
    };
  const first: Deployed = { end: { deployment: "site", state: "held" } };
  await throughStages(first, [stage("one", { end: { ...first.end, ...end }, ...more }), stage("two")], context);
  return names;
}

describe("the stages after an exchange", () => {
  it("follow one another as long as all is as wanted", async () => {
    assert.deepEqual(await ran({ state: "held" }), ["one", "two"]);
    assert.deepEqual(await ran({ state: "wanted" }), ["one", "two"]);
  });

  it("end with the first that has gone back, has failed, or has left a problem", async () => {
    for (const state of ["before", "untouched", "kept", "mixed", "left", "unknown", "partly", "finished"] as const)
      assert.deepEqual(await ran({ state }), ["one"], state);
    assert.deepEqual(await ran({ problem: { kind: "notRunning" } }), ["one"]);
    assert.deepEqual(await ran({ state: "wanted", rolledBack: "failed" }), ["one"]);
    assert.deepEqual(await ran({}, { failure: { kind: "cancelled" } }), ["one"]);
  });
});
