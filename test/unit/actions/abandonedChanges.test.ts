import assert from "node:assert/strict";
import type { ActionPanel, ActionRequest } from "../../../src/actions/actionRequest.ts";
import { ActionRunner, type ActionRecord, type Finished } from "../../../src/actions/actionRunner.ts";
import { AbandonedChanges } from "../../../src/actions/abandonedChanges.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { TargetClaims } from "../../../src/actions/targetClaims.ts";
import { demoIds } from "../../../src/panels/isDemo.ts";
import type { FileSystem } from "../../../src/storage/fileSystem.ts";
import type { Clock } from "../../../src/storage/ports.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { OperationId, ParamsOf, ResultOf } from "../../../src/wire/operations/operations.ts";
import { FakeCalls, failing, type Handlers } from "../../fakes/fakeCall.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { javaRow, listOf, siteRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { settled, SteppedClock } from "../../fakes/steppedClock.ts";

const ADDRESS = "https://192.0.2.1:8888";
const LEASE_MS = 30_000;
const DAY_MS = 86_400_000;
const STOPPED: Outcome = { kind: "halfway", why: "abandoned" };

/** A panel without a restart: a running project is stopped and started. */
class Panel {
  pids: readonly number[] = [1];
  address = ADDRESS;
  id = "p1";
  isRemoved = false;
  /** The failure of every call. */
  failure: PanelFailure | undefined;
  /** Calls that have reached it. */
  asked = 0;
  /** Changes that have reached it. */
  readonly sent: OperationId[] = [];
  readonly become = (pids: readonly number[]) => {
    this.pids = pids;
    return { msg: undefined };
  };
  readonly calls = new FakeCalls({
    "java.list": () => listOf([javaRow({ name: "demo", pids: this.pids, listening: [8080], port: "8080" })]),
    "java.stop": () => this.become([]),
    "java.start": () => this.become([2]),
  });

  constructor() {
    this.calls.lacks = ["java.restart"];
  }
}

const READS: readonly OperationId[] = ["java.list", "file.text"];

/** A window that can die at any moment, after which nothing of it returns. */
class Window {
  readonly finished: ActionRecord[] = [];
  readonly messages: (readonly [Finished, number])[] = [];
  /** The steps that are left to it: calls, writes and reads. */
  steps = Infinity;
  /** Whether defects are expected. */
  isDefective = false;
  /** Called before each call to the panel. */
  onCall: (id: OperationId) => void = () => undefined;
  readonly claims: TargetClaims;
  readonly runner: ActionRunner;
  readonly abandoned: AbandonedChanges;
  readonly #panel: Panel;

  constructor(panel: Panel, files: FileSystem, clock: Clock) {
    this.#panel = panel;
    const own: Clock = { ...forwardedClock(clock), sleep: (ms, signal) => this.#alive(() => clock.sleep(ms, signal)) };
    const parts = {
      clock: own,
      claims: new TargetClaims({ root: "/data", clock: own, files: this.#mortal(files) }),
      waitMs: () => 10_000,
      onFinished: async (record: ActionRecord) => this.#alive(async () => void this.finished.push(record)),
      onDefect: (error: unknown) => assert.ok(this.isDefective, String(error)),
    };
    this.claims = parts.claims;
    this.runner = new ActionRunner({
      ...parts,
      confirm: async () => true,
      showProgress: (_requests, task) => task(new AbortController().signal, () => undefined),
    });
    this.abandoned = new AbandonedChanges({
      ...parts,
      panelOf: (id) => (panel.isRemoved || id !== panel.id ? undefined : this.request.panel),
      inspectProcedure: async () => undefined,
      show: (finished, notBegun) => this.messages.push([finished, notBegun]),
    });
  }

  get request(): ActionRequest {
    const { id, address, calls } = this.#panel;
    const callFor: ActionPanel["callFor"] = () => (operation, params) =>
      this.#alive(async () => {
        this.onCall(operation);
        return this.#alive(async () => this.#called(operation, params));
      });
    return {
      panel: { id, name: "Shop", address, guardLevel: "trusted", callFor, offers: calls.offers },
      kind: "javaProject",
      verb: "restart",
      target: { key: "demo", label: "demo" },
      row: javaRow({ name: "demo", pids: [1] }),
    };
  }

  /** Runs an action that may never end. */
  run(changes: Partial<ActionRequest> = {}): { readonly outcome: () => Outcome["kind"] | undefined } {
    let outcome: Outcome["kind"] | undefined;
    void this.runner.run({ ...this.request, ...changes }).then((ended) => (outcome = ended.kind));
    return { outcome: () => outcome };
  }

  die(): void {
    this.steps = 0;
  }

  get outcomes(): readonly Outcome[] {
    return this.messages.map(([{ outcome }]) => outcome);
  }

  async #called<Id extends OperationId>(id: Id, params: ParamsOf<Id>): Promise<ResultOf<Id>> {
    const { calls, sent, failure } = this.#panel;
    this.#panel.asked += 1;
    if (failure !== undefined) throw new PanelError(failure);
    if (!READS.includes(id)) sent.push(id);
    return calls.callFor()(id, params);
  }

  async #alive<T>(step: () => Promise<T>): Promise<T> {
    const never = new Promise<never>(() => undefined);
    this.steps -= 1;
    if (this.steps < 0) return never;
    const result = await step();
    return this.steps < 0 ? never : result;
  }

  #mortal(files: FileSystem): FileSystem {
    return Object.fromEntries(
      Object.entries(files).map(([name, method]) => [
        name,
        (...args: unknown[]) => this.#alive(() => (method as (...given: unknown[]) => Promise<unknown>)(...args)),
      ]),
    ) as unknown as FileSystem;
  }
}

const forwardedClock = (clock: Clock): Clock => ({
  wallTime: () => clock.wallTime(),
  monotonic: () => clock.monotonic(),
  sleep: (ms, signal) => clock.sleep(ms, signal),
  after: (ms, act) => clock.after(ms, act),
});

describe("a change whose window is gone", () => {
  let panel: Panel;
  let files: FileSystem;
  let clock: SteppedClock;
  beforeEach(() => {
    panel = new Panel();
    files = memoryFiles();
    clock = new SteppedClock();
  });

  const open = () => new Window(panel, files, clock);
  const begun = () => files.list("/data/pending");

  /** A window that dies as soon as it has sent this call of a restart. */
  async function killedAfter(operation: OperationId, changes: Partial<ActionRequest> = {}): Promise<Window> {
    const window = open();
    window.onCall = (id) => {
      // the panel still performs it
      if (id === operation) window.steps = 1;
    };
    window.run(changes);
    await clock.pass(5_000);
    assert.equal(panel.sent.at(-1), operation);
    assert.equal((await begun()).length, 1);
    return window;
  }

  /** A window that dies at its first look after this call was over; `step`: what the journal has then. */
  async function killedVerifying(
    operation: OperationId,
    changes: Partial<ActionRequest> = {},
    step = "verifying",
  ): Promise<void> {
    const window = open();
    let isSent = false;
    window.onCall = (id) => {
      if (isSent) window.die();
      isSent ||= id === operation;
    };
    window.run(changes);
    await clock.pass(5_000);
    assert.equal((await begun()).join().split(".").at(-1), step);
  }

  /** The next window, after its first look. */
  async function next(afterMs = LEASE_MS + 30_000): Promise<Window> {
    const window = open();
    window.abandoned.look();
    await clock.pass(afterMs);
    return window;
  }

  it("is in the journal before its first byte, and no longer than needed", async () => {
    const window = open();
    const seen: (readonly [OperationId, string])[] = [];
    const noting: Promise<void>[] = [];
    window.onCall = (id) => {
      if (!READS.includes(id))
        noting.push(begun().then(([file = ""]) => void seen.push([id, file.split(".")[3] ?? ""])));
    };
    const run = window.run();
    await clock.pass(10_000);
    await Promise.all(noting);
    assert.deepEqual(seen, [
      ["java.stop", "stopping"],
      ["java.start", "starting"],
    ]);
    assert.deepEqual([run.outcome(), await begun(), await files.list("/data/claims")], ["done", [], []]);
    assert.equal(window.finished.length, 1);
  });

  it("is not sent if the journal cannot be written", async () => {
    const create: FileSystem["create"] = (path, text) =>
      path.startsWith("/data/pending")
        ? Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }))
        : files.create(path, text);
    const window = new Window(panel, { ...files, create }, clock);
    const run = window.run();
    await clock.pass(5_000);
    assert.deepEqual([run.outcome(), panel.sent], ["failed", []]);
  });

  it("is reported once by the next window, which sends nothing, if its project was left stopped", async () => {
    await killedAfter("java.stop");
    const [one, other] = [open(), open()];
    for (const { abandoned } of [one, other]) abandoned.look();
    await clock.pass(LEASE_MS - 10_000);
    assert.deepEqual([one.messages, other.messages], [[], []], "it may live");
    await clock.pass(60_000);
    assert.deepEqual([...one.outcomes, ...other.outcomes], [STOPPED]);
    const [record, ...more] = [...one.finished, ...other.finished];
    assert.deepEqual([record?.verb, record?.target.label, record?.outcome, more], ["restart", "demo", STOPPED, []]);
    assert.equal(record?.rows?.length, 1);
    assert.deepEqual([panel.sent, await begun(), await files.list("/data/claims")], [["java.stop"], [], []]);
    assert.equal((await next()).messages.length, 0);
  });

  it("is still that of the agent that asked for it", async () => {
    for (const by of [{ client: "Claude Code" }, {}, undefined]) {
      await killedAfter("java.stop", by && { by });
      assert.deepEqual((await next()).finished.at(-1)?.by, by);
      panel.become([1]);
    }
  });

  it("can be started from the next window's notification", async () => {
    await killedAfter("java.stop");
    const window = await next();
    const [[{ request }] = assert.fail()] = window.messages;
    const run = window.run({ ...request, verb: "start", input: {} });
    await clock.pass(20_000);
    assert.deepEqual([run.outcome(), panel.pids], ["done", [2]]);
  });

  it("is reported as done if it is", async () => {
    await killedVerifying("java.start");
    const evidence = { name: "pid", value: "2" };
    assert.deepEqual((await next()).outcomes, [{ kind: "done", why: "abandoned", evidence }]);
  });

  it("is not reported as done if its window may have sent nothing, and somebody else did the same", async () => {
    const window = open();
    window.onCall = (id) => id === "java.stop" && window.die();
    window.run({ verb: "stop" });
    await clock.pass(5_000);
    assert.deepEqual(panel.sent, []);
    panel.become([]);
    const evidence = { name: "state", value: "stopped" };
    assert.deepEqual((await next()).outcomes, [{ kind: "uncertain", cause: undefined, why: "abandoned", evidence }]);
  });

  it("is not reported as done if it got no answer, and somebody else did the same while no window was open", async () => {
    const gateway = failing({ kind: "page", status: 502 });
    panel.calls.handlers = { ...panel.calls.handlers, "java.stop": gateway };
    await killedVerifying("java.stop", { verb: "stop" }, "sending");
    panel.become([]);
    const evidence = { name: "state", value: "stopped" };
    assert.deepEqual((await next()).outcomes, [{ kind: "uncertain", cause: undefined, why: "abandoned", evidence }]);
  });

  it("is reported with the present state if it is unknown whether it was sent", async () => {
    const window = open();
    window.onCall = (id) => id === "java.stop" && window.die();
    window.run();
    await clock.pass(5_000);
    assert.deepEqual(panel.sent, []);
    const evidence = { name: "state", value: "running" };
    assert.deepEqual((await next()).outcomes, [{ kind: "uncertain", cause: undefined, why: "abandoned", evidence }]);
  });

  it("is reported when its panel answers again, whatever the failure before", async () => {
    for (const failure of [
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "keyNeeded" },
      { kind: "refused", reason: "key" },
    ] as const) {
      panel = new Panel();
      await killedAfter("java.stop");
      panel.failure = failure;
      const window = await next(3_600_000);
      assert.deepEqual([window.messages, (await begun()).length], [[], 1]);
      assert.ok(panel.asked > 10 && panel.asked < 30, `${panel.asked} times, less and less often`);
      panel.failure = undefined;
      await clock.pass(360_000);
      assert.deepEqual([window.outcomes, await begun()], [[STOPPED], []]);
    }
  });

  it("is reported with each part of its website", async () => {
    const SHOP = siteRow({ id: 7, name: "shop.example.com", type: "PHP" });
    const other = siteRow({ id: 8, name: "other.example.com", type: "PHP" });
    const ftp = { id: 1, site: 7, name: "shop_ftp", user: undefined, server: undefined };
    const database = { ...ftp, name: "shop_db" };
    let sites = [SHOP, other];
    const parts: Handlers = {
      "site.list": () => listOf(sites),
      "site.ftpUsers": () => listOf(sites.includes(SHOP) ? [ftp] : []),
      // MySQL is down
      "site.databases": () => listOf([database]),
      "site.delete": () => {
        sites = [other];
        return { msg: undefined };
      },
    };
    panel.calls.handlers = { ...panel.calls.handlers, ...parts };
    const given = [
      { kind: "ftp", name: "shop_ftp" },
      { kind: "database", name: "shop_db" },
    ] as const;
    const target = { key: "7", label: "shop.example.com" };
    await killedVerifying("site.delete", { kind: "site", verb: "remove", row: SHOP, target, input: { with: given } });
    assert.deepEqual(sites, [other]);
    const after = [
      { ...given[0], state: "gone" },
      { ...given[1], state: "there" },
    ] as const;
    assert.deepEqual((await next()).outcomes, [{ kind: "done", evidence: undefined, why: "abandoned", parts: after }]);
  });

  it("is reported even if it cannot be recorded", async () => {
    await killedAfter("java.stop");
    const window = open();
    window.finished.push = () => {
      throw new TypeError("ours");
    };
    window.isDefective = true;
    window.abandoned.look();
    await clock.pass(LEASE_MS + 30_000);
    assert.deepEqual([window.outcomes, await begun()], [[STOPPED], []]);
  });

  it("is reported as unknown after a day, with the panel's failure", async () => {
    await killedAfter("java.stop");
    panel.failure = { kind: "keyNeeded" };
    const window = await next(DAY_MS + 600_000);
    const cause = panel.failure;
    assert.deepEqual(window.outcomes, [{ kind: "uncertain", why: "abandoned", evidence: undefined, cause }]);
    assert.deepEqual(await begun(), []);
  });

  it("is dropped a day after its panel was removed", async () => {
    await killedAfter("java.stop");
    panel.isRemoved = true;
    const { messages, finished } = await next(DAY_MS - 600_000);
    assert.deepEqual([messages, finished, (await begun()).length], [[], [], 1]);
    await clock.pass(1_200_000);
    assert.deepEqual([messages, finished, await begun()], [[], [], []]);
  });

  it("is not inspected at another address, which may be another server", async () => {
    await killedAfter("java.stop");
    panel.address = "https://192.0.2.2:8888";
    const { asked } = panel;
    assert.deepEqual((await next()).outcomes, [
      { kind: "uncertain", cause: undefined, why: "abandoned", evidence: undefined },
    ]);
    assert.equal(panel.asked, asked);
  });

  it("is reported at once if its window was closed, with the number of later ones", async () => {
    const window = open();
    panel.calls.handlers = { ...panel.calls.handlers, "java.stop": () => ({ msg: undefined }) };
    void window.runner.runAll(
      ["demo", "shop", "blog"].map((key) => ({ ...window.request, target: { key, label: key } })),
    );
    await clock.pass(2_000);
    const closing = window.runner.close();
    await clock.pass(4_000);
    await closing;
    window.die();
    panel.become([]);
    const later = await next(1_000);
    assert.deepEqual([later.outcomes, later.messages[0]?.[1]], [[STOPPED], 2]);
    assert.deepEqual([window.finished, panel.sent], [[], ["java.stop"]]);
  });

  it("is finished by a closing window if there is time", async () => {
    const window = open();
    let isDue = false;
    panel.calls.handlers = {
      ...panel.calls.handlers,
      "java.stop": () => {
        isDue = true;
        return { msg: undefined };
      },
    };
    window.run();
    await settled();
    assert.ok(isDue);
    const closing = window.runner.close();
    panel.become([]);
    await clock.pass(4_000);
    await closing;
    window.die();
    assert.deepEqual(panel.sent, ["java.stop", "java.start"]);
    const { messages } = await next(1_000);
    assert.ok(messages.every(([{ outcome }]) => outcome.kind === "done"));
  });

  it("is not begun by a closing window", async () => {
    const window = open();
    const closing = window.runner.close();
    const run = window.run();
    await clock.pass(5_000);
    await closing;
    assert.deepEqual([run.outcome(), panel.sent, await begun()], ["skipped", [], []]);
  });

  it("is left to a window that wakes from sleep", async () => {
    const answered = Promise.withResolvers<void>();
    const start = async () => {
      await answered.promise;
      return panel.become([2]);
    };
    panel.calls.handlers = { ...panel.calls.handlers, "java.start": start };
    const window = open();
    const run = window.run();
    await clock.pass(5_000);
    clock.setBy = 3_600_000;
    const other = open();
    other.abandoned.look();
    await clock.pass(60_000);
    assert.equal((await begun()).length, 1);
    answered.resolve();
    await clock.pass(20_000);
    assert.deepEqual([run.outcome(), other.messages, await begun()], ["done", [], []]);
  });

  it("is not in the journal for a demo panel, which ends with its window", async () => {
    panel.id = demoIds.aapanel;
    const window = open();
    window.onCall = (id) => id === "java.stop" && window.die();
    window.run();
    await clock.pass(5_000);
    assert.deepEqual(await begun(), []);
  });

  it("is left alone if it is unreadable, and dropped after a day", async () => {
    await killedAfter("java.stop");
    const [file = ""] = await begun();
    await files.remove(`/data/pending/${file}`);
    await files.create(`/data/pending/${file}`, '{"version":2}');
    const { messages } = await next(3_600_000);
    assert.deepEqual([messages, (await begun()).length], [[], 1]);
    await clock.pass(DAY_MS);
    assert.deepEqual(await begun(), []);
  });

  it("is recorded, but not reported, if an action on its target finds its outcome", async () => {
    await killedAfter("java.stop");
    const window = open();
    const { panel: shown } = new RunnerFixture({}).request;
    await window.abandoned.recordFound(shown, "javaProject", "other", STOPPED);
    assert.deepEqual([window.finished, (await begun()).length], [[], 1]);
    await window.abandoned.recordFound(shown, "javaProject", "demo", STOPPED);
    assert.deepEqual([window.finished.length, await begun()], [1, []]);
    window.abandoned.look();
    await clock.pass(60_000);
    assert.deepEqual(window.messages, []);
  });

  it("is recorded or reported exactly once, whenever its window closes", async () => {
    for (let closesAfter = 0; closesAfter < 6_000; closesAfter += 250) {
      panel = new Panel();
      files = memoryFiles();
      const window = open();
      const slowly = (pids: readonly number[]) => async () => {
        await clock.sleep(2_000, new AbortController().signal);
        return panel.become(pids);
      };
      panel.calls.handlers = { ...panel.calls.handlers, "java.stop": slowly([]), "java.start": slowly([2]) };
      window.run();
      await clock.pass(closesAfter);
      const closing = window.runner.close();
      await clock.pass(4_000);
      await closing;
      window.die();
      await clock.pass(4_000);
      const sent = [...panel.sent];
      const [one, other] = [await next(), await next()];
      const ids = new Set([...window.finished, ...one.finished, ...other.finished].map(({ id }) => id));
      assert.deepEqual([panel.sent, await begun()], [sent, []], `closed after ${closesAfter} ms`);
      assert.ok(sent.length === 0 || ids.size === 1, `closed after ${closesAfter} ms: ${ids.size}`);
      assert.ok(one.messages.length + other.messages.length <= 1);
    }
  });

  it("is reported exactly once, wherever its window dies after the first byte", async () => {
    let died = 0;
    for (let steps = 1; ; steps += 1) {
      panel = new Panel();
      files = memoryFiles();
      const window = open();
      window.steps = steps;
      const run = window.run();
      await clock.pass(20_000);
      if (run.outcome() !== undefined && window.steps >= 0) break;
      died += 1;
      const sent = [...panel.sent];
      const [one, other] = [await next(), await next()];
      const ids = new Set([...window.finished, ...one.finished, ...other.finished].map(({ id }) => id));
      assert.equal(ids.size, sent.length === 0 ? ids.size : 1, `died after ${steps} steps`);
      assert.ok(ids.size <= 1 && one.messages.length + other.messages.length <= 1);
      assert.deepEqual([panel.sent, await begun()], [sent, []], `died after ${steps} steps`);
      if (sent.length === 1) assert.deepEqual(one.outcomes, [STOPPED], `died after ${steps} steps`);
    }
    assert.ok(died > 15, `${died}`);
  });
});
