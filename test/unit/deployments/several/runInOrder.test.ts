import assert from "node:assert/strict";
import type { Finished } from "../../../../src/actions/actionRunner.ts";
import type { Outcome } from "../../../../src/actions/outcome.ts";
import {
  isEverywhere,
  placedOn,
  runInOrder,
  takeBack,
  type ServerToRun,
} from "../../../../src/deployments/several/runInOrder.ts";
import { exitCodeOfServers } from "../../../../src/tasks/runTask.ts";

const placed = { deployment: "site", state: "wanted" } as const;
const done: Outcome = { kind: "done", evidence: undefined, deployment: placed };
/** A step has failed, and the new files stay. */
const stays: Outcome = { kind: "wentWrong", evidence: undefined, deployment: { ...placed, problem: { kind: "step" } } };
const failed: Outcome = { kind: "failed", failure: { kind: "timeout", afterMs: 1 } };
const unknown: Outcome = { kind: "uncertain", cause: undefined };

describe("a deployment to several servers", () => {
  let log: string[];
  let isCancelled: boolean;

  beforeEach(() => {
    log = [];
    isCancelled = false;
  });

  const finished = (outcome: Outcome) => ({ outcome }) as Finished;
  const server = (role: string, outcome: Outcome = done, back: Outcome = done): ServerToRun => ({
    role,
    panel: `panel of ${role}`,
    async run() {
      log.push(`${role} begins`);
      await Promise.resolve();
      log.push(`${role} ends`);
      return finished(outcome);
    },
    async back() {
      log.push(`${role} goes back`);
      return finished(back);
    },
  });
  const run = async (servers: readonly ServerToRun[]) =>
    runInOrder(servers, { isStopped: () => isCancelled, monotonic: () => 0 });

  it("goes to the first alone, then to the others side by side", async () => {
    const ends = await run(["1", "2", "3", "4"].map((role) => server(role)));
    assert.deepEqual(log.slice(0, 5), ["1 begins", "1 ends", "2 begins", "3 begins", "4 begins"]);
    assert.deepEqual(log.slice(5), ["2 ends", "3 ends", "4 ends"]);
    assert.ok(isEverywhere(ends));
    assert.equal(exitCodeOfServers({ servers: ends }), 0);
  });

  it("skips the others where the first fails, and has each of the others end by itself", async () => {
    const ends = await run([server("1", failed), server("2"), server("3")]);
    assert.deepEqual(log, ["1 begins", "1 ends"]);
    assert.deepEqual(
      ends.slice(1).map((end) => ({ ...end })),
      ["2", "3"].map((role) => ({ role, panel: `panel of ${role}`, because: "1" })),
    );
    assert.ok(!isEverywhere(ends));
    assert.equal(exitCodeOfServers({ servers: ends }), 1);
    log = [];
    const others = await run([server("1"), server("2", failed), server("3"), server("4")]);
    assert.ok(log.includes("3 ends") && log.includes("4 ends"));
    assert.deepEqual(
      others.map(({ ended }) => ended?.outcome.kind),
      ["done", "failed", "done", "done"],
    );
  });

  it("takes any surprise for a failure", async () => {
    const surprises: readonly Outcome[] = [
      unknown,
      { kind: "busy" },
      { kind: "changed", now: "" },
      { kind: "rolledBack", evidence: undefined },
      { kind: "wentWrong", evidence: undefined },
      { kind: "readOnly" },
      { kind: "declined" },
    ];
    for (const surprise of surprises) {
      log = [];
      await run([server("1", surprise), server("2")]);
      assert.deepEqual(log, ["1 begins", "1 ends"], surprise.kind);
    }
  });

  it("goes on where a server has all already", async () => {
    const ends = await run([server("1", { kind: "already" }), server("2")]);
    assert.ok(isEverywhere(ends));
    assert.deepEqual(
      placedOn(ends).map(({ role }) => role),
      ["2"],
    );
  });

  it("goes back on the last first, and on the others where one cannot", async () => {
    const servers = [server("1"), server("2", done, failed), server("3", failed)];
    const ends = await takeBack(await run(servers), servers);
    assert.deepEqual(log.slice(-2), ["2 goes back", "1 goes back"]);
    assert.deepEqual(
      ends.map((end) => ("back" in end ? end.back?.outcome.kind : undefined)),
      ["done", "failed", undefined],
    );
    // what is back already does not go back a second time
    assert.deepEqual(placedOn(ends), []);
  });

  it("is not on all servers any more once it is back", async () => {
    const servers = [server("1"), server("2")];
    const ends = await run(servers);
    assert.ok(isEverywhere(ends));
    assert.ok(!isEverywhere(await takeBack(ends, servers)));
  });

  it("goes back, too, where the new files have stayed although it did not end well", async () => {
    const servers = [server("1"), server("2", stays), server("3", failed)];
    const ends = await takeBack(await run(servers), servers);
    assert.deepEqual(log.slice(-2), ["2 goes back", "1 goes back"]);
    assert.deepEqual(placedOn(ends), []);
  });

  it("begins no further server once it is canceled", async () => {
    const cancelling: ServerToRun = {
      ...server("1"),
      async run() {
        isCancelled = true;
        return finished(done);
      },
    };
    const ends = await run([cancelling, server("2")]);
    assert.deepEqual(log, []);
    assert.deepEqual(ends[1], { role: "2", panel: "panel of 2" });
    assert.equal(exitCodeOfServers({ servers: ends }), 1);
  });

  it("is not known where a server's end is not, unless another has failed", async () => {
    const codeOf = async (...servers: readonly ServerToRun[]) => exitCodeOfServers({ servers: await run(servers) });
    assert.equal(await codeOf(server("1", unknown), server("2")), 2);
    assert.equal(await codeOf(server("1"), server("2", unknown), server("3", failed)), 1);
  });

  it("of two people in opposite orders ends for both, and no server is mixed", async () => {
    // as on a server: whoever is second is told that it is busy, and waits for nobody
    const holders = new Set<string>();
    const has = new Map<string, string>();
    const by = async (who: string, roles: readonly string[], turns: number) => {
      const servers = roles.map((role): ServerToRun => ({
        ...server(role),
        async run() {
          if (holders.has(role)) return finished({ kind: "busy" });
          holders.add(role);
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
          has.set(role, who);
          holders.delete(role);
          return finished(done);
        },
      }));
      return run(servers);
    };
    const kinds = (ends: Awaited<ReturnType<typeof by>>) => ends.map(({ ended }) => ended?.outcome.kind);
    const [ann, bob] = await Promise.all([by("Ann", ["a", "b"], 1), by("Bob", ["b", "a"], 50)]);
    assert.deepEqual(kinds(ann), ["done", "busy"]);
    assert.deepEqual(kinds(bob), ["done", "done"]);
    assert.deepEqual([...new Set(has.values())], ["Bob"]);
    assert.equal(exitCodeOfServers({ servers: ann }), 1);
  });
});
