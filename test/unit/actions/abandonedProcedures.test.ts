import assert from "node:assert/strict";
import { AbandonedChanges } from "../../../src/actions/abandonedChanges.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { TargetClaims } from "../../../src/actions/targetClaims.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";

describe("a creation whose window is gone", () => {
  it("is told with the failure of its inspection, unless the panel may answer later", async () => {
    const [clock, stopped] = [new SteppedClock(), new SteppedClock()];
    const shared = { root: "/data", files: memoryFiles() };
    const { panel } = new RunnerFixture({}).request;
    const target = { key: "new.example.com:80", label: "new.example.com" };
    // its claim is not renewed any more
    const dead = new TargetClaims({ ...shared, clock: stopped });
    const { signal } = new AbortController();
    const claim = await dead.claim({ panel, kind: "site", verb: "create", target, row: undefined }, signal);
    await claim?.begin("sending", {}, 0);

    let cause: PanelFailure = { kind: "keyNeeded" };
    const told: Outcome[] = [];
    const abandoned = new AbandonedChanges({
      clock,
      claims: new TargetClaims({ ...shared, clock }),
      waitMs: () => 10_000,
      panelOf: () => panel,
      inspectProcedure: async () => {
        throw new PanelError(cause);
      },
      onFinished: async () => undefined,
      show: ({ outcome }) => told.push(outcome),
    });
    abandoned.look();
    await clock.pass(3_600_000);
    assert.deepEqual([told, (await dead.journal.list()).length], [[], 1]);
    cause = { kind: "unsupported" };
    await clock.pass(600_000);
    assert.deepEqual(told, [{ kind: "uncertain", why: "abandoned", evidence: undefined, cause }]);
    assert.deepEqual(await dead.journal.list(), []);
    await abandoned.dispose();
  });
});
