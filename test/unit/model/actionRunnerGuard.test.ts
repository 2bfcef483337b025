import assert from "node:assert/strict";
import type { GuardLevel } from "../../../src/model/guardLevel.ts";
import type { Verb } from "../../../src/model/resource.ts";
import { PanelError } from "../../../src/panel/failure.ts";
import type { Handlers } from "../fakes/fakeCall.ts";
import { RunnerFixture } from "../fakes/runnerFixture.ts";
import { javaRow, listOf } from "../fakes/rows.ts";

const issued = () => ({ msg: undefined });

/** A panel on which everything that is sent happens at once. */
function obedient(): Handlers {
  let pids: readonly number[] = [1];
  const become = (next: readonly number[]) => () => {
    pids = next;
    return issued();
  };
  return {
    "java.list": () => listOf([javaRow({ name: "demo", pids, listening: [8080] })]),
    "java.restart": become([2]),
    "java.start": become([3]),
    "java.stop": become([]),
  };
}

const SENT = { restart: "java.restart", start: "java.start", stop: "java.stop" } as const;

/** What a person is asked at each level: restart and stop disrupt, start changes. */
const ASKED: Readonly<Record<GuardLevel, Readonly<Record<Verb, "none" | "ask" | "refuse">>>> = {
  trusted: { restart: "none", start: "none", stop: "none" },
  ask: { restart: "ask", start: "none", stop: "ask" },
  typeName: { restart: "ask", start: "ask", stop: "ask" },
  readOnly: { restart: "refuse", start: "refuse", stop: "refuse" },
};

describe("action runner's safeguards", () => {
  for (const [level, verbs] of Object.entries(ASKED) as [GuardLevel, Readonly<Record<Verb, string>>][]) {
    for (const [verb, expected] of Object.entries(verbs) as [Verb, string][]) {
      it(`${level}: ${verb} is ${expected}`, async () => {
        const fixture = new RunnerFixture(obedient());
        fixture.guardLevel = level;
        const outcome = await fixture.run({ verb });
        if (expected === "refuse") {
          assert.deepEqual(outcome, { kind: "readOnly" });
          assert.deepEqual([fixture.asked, fixture.calls.made, fixture.phases, fixture.finished], [[], [], [], []]);
          return;
        }
        assert.equal(outcome.kind, "done");
        assert.deepEqual(
          fixture.asked.map(({ safeguard }) => safeguard),
          expected === "none" ? [] : [expected],
        );
        assert.equal(fixture.calls.count(SENT[verb]), 1);
      });
    }
  }

  it("ask for exactly what will be done", async () => {
    const fixture = new RunnerFixture(obedient());
    fixture.guardLevel = "ask";
    await fixture.run();
    const { panel, target } = fixture.request;
    const { panel: askedPanel, ...question } = fixture.asked[0] ?? assert.fail("nothing was asked");
    assert.deepEqual([askedPanel.name, askedPanel.address], [panel.name, panel.address]);
    assert.deepEqual(question, {
      kind: "javaProject",
      verb: "restart",
      target,
      effect: "disrupt",
      alsoAffects: [],
      safeguard: "ask",
    });
  });

  it("stop everything when the person declines: nothing is even read", async () => {
    const fixture = new RunnerFixture(obedient());
    fixture.guardLevel = "ask";
    fixture.agrees = false;
    assert.deepEqual(await fixture.run(), { kind: "declined" });
    assert.deepEqual([fixture.calls.made, fixture.phases, fixture.finished], [[], [], []]);
  });

  it("name the others that share a Tomcat", async () => {
    const row = javaRow({ name: "demo", type: "neizhi" });
    const rows = [javaRow({ name: "shop", type: "neizhi" }), row, javaRow({ name: "api", type: "springboot" })];
    const alsoAffects = async (verb: Verb, given: object) => {
      const fixture = new RunnerFixture(obedient());
      fixture.guardLevel = "typeName";
      await fixture.run({ verb, ...given });
      return fixture.asked.map((confirmation) => confirmation.alsoAffects);
    };
    assert.deepEqual(await alsoAffects("restart", { row, rows }), [["shop"]]);
    assert.deepEqual(await alsoAffects("stop", { row, rows }), [["shop"]]);
    assert.deepEqual(await alsoAffects("start", { row, rows }), [[]]);
    assert.deepEqual(await alsoAffects("restart", { row: rows[2], rows }), [[]]);
    assert.deepEqual(await alsoAffects("restart", { row }), [[]]);
    assert.deepEqual(await alsoAffects("restart", { rows }), [[]]);
  });
});

describe("action runner, cancelled", () => {
  it("before it sends, sends nothing", async () => {
    for (const when of ["checking", "sending"] as const) {
      const fixture = new RunnerFixture(obedient());
      fixture.onPhase = (phase) => {
        if (phase === when) fixture.cancelling.abort();
      };
      assert.deepEqual(await fixture.run(), { kind: "failed", failure: { kind: "cancelled" } });
      assert.equal(fixture.calls.count("java.restart"), 0);
    }
  });

  it("while it sends, does not know whether it happened", async () => {
    const cause = { kind: "uncertain", cause: { kind: "cancelled" } } as const;
    const fixture: RunnerFixture = new RunnerFixture({
      ...obedient(),
      "java.restart": () => {
        fixture.cancelling.abort();
        throw new PanelError(cause);
      },
    });
    assert.deepEqual(await fixture.run(), { kind: "uncertain", cause });
    assert.equal(fixture.calls.count("java.list"), 1);
  });

  it("while it waits, has sent and asks no more", async () => {
    const fixture = new RunnerFixture({ ...obedient(), "java.restart": issued });
    const start = fixture.clock.time;
    fixture.clock.onSlept = (time) => {
      if (time - start === 3_000) fixture.cancelling.abort();
    };
    const outcome = await fixture.run();
    assert.deepEqual(outcome, { kind: "sent", why: "stopped", evidence: { name: "pid", value: "1" } });
    assert.equal(fixture.calls.count("java.list"), 4);
    assert.deepEqual(fixture.finished[0]?.outcome, outcome);
  });

  it("while it reads again, has sent", async () => {
    const fixture: RunnerFixture = new RunnerFixture({ ...obedient(), "java.restart": issued });
    fixture.onPhase = (phase) => {
      if (phase !== "verifying") return;
      const cancelled = () => {
        fixture.cancelling.abort();
        throw new PanelError({ kind: "cancelled" });
      };
      fixture.calls.handlers = { "java.list": cancelled };
    };
    assert.deepEqual(await fixture.run(), { kind: "sent", why: "stopped", evidence: undefined });
  });
});
