import assert from "node:assert/strict";
import type { Outcome, Phase } from "../../../src/actions/outcome.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import type { JavaProject } from "../../../src/wire/operations/java.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { fileEntry, javaRow, listOf } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { PID } from "./javaPanel.ts";

const PORT = 8080;
const STEPS: readonly Phase[] = ["checking", "stopping", "awaitingStop", "starting", "verifying", "staying"];
const TIMEOUT: PanelFailure = { kind: "timeout", afterMs: 1 };
const REJECTED: PanelFailure = { kind: "rejected", message: "no" };

const shown = { row: javaRow({ name: "demo" }) };

/** A panel without restart, whose project stops and starts after some looks. */
class Panel {
  pids: readonly number[] | undefined = [1];
  listening: readonly number[] = [PORT];
  logPath = "/old/demo.log";
  isThere = true;
  /** Looks until the stop shows; `Infinity`: never. */
  stopsAfter = 2;
  /** The state after a start. */
  started: Partial<JavaProject> = { pids: [2], listening: [PORT] };
  onLook: (look: number) => void = () => undefined;
  readonly fixture: RunnerFixture;
  #looks = 0;
  #stopsAt = Infinity;

  constructor(waitMs = 60_000) {
    const begin = () => {
      const { pids, listening = [] } = this.started;
      Object.assign(this, { pids, listening });
      return { msg: undefined };
    };
    this.fixture = new RunnerFixture(
      {
        "java.list": () => this.#list(),
        "java.stop": () => {
          this.#stopsAt = this.#looks + this.stopsAfter;
          return { msg: undefined };
        },
        "java.start": begin,
        "java.moveLogOfStopped": ({ path }) => {
          this.logPath = `${path}/demo.log`;
          return begin();
        },
      },
      waitMs,
    );
    this.fixture.calls.lacks = ["java.restart", "java.changeLogPath"];
  }

  /** Replaces an answer. */
  answer(id: OperationId, failure: PanelFailure): void {
    const { calls } = this.fixture;
    calls.handlers = { ...calls.handlers, [id]: failing(failure) };
  }

  get sent(): readonly OperationId[] {
    return this.fixture.calls.made.map(([id]) => id).filter((id) => id !== "java.list");
  }

  #list() {
    this.#looks += 1;
    if (this.#looks === this.#stopsAt) Object.assign(this, { pids: [], listening: [] });
    this.onLook(this.#looks);
    const { pids, listening, logPath } = this;
    const row = { name: "demo", port: String(PORT), pids, listening: [...listening], logPath };
    return listOf(this.isThere ? [javaRow({ ...row, startsBlindly: true })] : []);
  }
}

/** Runs a restart with an event at the beginning of a phase. */
async function restart(panel: Panel, phase?: Phase, happens: () => void = () => undefined): Promise<Outcome> {
  panel.fixture.onPhase = (begun) => {
    if (begun === phase) happens();
  };
  return panel.fixture.run();
}

describe("the action runner, on a panel that cannot restart a project", () => {
  it("stops it, sees that, starts it, and sees it up for three seconds", async () => {
    const panel = new Panel();
    const start = panel.fixture.clock.time;
    assert.deepEqual(await panel.fixture.run(shown), { kind: "done", evidence: PID("2") });
    assert.deepEqual(panel.sent, ["java.stop", "java.start"]);
    assert.deepEqual(panel.fixture.phases, STEPS);
    assert.equal(panel.fixture.clock.time - start, 4_000);
    assert.deepEqual(panel.fixture.finished[0]?.rows?.length, 1);
  });

  it("moves its log in the same way", async () => {
    const panel = new Panel();
    const outcome = await panel.fixture.run({ verb: "changeLogPath", input: { path: "/new" } });
    assert.deepEqual(outcome, { kind: "done", evidence: { name: "logPath", value: "/new/demo.log" } });
    assert.deepEqual(panel.fixture.calls.made.filter(([id]) => id !== "java.list").slice(1), [
      ["java.moveLogOfStopped", { project: "demo", path: "/new" }],
    ]);
    assert.deepEqual(panel.fixture.phases, STEPS);
  });

  it("stops nothing for a log directory that is a file", async () => {
    const panel = new Panel();
    const { calls } = panel.fixture;
    calls.handlers = {
      ...calls.handlers,
      "file.stat": ({ paths }) => listOf(paths.map((path) => fileEntry(path, true, 7))),
    };
    const failure = { kind: "invalid", field: "path", rule: "file", value: "/etc/hostname" } as const;
    const outcome = await panel.fixture.run({ verb: "changeLogPath", input: { path: "/etc/hostname" } });
    assert.deepEqual(outcome, { kind: "failed", failure });
    assert.ok(!panel.sent.includes("java.stop"));
  });

  it("starts it again if its log cannot be moved", async () => {
    for (const failure of [REJECTED, { kind: "page", status: 404 } as const]) {
      const panel = new Panel();
      panel.answer("java.moveLogOfStopped", failure);
      const outcome = await panel.fixture.run({ verb: "changeLogPath", input: { path: "/proc/x" } });
      assert.deepEqual(outcome, { kind: "failed", failure, why: "startedAgain" });
      assert.deepEqual(panel.sent, ["java.stop", "java.moveLogOfStopped", "java.start"]);
      assert.deepEqual(panel.pids, [2]);
    }
    const dead = new Panel();
    dead.answer("java.moveLogOfStopped", REJECTED);
    dead.answer("java.start", TIMEOUT);
    const outcome = await dead.fixture.run({ verb: "changeLogPath", input: { path: "/proc/x" } });
    assert.deepEqual(outcome, { kind: "halfway", why: "startFailed", cause: REJECTED });
  });

  it("restarts it in one step if the panel may have that", async () => {
    const panel = new Panel();
    panel.fixture.calls.lacks = [];
    panel.answer("java.restart", REJECTED);
    assert.deepEqual(await panel.fixture.run(), { kind: "failed", failure: REJECTED });
    assert.deepEqual(panel.sent, ["java.restart"]);
  });

  it("stops nothing that it could not start again", async () => {
    const panel = new Panel();
    panel.fixture.calls.lacks = ["java.restart", "java.start"];
    assert.deepEqual(await panel.fixture.run(), { kind: "failed", failure: { kind: "unsupported" } });
    assert.deepEqual(panel.sent, []);
  });

  it("stops nothing if the panel's features are unknown", async () => {
    const panel = new Panel();
    const { request } = panel.fixture;
    const offers = () => Promise.reject(new PanelError(TIMEOUT));
    const outcome = await panel.fixture.run({ panel: { ...request.panel, offers } });
    assert.deepEqual(outcome, { kind: "failed", failure: TIMEOUT });
    assert.deepEqual(panel.sent, []);
  });

  it("does not stop a stopped project", async () => {
    const panel = new Panel();
    Object.assign(panel, { pids: [], listening: [] });
    assert.deepEqual(await panel.fixture.run(), { kind: "done", evidence: PID("2") });
    assert.deepEqual(panel.sent, ["java.start"]);
    assert.deepEqual(panel.fixture.phases, ["checking", "starting", "verifying", "staying"]);
  });

  it("fails without a stop if a stopped project cannot be read again", async () => {
    const panel = new Panel();
    Object.assign(panel, { pids: [], listening: [] });
    panel.onLook = (look) => {
      if (look === 2) throw new PanelError(TIMEOUT);
    };
    assert.deepEqual(await panel.fixture.run(), { kind: "failed", failure: TIMEOUT });
    assert.deepEqual(panel.sent, []);
  });

  it("does not start a project that somebody else has started", async () => {
    const panel = new Panel();
    // the second look at the stopped project is the one just before the start
    panel.onLook = (look) => {
      if (look === 4) Object.assign(panel, { pids: [7], listening: [PORT] });
    };
    assert.deepEqual(await panel.fixture.run(), { kind: "halfway", why: "runsAgain" });
    assert.deepEqual(panel.sent, ["java.stop"]);
    const never = new Panel();
    Object.assign(never, { pids: [], listening: [] });
    never.onLook = (look) => {
      if (look === 2) Object.assign(never, { pids: [7], listening: [PORT] });
    };
    assert.deepEqual(await never.fixture.run(), { kind: "busy" });
    assert.deepEqual(never.sent, []);
  });

  it("notices at once that somebody else has started it before the stop was seen", async () => {
    const panel = new Panel();
    const start = panel.fixture.clock.time;
    panel.onLook = (look) => {
      if (look === 3) Object.assign(panel, { pids: [7], listening: [] });
    };
    assert.deepEqual(await panel.fixture.run(), { kind: "halfway", why: "runsAgain" });
    assert.deepEqual(panel.sent, ["java.stop"]);
    assert.equal(panel.fixture.clock.time - start, 1_000);
    const same = new Panel();
    same.onLook = (look) => {
      if (look !== 3) return;
      same.pids = [1];
      same.fixture.calls.processes.begun.delete(1);
    };
    assert.deepEqual(await same.fixture.run(), { kind: "halfway", why: "runsAgain" });
    // a helper process that begins meanwhile is not a new run
    const helped = new Panel();
    helped.onLook = (look) => {
      if (look === 2) helped.pids = [1, 9];
    };
    assert.equal((await helped.fixture.run()).kind, "done");
  });

  it("starts nothing if it is unknown whether it runs", async () => {
    const panel = new Panel();
    panel.onLook = (look) => {
      if (look === 4) panel.pids = undefined;
    };
    assert.deepEqual(await panel.fixture.run(), { kind: "halfway", why: "runsAgain" });
    const unknown = new Panel();
    unknown.pids = undefined;
    const failure = { kind: "malformed", fields: ["run"] } as const;
    assert.deepEqual(await unknown.fixture.run({ verb: "start" }), { kind: "failed", failure });
    assert.deepEqual([panel.sent, unknown.sent], [["java.stop"], []]);
  });

  it("goes on where it is seen stopped, though nobody knew before whether it ran", async () => {
    const panel = new Panel();
    panel.pids = undefined;
    const outcome = await panel.fixture.run();
    assert.deepEqual(panel.sent, ["java.stop", "java.start"]);
    // whatever ran before, this one began afterwards
    assert.deepEqual(outcome, { kind: "done", evidence: PID("2") });
  });

  it("does not say that it still ran where nobody knows", async () => {
    const panel = new Panel();
    panel.pids = undefined;
    panel.stopsAfter = Infinity;
    assert.deepEqual(await panel.fixture.run(), { kind: "halfway", why: "stopUnseen" });
    assert.deepEqual(panel.sent, ["java.stop"]);
  });

  it("sends nothing more if no stop was seen, after at least a minute", async () => {
    for (const [setting, waitedMs] of [
      [1_000, 60_000],
      [120_000, 120_000],
    ] as const) {
      const panel = new Panel(setting);
      panel.stopsAfter = Infinity;
      const start = panel.fixture.clock.time;
      assert.deepEqual(await panel.fixture.run(), { kind: "halfway", why: "stillRuns", waitedMs });
      assert.equal(panel.fixture.clock.time - start, waitedMs);
      assert.deepEqual(panel.sent, ["java.stop"]);
    }
  });

  it("goes on after an unanswered stop that was seen", async () => {
    const panel = new Panel();
    const { calls } = panel.fixture;
    const { "java.stop": stop } = calls.handlers;
    const lose = async (params: { readonly project: string }) => {
      await stop?.(params);
      throw new PanelError({ kind: "uncertain", cause: TIMEOUT });
    };
    calls.handlers = { ...calls.handlers, "java.stop": lose };
    assert.equal((await panel.fixture.run()).kind, "done");
  });

  it("does not say that it was stopped if the stop was unanswered and did not happen", async () => {
    const lost = () => {
      const panel = new Panel();
      panel.answer("java.stop", { kind: "uncertain", cause: TIMEOUT });
      return panel;
    };
    const why = { kind: "halfway", why: "stopLost", cause: TIMEOUT } as const;
    assert.deepEqual(await lost().fixture.run(), { ...why, waitedMs: 60_000 });
    const silent = lost();
    const fallSilent = () => silent.answer("java.list", TIMEOUT);
    assert.deepEqual(await restart(silent, "awaitingStop", fallSilent), why);
    const left = lost();
    assert.deepEqual(await restart(left, "awaitingStop", () => left.fixture.cancelling.abort()), why);
    assert.deepEqual([silent.sent, left.sent], [["java.stop"], ["java.stop"]]);
  });

  it("goes on if the computer slept, or the clock was set, before the stop was seen", async () => {
    for (const pass of [
      ({ clock }: RunnerFixture) => (clock.time += 3_600_000),
      ({ clock }: RunnerFixture) => (clock.setBy += 3_600_000),
      ({ clock }: RunnerFixture) => (clock.setBy -= 3_600_000),
    ]) {
      const panel = new Panel(30_000);
      panel.onLook = (look) => {
        if (look === 2) pass(panel.fixture);
      };
      panel.stopsAfter = 5;
      assert.equal((await panel.fixture.run()).kind, "done");
      assert.deepEqual(panel.sent, ["java.stop", "java.start"]);
    }
  });

  it("fails if the panel refuses the stop, and goes on if the project had stopped by itself", async () => {
    const panel = new Panel();
    panel.answer("java.stop", REJECTED);
    assert.deepEqual(await panel.fixture.run(), { kind: "failed", failure: REJECTED });
    const dead = new Panel();
    dead.answer("java.stop", REJECTED);
    const outcome = await restart(dead, "stopping", () => Object.assign(dead, { pids: [], listening: [] }));
    assert.equal(outcome.kind, "done");
    assert.deepEqual(dead.sent, ["java.stop", "java.start"]);
  });

  it("says that it could not be read, or is gone, after the stop", async () => {
    const panel = new Panel();
    const unreadable = () => panel.answer("java.list", { kind: "malformed", fields: ["data"] });
    assert.deepEqual(await restart(panel, "awaitingStop", unreadable), { kind: "halfway", why: "stopUnseen" });
    const gone = new Panel();
    const leave = () => (gone.isThere = false);
    assert.deepEqual(await restart(gone, "awaitingStop", leave), { kind: "halfway", why: "stopUnseen" });
    assert.deepEqual([panel.sent, gone.sent], [["java.stop"], ["java.stop"]]);
  });

  it("says why it could not be started again", async () => {
    for (const failure of [REJECTED, { kind: "network", code: "ECONNREFUSED" } as const]) {
      const panel = new Panel();
      panel.answer("java.start", failure);
      assert.deepEqual(await panel.fixture.run(), { kind: "halfway", why: "startFailed", cause: failure });
      assert.deepEqual(panel.sent, ["java.stop", "java.start"]);
      assert.equal(panel.fixture.finished[0]?.rows, undefined);
    }
    const unread = new Panel();
    unread.onLook = (look) => {
      if (look === 4) throw new PanelError(TIMEOUT);
    };
    assert.deepEqual(await unread.fixture.run(), { kind: "halfway", why: "startFailed", cause: TIMEOUT });
    assert.deepEqual(unread.sent, ["java.stop"]);
  });

  it("says that it could not be started again after a page and without a process", async () => {
    for (const [page, outcome] of [
      [{ kind: "page", status: 404 }, "halfway"],
      // a gateway gave up on a panel that is still at work
      [{ kind: "page", status: 502 }, "uncertain"],
    ] as const)
      for (const [verb, id] of [
        ["restart", "java.start"],
        ["changeLogPath", "java.moveLogOfStopped"],
      ] as const) {
        const panel = new Panel();
        panel.answer(id, page);
        panel.answer("java.start", page);
        const moved = verb === "restart" ? undefined : { name: "logPath", value: "/old/demo.log" };
        const why = outcome === "halfway" ? { why: "startFailed" } : { why: "failing", evidence: moved };
        assert.deepEqual(await panel.fixture.run({ verb, input: { path: "/new" } }), {
          kind: outcome,
          ...why,
          cause: page,
        });
      }
    const dead = new Panel();
    Object.assign(dead, { pids: [], listening: [] });
    const failure = { kind: "page", status: 404 } as const;
    dead.answer("java.start", failure);
    assert.deepEqual(await dead.fixture.run(), { kind: "failed", failure });
  });

  it("reports a process that ends after the start, even after it listened", async () => {
    const dead = new Panel();
    dead.started = { pids: [], listening: [] };
    assert.deepEqual(await dead.fixture.run(), { kind: "wentWrong", evidence: undefined });
    const later = new Panel();
    later.onLook = (look) => {
      if (look === 7) Object.assign(later, { pids: [], listening: [] });
    };
    assert.deepEqual(await later.fixture.run(), { kind: "wentWrong", evidence: undefined });
  });

  it("waits until it stays up, however short the wait", async () => {
    const panel = new Panel(0);
    assert.deepEqual(await panel.fixture.run(), { kind: "done", evidence: PID("2") });
    const flapping = new Panel(0);
    flapping.onLook = (look) => {
      if (look > 4) Object.assign(flapping, { pids: [look], listening: [PORT] });
    };
    assert.deepEqual((await flapping.fixture.run()).kind, "sent");
  });

  it("sends nothing if a person cancels before the stop", async () => {
    const panel = new Panel();
    for (const phase of ["checking", "stopping"] as const) {
      const each = new Panel();
      const outcome = await restart(each, phase, () => each.fixture.cancelling.abort());
      assert.deepEqual(outcome, { kind: "failed", failure: { kind: "cancelled" } }, phase);
      assert.deepEqual(each.sent, []);
    }
    Object.assign(panel, { pids: [], listening: [] });
    const outcome = await restart(panel, "starting", () => panel.fixture.cancelling.abort());
    assert.deepEqual(outcome, { kind: "failed", failure: { kind: "cancelled" } });
    assert.deepEqual(panel.sent, []);
  });

  it("says that a person has cancelled after the stop", async () => {
    const waiting = new Panel();
    const cancel = () => waiting.fixture.cancelling.abort();
    assert.deepEqual(await restart(waiting, "awaitingStop", cancel), { kind: "halfway", why: "stopLeft" });
    const starting = new Panel();
    const later = () => starting.fixture.cancelling.abort();
    assert.deepEqual(await restart(starting, "starting", later), { kind: "halfway", why: "leftStopped" });
    const looking = new Panel();
    looking.onLook = (look) => {
      if (look === 3) looking.fixture.cancelling.abort();
    };
    assert.deepEqual(await looking.fixture.run(), { kind: "halfway", why: "leftStopped" });
    for (const { sent } of [waiting, starting, looking]) assert.deepEqual(sent, ["java.stop"]);
    const verifying = new Panel();
    const last = () => verifying.fixture.cancelling.abort();
    const outcome = { kind: "sent", why: "stopped", evidence: undefined };
    assert.deepEqual(await restart(verifying, "verifying", last), outcome);
  });

  it("shows the last row if it was not started again", async () => {
    const pidsShown = ({ fixture }: Panel) => fixture.finished[0]?.rows?.map((seen) => (seen as JavaProject).pids);
    const running = new Panel();
    running.stopsAfter = Infinity;
    await running.fixture.run(shown);
    assert.deepEqual(pidsShown(running), [[1]]);
    const refused = new Panel();
    refused.answer("java.start", REJECTED);
    await refused.fixture.run(shown);
    assert.equal(pidsShown(refused), undefined);
  });

  it("takes a reused process id with a later start time for a new process", async () => {
    const panel = new Panel();
    panel.started = { pids: [1], listening: [PORT] };
    panel.fixture.onPhase = (phase) => {
      if (phase === "starting") panel.fixture.calls.processes.begun.delete(1);
    };
    assert.deepEqual(await panel.fixture.run(), { kind: "done", evidence: PID("1") });
    const same = new Panel();
    same.started = { pids: [1], listening: [PORT] };
    assert.deepEqual(await same.fixture.run(), { kind: "sent", why: "timedOut", evidence: PID("1") });
  });
});

describe("the action runner, if the panel refuses because of the wanted state", () => {
  it("says so after two equal looks, whatever the message", async () => {
    const panel = new Panel();
    panel.pids = [];
    panel.answer("java.start", { kind: "rejected", message: "项目已启动" });
    panel.fixture.onPhase = (phase) => {
      if (phase === "sending") panel.pids = [5];
    };
    assert.deepEqual(await panel.fixture.run({ verb: "start" }), { kind: "already", why: "refused" });
    assert.equal(panel.fixture.finished[0]?.rows?.length, 1);
  });

  it("fails if the state differs or does not last", async () => {
    for (const seen of [[[], []], [[5], []], [[5], [6]], [undefined]] as const) {
      const panel = new Panel();
      panel.pids = [];
      panel.answer("java.start", { kind: "rejected", message: "项目已启动" });
      panel.onLook = (look) => {
        if (look > 1) panel.pids = seen[look - 2];
      };
      const failure = { kind: "rejected", message: "项目已启动" };
      assert.deepEqual(await panel.fixture.run({ verb: "start" }), { kind: "failed", failure });
    }
  });

  it("does not look if the panel did not answer", async () => {
    const panel = new Panel();
    panel.pids = [];
    panel.answer("java.start", TIMEOUT);
    assert.equal((await panel.fixture.run({ verb: "start" })).kind, "failed");
    assert.equal(panel.fixture.calls.count("java.list"), 1);
  });
});
