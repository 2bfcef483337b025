import assert from "node:assert/strict";
import type { GuardLevel, Safeguard } from "../../../src/panels/guardLevel.ts";
import type { Verb } from "../../../src/resources/verbs.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import type { Handlers } from "../../fakes/fakeCall.ts";
import { issued, obedient } from "./javaPanel.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { javaRow, orderRow, listOf, siteRow } from "../../fakes/rows.ts";

/** The changes on a panel with one Java project, one certificate order and one site, where everything works. */
function everything(): Handlers {
  let orders = [orderRow({ index: "demo" })];
  let sites = [siteRow({ id: 1, name: "demo", type: "PHP" })];
  return {
    ...obedient("demo"),
    "certificateOrder.list": () => listOf(orders),
    "certificateOrder.remove": () => {
      orders = [];
      return issued();
    },
    "site.list": ({ page }) => listOf(page === 1 ? sites : []),
    "site.delete": () => {
      sites = [];
      return issued();
    },
  };
}

/** One action of each effect with its call, and the deletion of a site, which always asks for its name. */
const ACTIONS = {
  start: { kind: "javaProject", verb: "start", key: "demo", sends: "java.start" },
  stop: { kind: "javaProject", verb: "stop", key: "demo", sends: "java.stop" },
  restart: { kind: "javaProject", verb: "restart", key: "demo", sends: "java.restart" },
  "remove order": { kind: "certificateOrder", verb: "remove", key: "demo", sends: "certificateOrder.remove" },
  "delete site": { kind: "site", verb: "remove", key: "1", sends: "site.delete" },
} as const;

type ActionName = keyof typeof ACTIONS;

/** The safeguard at each level. */
const ASKED: Readonly<Record<GuardLevel, Readonly<Record<ActionName, Safeguard>>>> = {
  trusted: { start: "none", stop: "none", restart: "none", "remove order": "ask", "delete site": "typeName" },
  ask: { start: "none", stop: "ask", restart: "ask", "remove order": "ask", "delete site": "typeName" },
  typeName: { start: "ask", stop: "ask", restart: "ask", "remove order": "typeName", "delete site": "typeName" },
  readOnly: { start: "refuse", stop: "refuse", restart: "refuse", "remove order": "refuse", "delete site": "refuse" },
};

describe("the action runner's safeguards", () => {
  for (const [level, actions] of Object.entries(ASKED) as [GuardLevel, Readonly<Record<ActionName, Safeguard>>][]) {
    for (const [name, expected] of Object.entries(actions) as [ActionName, Safeguard][]) {
      it(`${level}: ${name} is ${expected}`, async () => {
        const { kind, verb, key, sends } = ACTIONS[name];
        const handlers = everything();
        if (name === "start") await handlers["java.stop"]?.({ project: "demo" });
        const fixture = new RunnerFixture(handlers);
        fixture.guardLevel = level;
        const row = kind === "site" ? siteRow({ id: 1, name: "demo" }) : undefined;
        const outcome = await fixture.run({ kind, verb, target: { key, label: "demo" }, row });
        if (expected === "refuse") {
          assert.deepEqual(outcome, { kind: "readOnly" });
          assert.deepEqual([fixture.asked, fixture.calls.made, fixture.shown, fixture.finished], [[], [], [], []]);
          return;
        }
        assert.equal(outcome.kind, "done");
        assert.deepEqual(
          fixture.asked.map(({ safeguard }) => safeguard),
          expected === "none" ? [] : [expected],
        );
        assert.equal(fixture.calls.count(sends), 1);
      });
    }
  }

  for (const [name, asked] of [
    ["nginx", 1],
    ["httpd", 1],
    ["redis", 0],
  ] as const)
    it(`trusted: a stop of ${name}, through which the panel itself may be reached, asks ${asked} times`, async () => {
      const fixture = new RunnerFixture({
        "service.list": () => ({ rows: [{ name, version: "1", running: true }], unreadable: [], total: 1 }),
        "service.control": issued,
        "file.stat": () => listOf([]),
      });
      fixture.guardLevel = "trusted";
      fixture.agrees = false;
      await fixture.run({ kind: "service", verb: "stop", target: { key: name, label: name } });
      assert.equal(fixture.asked.length, asked);
      assert.equal(fixture.calls.count("service.control"), 1 - asked);
    });

  it("ask for exactly what will be done", async () => {
    const fixture = new RunnerFixture(everything());
    fixture.guardLevel = "ask";
    await fixture.run({ state: "running" });
    const { panel, target } = fixture.request;
    const { targets, ...question } = fixture.asked[0] ?? assert.fail("nothing was asked");
    assert.deepEqual(question, {
      kind: "javaProject",
      verb: "restart",
      input: {},
      effect: "disrupt",
      safeguard: "ask",
    });
    const [{ panel: askedPanel, ...asked } = assert.fail("no target"), ...others] = targets;
    assert.deepEqual([askedPanel.name, askedPanel.address], [panel.name, panel.address]);
    assert.deepEqual(asked, { verb: "restart", target, state: "running", alsoAffects: [] });
    assert.deepEqual(others, []);
  });

  it("ask with the person's other choices", async () => {
    const fixture = new RunnerFixture(everything());
    const input = { with: [{ kind: "root", name: "/www/demo" }] } as const;
    await fixture.run({ kind: "site", verb: "remove", target: { key: "1", label: "demo" }, input });
    assert.deepEqual(fixture.asked[0]?.input, input);
    assert.equal(fixture.asked[0]?.effect, "destroy");
    assert.equal(fixture.asked[0]?.targets[0]?.state, "unknown");
  });

  it("apply again after the question, because another window may have made the panel read-only", async () => {
    const fixture = new RunnerFixture(everything());
    const levels: GuardLevel[] = ["ask"];
    const panel = {
      ...fixture.request.panel,
      get guardLevel(): GuardLevel {
        return levels[0] ?? "ask";
      },
    };
    fixture.agrees = new Promise((resolve) => {
      setImmediate(() => {
        levels[0] = "readOnly";
        resolve(true);
      });
    });
    assert.deepEqual(await fixture.run({ panel }), { kind: "readOnly" });
    assert.equal(fixture.asked.length, 1);
    assert.deepEqual([fixture.calls.made, fixture.finished], [[], []]);
  });

  it("read nothing if the person declines", async () => {
    const fixture = new RunnerFixture(obedient("demo"));
    fixture.guardLevel = "ask";
    fixture.agrees = false;
    assert.deepEqual(await fixture.run(), { kind: "declined" });
    assert.deepEqual([fixture.calls.made, fixture.shown, fixture.finished], [[], [], []]);
  });

  it("name the others that share a Tomcat", async () => {
    const row = javaRow({ name: "demo", type: "neizhi" });
    const rows = [javaRow({ name: "shop", type: "neizhi" }), row, javaRow({ name: "api", type: "springboot" })];
    const alsoAffects = async (verb: Verb, given: object) => {
      const fixture = new RunnerFixture(everything());
      fixture.guardLevel = "typeName";
      await fixture.run({ verb, ...given });
      return fixture.asked.map(({ targets }) => targets[0]?.alsoAffects);
    };
    assert.deepEqual(await alsoAffects("restart", { row, rows }), [["shop"]]);
    assert.deepEqual(await alsoAffects("stop", { row, rows }), [["shop"]]);
    assert.deepEqual(await alsoAffects("start", { row, rows }), [[]]);
    assert.deepEqual(await alsoAffects("restart", { row: rows[2], rows }), [[]]);
    assert.deepEqual(await alsoAffects("restart", { row }), [[]]);
    assert.deepEqual(await alsoAffects("restart", { rows }), [[]]);
  });
});

describe("the action runner, cancelled", () => {
  it("before it sends, sends nothing", async () => {
    for (const when of ["checking", "sending"] as const) {
      const fixture = new RunnerFixture(obedient("demo"));
      fixture.onPhase = (phase) => {
        if (phase === when) fixture.cancelling.abort();
      };
      assert.deepEqual(await fixture.run(), { kind: "failed", failure: { kind: "cancelled" } });
      assert.equal(fixture.calls.count("java.restart"), 0);
    }
  });

  it("while it sends, does not know whether it happened", async () => {
    const cause = { kind: "cancelled" } as const;
    const fixture: RunnerFixture = new RunnerFixture({
      ...obedient("demo"),
      "java.restart": () => {
        fixture.cancelling.abort();
        throw new PanelError({ kind: "uncertain", cause });
      },
    });
    assert.deepEqual(await fixture.run(), { kind: "uncertain", cause });
    assert.equal(fixture.calls.count("java.list"), 1);
  });

  it("while it waits, has sent and reads no more", async () => {
    const fixture = new RunnerFixture({ ...obedient("demo"), "java.restart": issued });
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
    const fixture: RunnerFixture = new RunnerFixture({ ...obedient("demo"), "java.restart": issued });
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
