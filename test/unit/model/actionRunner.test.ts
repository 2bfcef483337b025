import assert from "node:assert/strict";
import { PanelError, type PanelFailure } from "../../../src/panel/failure.ts";
import type { JavaProject } from "../../../src/panel/operations/java.ts";
import { failing, type Handlers } from "../fakes/fakeCall.ts";
import { RunnerFixture } from "../fakes/runnerFixture.ts";
import { javaRow, listOf } from "../fakes/rows.ts";

const issued = () => ({ msg: "操作已执行" });
const PID = (value: string) => ({ name: "pid", value }) as const;

/** A panel with the project `demo`, which shows one state after the other, the last for ever. */
function showing(states: readonly (Partial<JavaProject> | PanelFailure | undefined)[], send: () => unknown = issued) {
  let shown = 0;
  return {
    "java.list": () => {
      const state = states[Math.min(shown++, states.length - 1)];
      if (state !== undefined && "kind" in state) throw new PanelError(state);
      return listOf(state === undefined ? [] : [javaRow({ name: "demo", ...state })]);
    },
    "java.restart": send,
    "java.start": send,
    "java.stop": send,
  } as Handlers;
}

const old = { pids: [1], listening: [8080] };
const restarted = { pids: [2], listening: [8080] };
const lost: PanelFailure = { kind: "uncertain", cause: { kind: "timeout", afterMs: 60_000 } };
const page: PanelFailure = { kind: "page", status: 404 };

describe("action runner", () => {
  it("says done when the change was seen, with the new pid", async () => {
    const fixture = new RunnerFixture(showing([old, old, { pids: [] }, restarted]));
    assert.deepEqual(await fixture.run(), { kind: "done", evidence: PID("2") });
    assert.deepEqual(fixture.phases, ["checking", "sending", "verifying"]);
    assert.equal(fixture.calls.count("java.restart"), 1);
    assert.deepEqual(fixture.calls.made[1], ["java.restart", { project: "demo" }]);
  });

  it("looks before it sends, and then once a second", async () => {
    const fixture = new RunnerFixture(showing([old, old, old, restarted]));
    const start = fixture.clock.time;
    await fixture.run();
    assert.equal(fixture.clock.time - start, 2_000);
    assert.deepEqual(
      fixture.calls.made.map(([id]) => id),
      ["java.list", "java.restart", "java.list", "java.list", "java.list"],
    );
  });

  it("starts and stops", async () => {
    const start = new RunnerFixture(showing([{ pids: [] }, { pids: [] }, restarted]));
    assert.deepEqual(await start.run({ verb: "start" }), { kind: "done", evidence: PID("2") });
    assert.equal(start.calls.count("java.start"), 1);
    const stop = new RunnerFixture(showing([old, old, { pids: [] }]));
    assert.deepEqual(await stop.run({ verb: "stop" }), { kind: "done", evidence: undefined });
    assert.equal(stop.calls.count("java.stop"), 1);
  });

  it("says sent, never done, while the pid is the old one", async () => {
    const fixture = new RunnerFixture(showing([old]));
    const start = fixture.clock.time;
    assert.deepEqual(await fixture.run(), { kind: "sent", why: "timedOut", evidence: PID("1") });
    assert.equal(fixture.clock.time - start, 60_000);
  });

  it("waits as long as it was told, and looks at least once", async () => {
    const short = new RunnerFixture(showing([old]), 5_000);
    await short.run();
    assert.equal(short.calls.count("java.list"), 7);
    const none = new RunnerFixture(showing([old, restarted]), 0);
    assert.equal((await none.run()).kind, "done");
  });

  it("takes a worker that never opens a port for done after ten seconds", async () => {
    const worker = { pids: [1], listening: [], starting: true };
    const fixture = new RunnerFixture(showing([worker, { ...worker, pids: [2] }]));
    const start = fixture.clock.time;
    assert.deepEqual(await fixture.run(), { kind: "done", evidence: PID("2") });
    assert.equal(fixture.clock.time - start, 10_000);
  });

  it("counts the ten seconds from the sending, not from the answer", async () => {
    const worker = { pids: [1], listening: [] };
    const fixture: RunnerFixture = new RunnerFixture(
      showing([worker, { ...worker, pids: [2] }], () => {
        fixture.clock.time += 3_000;
        return issued();
      }),
    );
    const start = fixture.clock.time;
    await fixture.run();
    assert.equal(fixture.clock.time - start, 13_000);
  });

  it("bears with a panel that is busy while it verifies", async () => {
    const troubles: readonly PanelFailure[] = [
      { kind: "timeout", afterMs: 1 },
      { kind: "network", code: "ECONNRESET" },
      page,
      { kind: "malformed", fields: [] },
      { kind: "rejected", message: "x" },
    ];
    const fixture = new RunnerFixture(showing([old, ...troubles, restarted]));
    assert.deepEqual(await fixture.run(), { kind: "done", evidence: PID("2") });
    const hopeless = new RunnerFixture(showing([old, { pids: [] }, page]));
    assert.deepEqual(await hopeless.run(), { kind: "sent", why: "timedOut", evidence: undefined });
  });

  it("stops asking a panel that refuses", async () => {
    const fixture = new RunnerFixture(showing([old, old, { kind: "refused", reason: "key" }]));
    assert.deepEqual(await fixture.run(), { kind: "sent", why: "stopped", evidence: PID("1") });
    assert.equal(fixture.calls.count("java.list"), 3);
  });

  it("says sent where nothing can be read again", async () => {
    for (const failure of [page, { kind: "unsupported" }] as const) {
      const fixture = new RunnerFixture({ "java.list": failing(failure), "java.restart": issued });
      assert.deepEqual(await fixture.run(), { kind: "sent", why: "noWay", evidence: undefined });
      assert.equal(fixture.calls.count("java.list"), 1);
      assert.deepEqual(fixture.phases, ["checking", "sending"]);
    }
  });

  it("sends nothing where the look before fails", async () => {
    const failures: readonly PanelFailure[] = [
      { kind: "refused", reason: "locked" },
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "timeout", afterMs: 1 },
      { kind: "keyNeeded" },
      { kind: "malformed", fields: ["data"] },
      { kind: "rejected", message: "参数错误" },
      { kind: "tls", problem: "changed", code: "x" },
    ];
    for (const failure of failures) {
      const fixture = new RunnerFixture({ "java.list": failing(failure) });
      assert.deepEqual(await fixture.run(), { kind: "failed", failure });
      assert.equal(fixture.calls.made.length, 1);
    }
  });

  it("sends nothing to what is gone", async () => {
    const fixture = new RunnerFixture(showing([undefined]));
    assert.deepEqual(await fixture.run(), { kind: "gone" });
    assert.equal(fixture.calls.count("java.restart"), 0);
  });

  it("has failed where the panel says no, or nothing was sent", async () => {
    const failures: readonly PanelFailure[] = [
      { kind: "rejected", message: "项目不存在" },
      { kind: "refused", reason: "ip", clientAddress: "203.0.113.9" },
      { kind: "unsupported" },
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "timeout", afterMs: 1 },
      { kind: "invalid", field: "project", rule: "tooLong" },
    ];
    for (const failure of failures) {
      const fixture = new RunnerFixture(showing([old, restarted], failing(failure)));
      assert.deepEqual(await fixture.run(), { kind: "failed", failure });
      assert.equal(fixture.calls.count("java.list"), 1);
    }
  });

  it("looks whether it happened where no readable answer came", async () => {
    const failures: readonly PanelFailure[] = [
      lost,
      page,
      { kind: "malformed", fields: ["(whole)"] },
      { kind: "tooLarge", limitBytes: 1 },
    ];
    for (const cause of failures) {
      const seen = new RunnerFixture(showing([old, old, restarted], failing(cause)));
      assert.deepEqual(await seen.run(), { kind: "done", evidence: PID("2") });
      assert.equal(seen.calls.count("java.restart"), 1);
      const unseen = new RunnerFixture(showing([old], failing(cause)));
      assert.deepEqual(await unseen.run(), { kind: "uncertain", cause });
      assert.equal(unseen.calls.count("java.restart"), 1);
      const noWay = new RunnerFixture({ "java.list": failing(page), "java.restart": failing(cause) });
      assert.deepEqual(await noWay.run(), { kind: "uncertain", cause });
    }
  });

  it("says what went wrong", async () => {
    const info = (startedAt: string, running: boolean) => ({
      id: "0123456789abcdef",
      name: "web",
      status: undefined,
      running,
      startedAt,
    });
    let looks = 0;
    const fixture = new RunnerFixture({
      "container.info": () => (looks++ === 0 ? info("t1", true) : info("t2", false)),
      "container.restart": issued,
    });
    const outcome = await fixture.run({ kind: "container" });
    assert.deepEqual(outcome, { kind: "wentWrong", evidence: { name: "id", value: "0123456789ab" } });
  });

  it("tells of each action that was carried out, with how long it took", async () => {
    const fixture = new RunnerFixture(showing([old, old, restarted]));
    const outcome = await fixture.run();
    const { target } = fixture.request;
    const record = { panelId: "p1", kind: "javaProject", verb: "restart", target, outcome, milliseconds: 1_000 };
    assert.deepEqual(fixture.finished, [record]);
  });

  it("throws what is a defect", async () => {
    const defect = () => Promise.reject(new TypeError("a defect"));
    await assert.rejects(new RunnerFixture({ "java.list": defect }).run(), TypeError);
    await assert.rejects(new RunnerFixture(showing([old], defect)).run(), TypeError);
    const later = new RunnerFixture(showing([old]));
    later.onPhase = (phase) => {
      if (phase === "verifying") later.calls.handlers = { "java.list": defect };
    };
    await assert.rejects(later.run(), TypeError);
    await assert.rejects(new RunnerFixture({}).run({ kind: "site" }), /site has no restart/);
  });
});
