import assert from "node:assert/strict";
import type { WhyUnconfirmed } from "../../../src/actions/outcome.ts";
import type { Fact } from "../../../src/resources/facts.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { JavaProject } from "../../../src/wire/operations/java.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { issued, old, PID, restarted, showing } from "./javaPanel.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const timeout: PanelFailure = { kind: "timeout", afterMs: 60_000 };
const page: PanelFailure = { kind: "page", status: 404 };
const defect = () => Promise.reject(new TypeError("a defect"));

/** Failures after which another look may help. */
const PASSING: readonly PanelFailure[] = [
  timeout,
  { kind: "network", code: "ECONNRESET" },
  page,
  { kind: "uncertain", cause: timeout },
];

/** Failures that would only repeat. */
const LASTING: readonly PanelFailure[] = [
  { kind: "refused", reason: "key" },
  { kind: "rejected", message: "x" },
  { kind: "malformed", fields: [] },
  { kind: "tooLarge", limitBytes: 1 },
  { kind: "unsupported" },
  { kind: "tls", problem: "changed", code: "x" },
  { kind: "keyNeeded" },
];

describe("the action runner, when it cannot see", () => {
  it("tolerates a busy panel while it verifies", async () => {
    const fixture = new RunnerFixture(showing([old, ...PASSING, restarted]));
    assert.deepEqual(await fixture.run(), { kind: "done", evidence: PID("2") });
    assert.equal(fixture.calls.count("java.list"), 9);
  });

  it("says that every look failed", async () => {
    for (const failure of PASSING) {
      const fixture = new RunnerFixture(showing([old, failure]));
      const start = fixture.clock.time;
      assert.deepEqual(await fixture.run(), { kind: "sent", why: "unreadable", evidence: undefined });
      assert.equal(fixture.clock.time - start, 60_000);
    }
  });

  it("shows the last look and the silence after it, and concludes nothing", async () => {
    const silent: PanelFailure = { kind: "network", code: "ECONNREFUSED" };
    const states: readonly (readonly [Partial<JavaProject>, WhyUnconfirmed, Fact | undefined])[] = [
      [old, "timedOut", PID("1")],
      [{ pids: [] }, "failing", undefined],
      [{ pids: [2], listening: [] }, "partly", PID("2")],
    ];
    for (const [state, why, evidence] of states) {
      const fixture = new RunnerFixture(showing([old, state, silent]));
      assert.deepEqual(await fixture.run(), { kind: "sent", why, evidence, silence: silent });
      const lost = new RunnerFixture(showing([old, state, silent], failing({ kind: "uncertain", cause: timeout })));
      const seen: object = why === "timedOut" ? {} : { why, evidence, silence: silent };
      assert.deepEqual(await lost.run(), { kind: "uncertain", cause: timeout, ...seen });
      const back = new RunnerFixture(showing([old, state, ...Array.from({ length: 9 }, () => silent), restarted]));
      assert.deepEqual(await back.run(), { kind: "done", evidence: PID("2") });
    }
  });

  it("stops looking if the answer would not change", async () => {
    for (const failure of LASTING) {
      const fixture = new RunnerFixture(showing([old, old, failure, restarted]));
      const outcome = { kind: "sent", why: "timedOut", evidence: PID("1"), silence: failure };
      assert.deepEqual(await fixture.run(), outcome);
      assert.equal(fixture.calls.count("java.list"), 3, failure.kind);
    }
  });

  it("says sent if there is nothing to read", async () => {
    const fixture = new RunnerFixture({ "java.list": failing({ kind: "unsupported" }), "java.restart": issued });
    assert.deepEqual(await fixture.run(), { kind: "sent", why: "noWay", evidence: undefined, said: issued().msg });
    assert.equal(fixture.calls.count("java.list"), 1);
    assert.deepEqual(fixture.phases, ["checking", "sending"]);
  });

  it("takes a page for a missing list only if a person named the target", async () => {
    const run = async (status: number, state: "manual" | "running" | undefined) => {
      const fixture = new RunnerFixture({ "java.list": failing({ kind: "page", status }), "java.restart": issued });
      const outcome = await fixture.run(state === undefined ? {} : { state });
      assert.equal(fixture.calls.count("java.restart"), outcome.kind === "sent" ? 1 : 0);
      return outcome;
    };
    assert.deepEqual(await run(404, "manual"), { kind: "sent", why: "noWay", evidence: undefined, said: issued().msg });
    for (const [status, state] of [
      [404, "running"],
      [404, undefined],
      [500, "manual"],
      [502, "manual"],
    ] as const)
      assert.deepEqual(await run(status, state), { kind: "failed", failure: { kind: "page", status } });
  });

  it("never throws after the change was sent, and reports each defect", async () => {
    const sending = new RunnerFixture(showing([old], defect));
    assert.deepEqual(await sending.run(), { kind: "failed", failure: { kind: "defect" } });
    assert.equal(sending.finished.length, 1);
    assert.equal(sending.defects.length, 1);
    const verifying = new RunnerFixture(showing([old]));
    verifying.onPhase = (phase) => {
      if (phase === "verifying") verifying.calls.handlers = { "java.list": defect };
    };
    const outcome = { kind: "sent", why: "unreadable", evidence: undefined };
    assert.deepEqual(await verifying.run(), outcome);
    assert.equal(verifying.calls.count("java.list"), 2);
    assert.deepEqual(verifying.finished[0]?.outcome, outcome);
    assert.equal(verifying.defects.length, 1);
  });

  it("does not take a panel's failure for a defect", async () => {
    for (const failure of [...PASSING, ...LASTING]) {
      const fixture = new RunnerFixture(showing([old, failure], failing(failure)), 0);
      await fixture.run();
      assert.deepEqual(fixture.defects, [], failure.kind);
    }
  });
});

describe("the action runner, when no readable answer came", () => {
  const answers: readonly (readonly [PanelFailure, PanelFailure])[] = [
    [{ kind: "uncertain", cause: timeout }, timeout],
    [
      { kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } },
      { kind: "network", code: "ECONNRESET" },
    ],
    [page, page],
    [
      { kind: "malformed", fields: ["(whole)"] },
      { kind: "malformed", fields: ["(whole)"] },
    ],
    [
      { kind: "tooLarge", limitBytes: 1 },
      { kind: "tooLarge", limitBytes: 1 },
    ],
  ];

  for (const [index, [failure, cause]] of answers.entries()) {
    it(`looks for the change, and never sends it again: ${failure.kind} ${index}`, async () => {
      const seen = new RunnerFixture(showing([old, old, restarted], failing(failure)));
      assert.deepEqual(await seen.run(), { kind: "done", evidence: PID("2") });
      assert.equal(seen.calls.count("java.restart"), 1);
      const unseen = new RunnerFixture(showing([old], failing(failure)));
      assert.deepEqual(await unseen.run(), { kind: "uncertain", cause });
      assert.equal(unseen.calls.count("java.restart"), 1);
      const partly = new RunnerFixture(showing([old, { pids: [2], listening: [] }], failing(failure)));
      assert.deepEqual(await partly.run(), { kind: "uncertain", cause, why: "partly", evidence: PID("2") });
      const unreadable = new RunnerFixture(showing([old, { kind: "refused", reason: "key" }], failing(failure)));
      assert.deepEqual(await unreadable.run(), { kind: "uncertain", cause });
      const noWay = new RunnerFixture({
        "java.list": failing({ kind: "unsupported" }),
        "java.restart": failing(failure),
      });
      assert.deepEqual(await noWay.run(), { kind: "uncertain", cause });
    });
  }

  it("does not take a change that is late for one that made no difference", async () => {
    let version = "2.7.0";
    const fixture: RunnerFixture = new RunnerFixture({
      "composer.version": () => ({ version }),
      "composer.update": failing({ kind: "uncertain", cause: timeout }),
    });
    const target = { key: "composer", label: "composer" };
    const composer = { kind: "dependencyManager", verb: "update", target } as const;
    assert.deepEqual(await fixture.run(composer), { kind: "uncertain", cause: timeout });
    const start = fixture.clock.time;
    fixture.clock.onSlept = (time) => {
      if (time - start >= 5_000) version = "2.8.1";
    };
    const evidence = { name: "version", value: "2.7.0 → 2.8.1" };
    assert.deepEqual(await fixture.run(composer), { kind: "done", evidence });
    assert.equal(fixture.clock.time - start, 5_000);
  });

  it("does not take a late switch for one that did not hold", async () => {
    const settings = { completion: false, theme: undefined, aiShell: undefined, aiAnalysis: undefined };
    const fixture = new RunnerFixture({
      "terminal.settings": () => settings,
      "terminal.setCompletion": failing({ kind: "uncertain", cause: timeout }),
    });
    const turnOn = { kind: "terminalSetting", verb: "turnOn", target: { key: "completion", label: "x" } } as const;
    assert.deepEqual(await fixture.run(turnOn), { kind: "uncertain", cause: timeout });
  });

  it("does not take a project for failed while the panel may still be at work", async () => {
    for (const failure of [
      { kind: "uncertain", cause: timeout },
      { kind: "page", status: 504 },
    ] as const) {
      const fixture = new RunnerFixture(showing([old, { pids: [] }], failing(failure)));
      const start = fixture.clock.time;
      const cause = failure.kind === "uncertain" ? failure.cause : failure;
      assert.deepEqual(await fixture.run(), { kind: "uncertain", cause, why: "failing", evidence: undefined });
      assert.equal(fixture.clock.time - start, 60_000);
    }
  });

  it("still reports a failure that was seen", async () => {
    const info = (startedAt: string, running: boolean) => ({
      id: undefined,
      name: "demo",
      status: undefined,
      running,
      startedAt,
      ports: [],
    });
    let looks = 0;
    const fixture = new RunnerFixture({
      "container.info": () => (looks++ === 0 ? info("t1", true) : info("t2", false)),
      "container.restart": failing({ kind: "uncertain", cause: timeout }),
    });
    const outcome = await fixture.run({ kind: "container" });
    assert.deepEqual(outcome, { kind: "wentWrong", evidence: { name: "startedAt", value: "t2" } });
  });
});
