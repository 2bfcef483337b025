import assert from "node:assert/strict";
import type { Result } from "../../../../src/deployments/deploymentResult.ts";
import { isUpToDate } from "../../../../src/deployments/preparedDeployment.ts";
import type { Step } from "../../../../src/deployments/steps/step.ts";
import type { DeployFixture } from "../deployFixture.ts";
import { deployWithSteps, startWithSteps, stepsOf, told, type WithSteps } from "./deployWithSteps.ts";

describe("a deployment with steps", () => {
  let used: DeployFixture;
  beforeEach(async () => (used = await startWithSteps()));
  afterEach(() => used.stop());

  const run = async (steps: readonly Step[], given?: WithSteps): Promise<Result> => deployWithSteps(used, steps, given);

  const isFree = async () => (await used.state()).unfinished === undefined;

  it("runs them before and after the files are there, and counts once all have ended with 0", async () => {
    const result = await run(
      stepsOf({ run: "cat index.html >before.txt", when: "before" }, "cat index.html added.js >after.txt"),
    );
    assert.deepEqual([result.end.state, result.end.problem], ["wanted", undefined]);
    assert.deepEqual(told(result), ["step 0 exited 0", "step 1 exited 0"]);
    assert.deepEqual([used.server["before.txt"], used.server["after.txt"]], ["old", "onex"]);
    assert.ok(await isFree());
  });

  it("changes nothing where one before it does not end with 0", async () => {
    const result = await run(stepsOf({ run: "exit 3", when: "before" }, "touch after.txt"));
    assert.deepEqual([result.end.state, result.end.problem], ["before", { kind: "step" }]);
    assert.deepEqual(told(result), ["step 0 exited 3"]);
    assert.deepEqual([used.server["index.html"], used.server["after.txt"]], ["old", undefined]);
    assert.ok(await isFree());
  });

  it("keeps the new files where one after it fails, and runs the steps again next time", async () => {
    const steps = stepsOf("echo a >>ran.txt", "[ -e fixed ] || exit 3", "touch last.txt");
    const result = await run(steps);
    assert.deepEqual([result.end.state, result.end.problem?.kind], ["wanted", "step"]);
    assert.deepEqual(told(result), ["step 0 exited 0", "step 1 exited 3", "step 2 notBegun"]);
    assert.equal(used.server["index.html"], "one");
    assert.ok(await isFree());

    // no file has changed, and yet it is not up to date
    assert.equal(isUpToDate(await used.plan({ steps })), false);
    used.put({ fixed: "" });
    const again = await run(steps);
    assert.deepEqual([again.end.state, again.end.problem], ["wanted", undefined]);
    assert.equal(used.server["ran.txt"], "a\na\n");
    assert.ok("last.txt" in used.server);

    // not a second time after they have ended well, but with another text
    assert.equal(isUpToDate(await used.plan({ steps })), true);
    assert.equal(isUpToDate(await used.plan({ steps: stepsOf("echo b >>ran.txt") })), false);
    assert.equal(isUpToDate(await used.plan()), true);
  });

  it("goes back where the deployment says so, with what a step has changed of the new files", async () => {
    const steps = stepsOf({ run: "echo >>added.js; cat index.html >>runs.txt", alsoBack: true }, "exit 3");
    const result = await run(steps, { rollsBack: true });
    assert.deepEqual([result.end.state, result.end.rolledBack, result.end.problem?.kind], ["before", "done", "step"]);
    assert.deepEqual(told(result), ["step 0 exited 0", "step 1 exited 3", "step 0 exited 0 back"]);
    assert.deepEqual([used.server["index.html"], used.server["runs.txt"]], ["old", "oneold"]);
    assert.ok(await isFree());
  });

  it("goes back after a cancel in a step, which is ended", async () => {
    const stopping = new AbortController();
    const result = await run(stepsOf("touch begun; sleep 600"), {
      changes: {
        signal: stopping.signal,
        onStep: () => void setTimeout(() => stopping.abort(), 1_000),
      },
    });
    assert.deepEqual([result.end.state, result.failure?.kind], ["before", "cancelled"]);
    assert.deepEqual(told(result), ["step 0 stopped"]);
    assert.equal(used.server["index.html"], "old");
    assert.ok(await isFree());
  });
});
