import assert from "node:assert/strict";
import type { AddressAnswer, DeploymentEnd } from "../../../../src/actions/deploymentEnd.ts";
import { DeployedAddress } from "../../../../src/deployments/askAddress.ts";
import type { Checks } from "../../../../src/deployments/checkStage.ts";
import type { Deployed } from "../../../../src/deployments/deploy.ts";
import type { RunContext } from "../../../../src/deployments/deploymentProcedure.ts";
import type { GainedLog } from "../../../../src/deployments/watching/gainedLog.ts";
import { watchStage } from "../../../../src/deployments/watching/watchStage.ts";
import { AnsweringServer } from "../../../wire/answeringServer.ts";
import { LeapingClock } from "../../../fakes/leapingClock.ts";

const SECOND = 1_000;

/** How long it is watched in these tests. */
const SECONDS = 60;

describe("the watching of a deployment", () => {
  let clock: LeapingClock;
  let visited: AnsweringServer;
  let cancel: AbortController;
  let undone: number;
  let reads: number;
  let flushed: number;
  let phases: Set<string>;
  /** What happens at a number of seconds of the watching. */
  let at: Readonly<Record<number, () => void>>;
  beforeEach(async () => {
    clock = new LeapingClock();
    visited = await AnsweringServer.start(200);
    cancel = new AbortController();
    [undone, reads, flushed, phases, at] = [0, 0, 0, new Set(), {}];
  });
  afterEach(() => visited.stop());

  /** Asks the address before, and watches. */
  async function watch(
    { rollsBack = true, hasAddress = true }: Pick<Checks, "rollsBack"> & { readonly hasAddress?: boolean } = {},
    end: Partial<DeploymentEnd> = {},
  ): Promise<Deployed> {
    const { signal } = cancel;
    const address = hasAddress ? new DeployedAddress(visited.address) : undefined;
    await address?.askBefore(clock, signal);
    const events = Object.entries(at).map(([second, act]) => ({ time: clock.time + Number(second) * SECOND, act }));
    clock.onSlept = (time) => {
      while (events[0] !== undefined && events[0].time <= time) events.shift()?.act();
    };
    const log = { follow: async () => void (reads += 1), flush: () => void (flushed += 1) } as unknown as GainedLog;
    const context = { clock, signal, onPhase: (phase: string) => void phases.add(phase) } as unknown as RunContext;
    const undo = async () => {
      undone += 1;
      return { end: { deployment: "site", state: "before", rolledBack: "done" } } as const;
    };
    const stage = watchStage(SECONDS, { rollsBack }, { address, log });
    return stage({ end: { deployment: "site", state: "wanted", ...end }, undo }, context);
  }

  const status = (code: number): AddressAnswer => ({ kind: "status", status: code });

  it("lasts as long as it says, with a look at the log every five seconds, and ends with its last line", async () => {
    const begun = clock.time;
    const { end } = await watch();
    assert.deepEqual([end.watched, end.checked, undone], [{ seconds: SECONDS }, undefined, 0]);
    assert.equal(clock.time - begun, SECONDS * SECOND);
    // once before, and every ten seconds
    assert.deepEqual([visited.asked, reads, flushed, [...phases]], [7, 13, 1, ["watching"]]);
  });

  it("goes back once the address has answered badly twice in a row", async () => {
    at = { 22: () => visited.answer(500) };
    const { end } = await watch();
    assert.deepEqual(end.checked, { address: visited.address, answer: status(500), before: status(200) });
    assert.deepEqual([undone, end.state, end.rolledBack, end.watched], [1, "before", "done", { seconds: 40 }]);
    assert.equal(flushed, 1);
  });

  it("only says so where the deployment asks", async () => {
    at = { 22: () => visited.answer(500) };
    const deployed = await watch({ rollsBack: false });
    assert.deepEqual([undone, deployed.end.state, deployed.end.checked?.answer], [0, "wanted", status(500)]);
    assert.ok(deployed.undo !== undefined);
  });

  it("bears one bad answer, and waits for the next one after its end", async () => {
    at = {
      18: () => visited.answer(500),
      22: () => visited.answer(200),
      58: () => visited.answer(500),
      62: () => visited.answer(200),
    };
    const { end } = await watch();
    assert.deepEqual([undone, end.checked, visited.asked], [0, undefined, 8]);
  });

  it("goes back where one bad answer before was only by chance", async () => {
    visited.answer(502, 200, 500);
    const { end } = await watch();
    assert.deepEqual(end.checked, { address: visited.address, answer: status(500), before: status(200) });
    assert.equal(end.rolledBack, "done");
  });

  for (const [before, since] of [
    [502, 500],
    [401, 500],
    [500, 401],
  ] as const)
    it(`takes nothing back where the address answered ${before} before and ${since} since`, async () => {
      // what is wrong before is asked for twice
      visited.answer(before, ...(before === 401 ? [] : [before]), since);
      const { end } = await watch();
      assert.deepEqual(end.checked, { address: visited.address, answer: status(since), before: status(before) });
      assert.deepEqual([undone, end.state], [0, "wanted"]);
    });

  for (const code of [401, 403])
    it(`has nothing to say of an address that answers ${code} before and since`, async () => {
      visited.answer(code);
      const { end } = await watch(
        {},
        { checked: { address: visited.address, answer: status(code), before: status(code) } },
      );
      assert.deepEqual([undone, end.watched, end.checked?.answer], [0, { seconds: SECONDS }, status(code)]);
    });

  it("takes nothing back without an address, and looks at the log to its end", async () => {
    const { end } = await watch({ hasAddress: false });
    assert.deepEqual([undone, end.watched, reads], [0, { seconds: SECONDS }, 13]);
  });

  it("is ended by a cancel, which rolls nothing back", async () => {
    at = {
      22: () => visited.answer(500),
      25: () => cancel.abort(),
    };
    const { end, failure } = await watch();
    assert.deepEqual(end.watched, { seconds: 25, isStopped: true });
    assert.deepEqual([undone, end.state, failure, flushed], [0, "wanted", undefined, 1]);
  });

  it("does not begin where nothing is new, the address does not answer well, or a project stays stopped", async () => {
    const bad = { checked: { address: visited.address, answer: status(500), before: status(200) } };
    assert.equal((await watch({}, bad)).end.watched, undefined);
    assert.equal((await watch({}, { running: "stopped" })).end.watched, undefined);
    assert.equal(reads, 0);
  });
});
