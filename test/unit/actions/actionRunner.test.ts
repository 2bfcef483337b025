import assert from "node:assert/strict";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { old, PID, restarted, showing } from "./javaPanel.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const page: PanelFailure = { kind: "page", status: 404 };

describe("the action runner", () => {
  it("says done when the change was seen, with the new pid", async () => {
    const fixture = new RunnerFixture(showing([old, old, { pids: [] }, restarted]));
    assert.deepEqual(await fixture.run(), { kind: "done", evidence: PID("2") });
    assert.deepEqual(fixture.phases, ["checking", "sending", "verifying", "staying"]);
    assert.equal(fixture.calls.count("java.restart"), 1);
    assert.deepEqual(fixture.calls.made[1], ["java.restart", { project: "demo" }]);
  });

  it("looks before it sends, and then once a second", async () => {
    const fixture = new RunnerFixture(showing([old, old, old, restarted]));
    const start = fixture.clock.time;
    await fixture.run();
    assert.equal(fixture.clock.time - start, 5_000);
    const [before, sent, ...looks] = fixture.calls.made.map(([id]) => id);
    assert.deepEqual([before, sent], ["java.list", "java.restart"]);
    assert.deepEqual(
      looks,
      Array.from({ length: 6 }, () => "java.list"),
    );
  });

  it("says sent, never done, while the pid is the old one", async () => {
    const fixture = new RunnerFixture(showing([old]));
    const start = fixture.clock.time;
    assert.deepEqual(await fixture.run(), { kind: "sent", why: "timedOut", evidence: PID("1") });
    assert.equal(fixture.clock.time - start, 60_000);
  });

  it("waits as long as configured, and looks at least once", async () => {
    const short = new RunnerFixture(showing([old]), 5_000);
    await short.run();
    assert.equal(short.calls.count("java.list"), 7);
    const none = new RunnerFixture(showing([old, restarted]), 0);
    assert.equal((await none.run()).kind, "done");
  });

  it("says that it failed if no process is left at the end", async () => {
    const fixture = new RunnerFixture(showing([old, old, { pids: [] }]));
    const start = fixture.clock.time;
    assert.deepEqual(await fixture.run(), { kind: "wentWrong", evidence: undefined });
    assert.equal(fixture.clock.time - start, 60_000);
  });

  it("sends nothing if the look before fails", async () => {
    const failures: readonly PanelFailure[] = [
      { kind: "refused", reason: "locked" },
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "timeout", afterMs: 1 },
      { kind: "keyNeeded" },
      { kind: "malformed", fields: ["data"] },
      { kind: "rejected", message: "参数错误" },
      { kind: "tls", problem: "changed", code: "x" },
      page,
      { kind: "page", status: 500 },
    ];
    for (const failure of failures) {
      const fixture = new RunnerFixture({ "java.list": failing(failure) });
      assert.deepEqual(await fixture.run(), { kind: "failed", failure });
      assert.equal(fixture.calls.made.length, 1);
    }
  });

  it("sends nothing in the wanted state", async () => {
    const start = new RunnerFixture(showing([old]));
    assert.deepEqual(await start.run({ verb: "start" }), { kind: "already" });
    const stop = new RunnerFixture(showing([{ pids: [] }]));
    assert.deepEqual(await stop.run({ verb: "stop" }), { kind: "already" });
    for (const { calls, phases, finished } of [start, stop]) {
      assert.deepEqual(
        calls.made.map(([id]) => id),
        ["java.list"],
      );
      assert.deepEqual(phases, ["checking"]);
      assert.deepEqual(finished[0]?.outcome, { kind: "already" });
    }
  });

  it("sends if the state is unknown, and confirms nothing, for it may have been so before", async () => {
    const fixture = new RunnerFixture(showing([{}, { pids: [] }]));
    assert.equal((await fixture.run({ verb: "stop" })).kind, "sent");
    assert.equal(fixture.calls.count("java.stop"), 1);
  });

  it("sends nothing to a target that is gone", async () => {
    const fixture = new RunnerFixture(showing([undefined]));
    assert.deepEqual(await fixture.run(), { kind: "gone" });
    assert.equal(fixture.calls.count("java.restart"), 0);
  });

  it("fails if the panel refuses, or nothing was sent", async () => {
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

  it("records each performed action with its duration", async () => {
    const fixture = new RunnerFixture(showing([old, old, restarted]));
    const outcome = await fixture.run();
    const { target } = fixture.request;
    const record = { panelId: "p1", kind: "javaProject", verb: "restart", target, outcome, milliseconds: 4_000 };
    assert.deepEqual(
      fixture.finished.map(({ id: _id, rows: _rows, ...messages }) => messages),
      [record],
    );
  });

  it("reports a defect before anything was sent", async () => {
    const error = new TypeError("a defect");
    const fixture = new RunnerFixture({ "java.list": () => Promise.reject(error) });
    const outcome = { kind: "failed", failure: { kind: "defect" } };
    assert.deepEqual(await fixture.run(), outcome);
    assert.deepEqual(fixture.defects, [error]);
    assert.deepEqual(fixture.finished[0]?.outcome, outcome);
    fixture.calls.handlers = showing([old, restarted]);
    assert.equal((await fixture.run()).kind, "done");
  });

  it("throws for verbs that the kind does not have", async () => {
    const fixture = new RunnerFixture({});
    await assert.rejects(fixture.run({ kind: "site" }), /site has no restart/);
    assert.deepEqual([fixture.asked, fixture.shown], [[], []]);
  });
});
