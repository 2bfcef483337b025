import assert from "node:assert/strict";
import type { Finished } from "../../../src/actions/actionRunner.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { FakeCalls, failing } from "../../fakes/fakeCall.ts";
import { issued, obedient } from "./javaPanel.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

/** Failures that every further call of the panel would meet. */
const LASTING: readonly PanelFailure[] = [
  { kind: "refused", reason: "ip", clientAddress: "192.0.2.7" },
  { kind: "refused", reason: "key" },
  { kind: "tls", problem: "changed", code: "x" },
  { kind: "keyNeeded" },
  { kind: "consentNeeded" },
];

/** Failures that the next call may avoid. */
const PASSING: readonly PanelFailure[] = [
  { kind: "network", code: "ECONNRESET" },
  { kind: "timeout", afterMs: 1 },
  { kind: "rejected", message: "no" },
  { kind: "page", status: 500 },
];

const ends = (finished: readonly Finished[]) =>
  finished.map(({ request, outcome }) => `${request.target.key}: ${outcome.kind}`);

describe("the action runner, for several targets on a panel that refuses calls", () => {
  for (const failure of LASTING) {
    it(`makes one call and skips the others: ${failure.kind}`, async () => {
      const fixture = new RunnerFixture({ "java.list": failing(failure) });
      const keys = Array.from({ length: 30 }, (_, index) => `p${index}`);
      const finished = await fixture.runAll(keys);
      assert.equal(fixture.calls.made.length, 1);
      assert.deepEqual(finished[0]?.outcome, { kind: "failed", failure });
      for (const { outcome } of finished.slice(1)) assert.deepEqual(outcome, { kind: "skipped", cause: failure });
      assert.equal(finished.length, 30);
      assert.deepEqual(
        fixture.finished.map(({ target }) => target.key),
        ["p0"],
      );
    });
  }

  for (const failure of PASSING) {
    it(`continues if the next call may work: ${failure.kind}`, async () => {
      const fixture = new RunnerFixture({ "java.list": failing(failure) });
      assert.deepEqual(ends(await fixture.runAll(["a", "b"])), ["a: failed", "b: failed"]);
      assert.equal(fixture.calls.made.length, 2);
    });
  }

  it("continues with other panels", async () => {
    const fixture = new RunnerFixture(obedient("a", "b"));
    const refusing = new FakeCalls({ "java.list": failing({ kind: "refused", reason: "key" }) });
    const panel = { ...fixture.request.panel, id: "p2", callFor: refusing.callFor };
    const other = (key: string) => ({ panel, target: { key, label: key } });
    const finished = await fixture.runAll([other("x"), "a", other("y"), "b", other("z")]);
    assert.deepEqual(ends(finished), ["x: failed", "a: done", "y: skipped", "b: done", "z: skipped"]);
    assert.equal(refusing.made.length, 1);
  });

  it("notices a refusal of the change, and of the look after it", async () => {
    const refused: PanelFailure = { kind: "refused", reason: "locked" };
    const sending = new RunnerFixture({ ...obedient("a", "b"), "java.restart": failing(refused) });
    assert.deepEqual(ends(await sending.runAll(["a", "b"])), ["a: failed", "b: skipped"]);
    const { "java.list": list = () => assert.fail("no list"), ...others } = obedient("a", "b");
    let looks = 0;
    const looking = new RunnerFixture({
      ...others,
      "java.list": (params) => {
        if (looks++ > 0) throw new PanelError(refused);
        return list(params);
      },
      "java.restart": issued,
    });
    const finished = await looking.runAll(["a", "b"]);
    assert.deepEqual(ends(finished), ["a: sent", "b: skipped"]);
    assert.deepEqual(finished[1]?.outcome, { kind: "skipped", cause: refused });
    assert.equal(looks, 2);
  });

  it("tries again when a person asks again", async () => {
    const fixture = new RunnerFixture({ "java.list": failing({ kind: "refused", reason: "key" }) });
    await fixture.runAll(["a", "b"]);
    fixture.calls.handlers = obedient("a", "b");
    assert.deepEqual(ends(await fixture.runAll(["a", "b"])), ["a: done", "b: done"]);
  });
});

describe("the action runner, for different verbs", () => {
  it("can be told to ask, whatever the guard levels", async () => {
    const fixture = new RunnerFixture(obedient("a", "b"));
    const requests = [
      { ...fixture.request, verb: "stop", target: { key: "a", label: "a" } },
      { ...fixture.request, verb: "restart", target: { key: "b", label: "b" } },
    ] as const;
    const finished = await fixture.runner.runAll(requests, { alwaysAsk: true });
    assert.deepEqual(ends(finished), ["a: done", "b: done"]);
    assert.deepEqual(
      fixture.asked.map(({ safeguard, targets }) => [safeguard, targets.map(({ verb }) => verb)]),
      [["ask", ["stop", "restart"]]],
    );
    assert.deepEqual([fixture.calls.count("java.stop"), fixture.calls.count("java.restart")], [1, 1]);
    fixture.guardLevel = "readOnly";
    await fixture.runAll(["a"]);
    assert.equal(fixture.asked.length, 1);
  });
});
