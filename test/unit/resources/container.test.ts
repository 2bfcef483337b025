import assert from "node:assert/strict";
import { container } from "../../../src/resources/container.ts";
import type { Verdict } from "../../../src/resources/resource.ts";
import { failureOf, PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { Container } from "../../../src/wire/operations/containers.ts";
import type { ResultOf } from "../../../src/wire/operations/operations.ts";
import { FakeCalls, failing } from "../../fakes/fakeCall.ts";
import { containerRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { verifierOf } from "../../fakes/verifierOf.ts";

type Inspected = ResultOf<"container.info">;

const ID = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";
const TARGET = { key: "web", label: "web" };

function ruleOf<Rule>(rule: Rule | undefined): Rule {
  assert.ok(rule !== undefined);
  return rule;
}

const info = (startedAt: string | undefined, running = true): Inspected => ({
  id: ID,
  name: "web",
  status: running ? "running" : "exited",
  running,
  startedAt,
  ports: [],
});

describe("restarting a container", () => {
  const rule = () => ruleOf(container.actions.restart?.verification);

  async function verdict(before: Inspected, after: Inspected): Promise<Verdict> {
    const calls = new FakeCalls({ "container.info": () => before });
    const running = await verifierOf(rule(), calls, TARGET);
    calls.handlers = { "container.info": () => after };
    return (await running.check(calls.callFor(), 1_000)).verdict;
  }

  it("is under way when the start time has changed", async () => {
    assert.equal(await verdict(info("t1"), info("t2")), "settling");
    assert.equal(await verdict(info("t1"), info("t1")), "pending");
    assert.equal(
      await verdict(info("2026-11-21T01:16:36.512345678Z"), info("2026-11-21T01:16:36.512345679Z")),
      "settling",
    );
  });

  it("is done after three seconds up, judged by the last look", async () => {
    const calls = new FakeCalls({ "container.info": () => info("t1") });
    const running = await verifierOf(rule(), calls, TARGET);
    const seen = [info("t1"), ...Array.from({ length: 4 }, () => info("t2")), info("t3"), info("t3", false)];
    const found: Verdict[] = [];
    for (const [index, after] of seen.entries()) {
      calls.handlers = { "container.info": () => after };
      found.push((await running.check(calls.callFor(), index * 1_000)).verdict);
    }
    const settling = ["settling", "settling", "settling"];
    assert.deepEqual(found, ["pending", ...settling, "done", "settling", "failed"]);
  });

  it("has failed if it started and does not run", async () => {
    assert.equal(await verdict(info("t1"), info("t2", false)), "failed");
    assert.equal(await verdict(info("t1", false), info("t1", false)), "pending");
  });

  it("is pending if the panel sends no start time", async () => {
    assert.equal(await verdict(info("t1"), info(undefined)), "pending");
    assert.equal(await verdict(info(undefined), info("t1")), "pending");
    assert.equal(await verdict(info("t1"), { ...info("t2"), running: undefined }), "pending");
  });

  it("reads the container, with its start time as evidence", async () => {
    const calls = new FakeCalls({ "container.info": () => info("2026-11-21T01:16:36.512345678Z") });
    const running = await verifierOf(rule(), calls, TARGET);
    assert.deepEqual(running.identity, [ID, "web"]);
    assert.deepEqual(calls.made, [["container.info", { container: "web" }]]);
    const { evidence } = await running.check(calls.callFor(), 0);
    assert.deepEqual(evidence, { name: "startedAt", value: "2026-11-21T01:16:36.512345678Z" });
  });
});

/** Docker's three states of a container that was started once; for Docker, a paused one runs. */
const RUNNING: Partial<Inspected> = { status: "running", running: true };
const PAUSED: Partial<Inspected> = { status: "paused", running: true };
const EXITED: Partial<Inspected> = { status: "exited", running: false };

/** Starts or stops a container that passes through these states and keeps the last. */
async function change(verb: "start" | "stop", ...states: readonly Partial<Inspected>[]) {
  let looks = 0;
  const fixture = new RunnerFixture({
    "container.info": () => ({ ...info("t"), ...states[Math.min(looks++, states.length - 1)] }),
    "container.start": () => ({ msg: undefined }),
    "container.stop": () => ({ msg: undefined }),
  });
  const target = { key: info("t").id ?? "", label: "web" };
  const outcome = await fixture.run({ kind: "container", verb, target });
  return [outcome.kind, fixture.calls.count("container.start") + fixture.calls.count("container.stop")];
}

describe("a container that Docker keeps starting", () => {
  const RESTARTING: Partial<Inspected> = { status: "restarting", running: true };

  it("is neither up nor stopped", async () => {
    assert.deepEqual(await change("start", EXITED, RESTARTING, RESTARTING), ["wentWrong", 1]);
    assert.deepEqual(await change("start", EXITED, RESTARTING, RUNNING), ["done", 1]);
    assert.deepEqual(await change("start", EXITED, RUNNING, RUNNING, EXITED), ["wentWrong", 1]);
    assert.deepEqual(await change("start", EXITED, RUNNING, RESTARTING, RUNNING), ["done", 1]);
    assert.deepEqual(await change("stop", RESTARTING, EXITED), ["done", 1]);
    assert.deepEqual(await change("stop", { status: "restarting", running: false }, EXITED), ["done", 1]);
  });

  it("was not restarted by a person", async () => {
    const rule = ruleOf(container.actions.restart?.verification);
    const calls = new FakeCalls({ "container.info": () => ({ ...info("t1"), ...RESTARTING }) });
    const running = await verifierOf(rule, calls, TARGET);
    calls.handlers = { "container.info": () => ({ ...info("t2"), ...RESTARTING }) };
    assert.equal((await running.check(calls.callFor(), 1_000)).verdict, "pending");
    assert.equal(running.atEnd(), "failed");
    calls.handlers = { "container.info": () => info("t3") };
    assert.equal((await running.check(calls.callFor(), 2_000)).verdict, "settling");
  });

  it("is restarted by a person only where Docker has not counted one more start of its own", async () => {
    const counted = (startedAt: string, restartCount?: number): Inspected => ({
      ...info(startedAt),
      ...(restartCount !== undefined && { restartCount }),
    });
    const ends = async (before: Inspected, after: Inspected) => {
      let isSent = false;
      const fixture = new RunnerFixture({
        "container.info": () => (isSent ? after : before),
        "container.restart": () => {
          isSent = true;
          throw new PanelError({ kind: "uncertain", cause: { kind: "page", status: 502 } });
        },
      });
      return (await fixture.run({ kind: "container", target: { key: ID, label: "web" }, row: undefined })).kind;
    };
    assert.equal(await ends(counted("t1", 7), counted("t2", 8)), "uncertain", "by its restart policy");
    assert.equal(await ends(counted("t1", 7), counted("t2", 0)), "done", "somebody has started it");
    // it has come up at the second try, as where its database is later
    assert.equal(await ends(counted("t1", 0), counted("t2", 1)), "done");
    assert.equal(await ends(counted("t1"), counted("t2")), "done", "nobody counts");
  });
});

describe("the log of a container", () => {
  const read = (handlers: ConstructorParameters<typeof FakeCalls>[0], key = ID) =>
    container.log?.read(new FakeCalls(handlers).callFor(), key);
  const refused = (message: string) => failing({ kind: "rejected", message });
  const list = (...rows: readonly Container[]) => ({ rows, unreadable: [], total: rows.length });

  it("is gone with the container, whatever the panel's message", async () => {
    const other = containerRow({ id: "0".repeat(64), name: "other" });
    for (const message of ["", "¡El contenedor no existe!"])
      for (const key of [ID, "web"])
        assert.equal(
          await read({ "container.log": refused(message), "container.list": () => list(other) }, key),
          "gone",
        );
  });

  it("is not gone if the container is listed, or that is unknown", async () => {
    const isRefused = (error: unknown) => failureOf(error)?.kind === "rejected";
    const own = containerRow({ id: ID, name: "web" });
    const log = refused("x");
    await assert.rejects(async () => read({ "container.log": log, "container.list": () => list(own) }), isRefused);
    const unsure = {
      "container.log": log,
      "container.list": () => list(),
      "container.info": failing(DOWN),
    };
    await assert.rejects(async () => read(unsure), isRefused);
    const page = failing({ kind: "page", status: 404 });
    await assert.rejects(
      async () => read({ "container.log": page }),
      (error) => failureOf(error)?.kind === "page",
    );
  });
});

describe("starting and stopping a container", () => {
  it("is done when it runs, or does not", async () => {
    assert.deepEqual(await change("start", EXITED, EXITED, RUNNING), ["done", 1]);
    assert.deepEqual(await change("stop", RUNNING, RUNNING, EXITED), ["done", 1]);
  });

  it("counts a paused container as neither up nor stopped", async () => {
    assert.deepEqual(await change("start", PAUSED, PAUSED, RUNNING), ["done", 1]);
    assert.deepEqual(await change("stop", PAUSED, EXITED), ["done", 1]);
    assert.deepEqual(await change("start", PAUSED), ["sent", 1]);
    assert.deepEqual(await change("start", EXITED, PAUSED), ["sent", 1]);
    assert.deepEqual(await change("stop", PAUSED), ["sent", 1]);
  });

  it("is not confirmed without a change", async () => {
    const untold = { status: undefined, running: undefined };
    for (const [verb, before] of [
      ["start", EXITED],
      ["stop", RUNNING],
    ] as const) {
      assert.deepEqual(await change(verb, before), ["sent", 1]);
      assert.deepEqual(await change(verb, before, untold), ["sent", 1]);
      assert.deepEqual(
        await change(verb, untold, verb === "start" ? RUNNING : EXITED),
        ["sent", 1],
        "nor from nothing",
      );
    }
  });
});

/** The message if Docker does not answer (docs/protocol.md 8.6). */
const DOWN: PanelFailure = {
  kind: "rejected",
  message: "获取容器信息失败！list indices must be integers or slices, not str",
};
const NOT_THERE: PanelFailure = { kind: "rejected", message: "容器不存在！" };
const EMPTY = { rows: [], unreadable: [], total: 0 };

describe("stopping a container that Docker removes when it ends", () => {
  const stop = { kind: "container", verb: "stop", target: TARGET } as const;
  const after = (then: PanelFailure) => {
    let isSent = false;
    return new RunnerFixture({
      "container.info": () => (isSent ? failing(then)() : info("t")),
      "container.list": () => EMPTY,
      "container.stop": () => {
        isSent = true;
        return { msg: undefined };
      },
    });
  };

  it("is done, and says that it is gone", async () => {
    assert.deepEqual(await after(NOT_THERE).run(stop), { kind: "done", evidence: undefined, isGone: true });
  });

  it("is not confirmed if Docker does not answer afterwards", async () => {
    assert.deepEqual(await after(DOWN).run(stop), { kind: "sent", why: "unreadable", evidence: undefined });
  });

  it("is not done after a start", async () => {
    let isSent = false;
    const fixture = new RunnerFixture({
      "container.info": () => (isSent ? failing(NOT_THERE)() : info("t", false)),
      "container.list": () => EMPTY,
      "container.start": () => {
        isSent = true;
        return { msg: undefined };
      },
    });
    const outcome = await fixture.run({ ...stop, verb: "start" });
    assert.deepEqual(outcome, { kind: "sent", why: "timedOut", evidence: undefined });
  });
});

describe("deleting a container", () => {
  /** A panel with these containers; `removes`: it does what it answers. */
  function panelWith(given: readonly Partial<Container>[], removes = true): RunnerFixture {
    let rows = given.map(containerRow);
    return new RunnerFixture({
      "container.list": () => ({ rows, unreadable: [], total: rows.length }),
      "container.info": failing(NOT_THERE),
      "container.remove": ({ container: key }) => {
        if (removes) rows = rows.filter(({ id, name }) => id?.startsWith(key) !== true && name !== key);
        return { msg: undefined };
      },
    });
  }

  const other = { id: "0".repeat(64), name: "other" };
  const removal = (key: string) => ({ kind: "container", verb: "remove", target: { key, label: key } }) as const;

  it("is done when it is no longer listed, by any of its names", async () => {
    for (const key of [ID, "web", ID.slice(0, 12)]) {
      const fixture = panelWith([other, { id: ID, name: "web" }]);
      assert.deepEqual(await fixture.run(removal(key)), { kind: "done", evidence: undefined }, key);
      const sent = fixture.calls.made.filter(([id]) => id === "container.remove");
      assert.deepEqual(sent, [["container.remove", { container: ID }]]);
    }
  });

  it("sends nothing if there is no such container", async () => {
    for (const key of ["b", "b3081bed", "web2", "eb", ID.slice(1)]) {
      const fixture = panelWith([other, { id: ID, name: "web" }]);
      assert.deepEqual(await fixture.run(removal(key)), { kind: "gone" }, key);
      assert.equal(fixture.calls.count("container.remove"), 0);
    }
  });

  it("sends nothing, and does not say gone, if Docker is down", async () => {
    const fixture = panelWith([]);
    fixture.calls.handlers = { ...fixture.calls.handlers, "container.info": failing(DOWN) };
    assert.deepEqual(await fixture.run(removal(ID)), { kind: "failed", failure: DOWN });
    assert.equal(fixture.calls.count("container.remove"), 0);
  });

  it("is not confirmed if Docker goes down meanwhile", async () => {
    const fixture = panelWith([other, { id: ID, name: "web" }]);
    fixture.onPhase = (phase) => {
      if (phase !== "verifying") return;
      const down = { "container.list": () => EMPTY, "container.info": failing(DOWN) };
      fixture.calls.handlers = { ...fixture.calls.handlers, ...down };
    };
    assert.deepEqual(await fixture.run(removal(ID)), { kind: "sent", why: "unreadable", evidence: undefined });
  });

  it("asks Docker if the list is empty afterwards", async () => {
    const fixture = panelWith([{ id: ID, name: "web" }]);
    assert.deepEqual(await fixture.run(removal(ID)), { kind: "done", evidence: undefined });
    assert.equal(fixture.calls.count("container.info"), 2);
  });

  it("does not count a container as gone that may be an unreadable row", async () => {
    const fixture = panelWith([other]);
    const list = { rows: [containerRow(other)], unreadable: [{ index: 1, fields: ["ports"] }], total: 2 };
    fixture.calls.handlers = {
      ...fixture.calls.handlers,
      "container.list": () => list,
      "container.info": () => info("t"),
    };
    assert.deepEqual(await fixture.run(removal("web")), { kind: "sent", why: "timedOut", evidence: undefined });
    assert.deepEqual(await fixture.run(removal("b30")), { kind: "gone" }, "only what is called so");
  });
});

describe("pausing and unpausing a container", () => {
  const withStatus = (status: string) => ({ ...info("t1"), status });
  const outcomeOf = async (verb: "pause" | "unpause", before: string, after: string) => {
    const fixture: RunnerFixture = new RunnerFixture({
      "container.info": () => withStatus(before),
      [`container.${verb}`]: () => {
        fixture.calls.handlers = { "container.info": () => withStatus(after) };
        return { msg: undefined };
      },
    });
    const row = containerRow({ id: ID, name: "web", status: before });
    const outcome = await fixture.run({ kind: "container", verb, row, target: { key: ID, label: "web" } });
    return outcome.kind;
  };

  it("is done by Docker's status", async () => {
    assert.equal(await outcomeOf("pause", "running", "paused"), "done");
    assert.equal(await outcomeOf("pause", "running", "running"), "sent");
    assert.equal(await outcomeOf("unpause", "paused", "running"), "done");
    assert.equal(await outcomeOf("unpause", "paused", "paused"), "sent");
    assert.equal(await outcomeOf("unpause", "paused", "exited"), "sent");
  });
});
