import assert from "node:assert/strict";
import { placeOf, TargetClaims } from "../../../src/actions/targetClaims.ts";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { Verb } from "../../../src/resources/verbs.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import type { Handlers } from "../../fakes/fakeCall.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { javaRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { settled, SteppedClock } from "../../fakes/steppedClock.ts";
import { issued, obedient, old, showing } from "./javaPanel.ts";

describe("the action runners of two windows", () => {
  it("act on one target one after another", async () => {
    const handlers = obedient("demo", "shop");
    const files = memoryFiles();
    const [first, second] = [new RunnerFixture(handlers, 60_000, files), new RunnerFixture(handlers, 60_000, files)];
    const meanwhile: Promise<unknown>[] = [];
    const others: string[] = [];
    first.onPhase = (phase) => {
      if (phase !== "sending") return;
      const note = async (key: string) => others.push((await second.run({ target: { key, label: key } })).kind);
      meanwhile.push(note("demo").then(() => note("shop")));
    };
    first.calls.handlers = {
      ...handlers,
      "java.restart": async (params) => {
        await Promise.all(meanwhile);
        return handlers["java.restart"]?.(params) ?? issued();
      },
    };
    assert.equal((await first.run()).kind, "done");
    assert.deepEqual(others, ["busy", "done"]);
    assert.equal((await second.run()).kind, "done");
  });

  it("act one after another on a container that one knows by id and the other by name", async () => {
    const id = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";
    const seen = { id, name: "web-proxy", status: "running", running: true, ports: [] };
    let restarts = 0;
    const handlers: Handlers = {
      "container.info": () => ({ ...seen, startedAt: String(restarts) }),
      "container.restart": () => {
        restarts += 1;
        return { msg: undefined };
      },
    };
    const names = ["web-proxy", id, id.slice(0, 12)];
    for (const [mine, others] of names.flatMap((key) => names.map((other) => [key, other] as const))) {
      const files = memoryFiles();
      const [first, second] = [new RunnerFixture(handlers, 9_000, files), new RunnerFixture(handlers, 9_000, files)];
      const run = async ({ request, runner }: RunnerFixture, key: string) =>
        (await runner.run({ ...request, kind: "container", target: { key, label: key } })).kind;
      let meanwhile: string | undefined;
      first.calls.handlers = {
        ...handlers,
        "container.restart": async (params) => {
          meanwhile = await run(second, others);
          return handlers["container.restart"]?.(params) ?? issued();
        },
      };
      restarts = 0;
      const ended = [await run(first, mine), meanwhile];
      assert.deepEqual([ended, restarts], [["done", "busy"], 1], `${mine}, ${others}`);
      assert.equal(await run(second, others), "done");
      assert.deepEqual(await files.list("/data/claims"), []);
    }
  });

  it("do not both withdraw if they begin at once", async () => {
    const files = memoryFiles();
    const { request, cancelling } = new RunnerFixture({});
    const claim = async () => {
      const claims = new TargetClaims({ root: "/data", clock: new SteppedClock({ speed: 1 }), files });
      return (await claims.claim(request, cancelling.signal)) !== undefined;
    };
    assert.deepEqual((await Promise.all([claim(), claim()])).toSorted(), [false, true]);
  });

  it("send nothing if the claim cannot be written", async () => {
    const files = memoryFiles();
    const create = () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
    const window = new RunnerFixture(showing([old]), 60_000, { ...files, create });
    const failure = { kind: "storage", problem: "fileFailed", code: "ENOSPC" } as const;
    assert.deepEqual(await window.run(), { kind: "failed", failure });
    assert.deepEqual(window.calls.made, []);
  });

  it("leave no part of an unwritten entry behind", async () => {
    const files = memoryFiles();
    const create: typeof files.create = async (path, text) => {
      await files.create(path, text.slice(0, 20));
      if (text !== "") throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    const window = new RunnerFixture(obedient("demo"), 60_000, { ...files, create });
    assert.equal((await window.run()).kind, "failed");
    assert.deepEqual(await files.list("/data/pending"), []);
  });

  it("send nothing after their window has closed, even if an entry was being written", async () => {
    const files = memoryFiles();
    const written = Promise.withResolvers<void>();
    const create: typeof files.create = async (path, text) => {
      if (text !== "") await written.promise;
      await files.create(path, text);
    };
    const window = new RunnerFixture(obedient("demo"), 60_000, { ...files, create }, new SteppedClock());
    const run = window.run();
    await settled();
    await window.runner.close();
    written.resolve();
    assert.equal((await run).kind, "failed");
    assert.deepEqual([window.calls.count("java.restart"), await files.list("/data/pending")], [0, []]);
  });

  it("free a target whose outcome cannot be recorded", async () => {
    const files = memoryFiles();
    const window = new RunnerFixture(obedient("demo"), 60_000, files);
    window.finished.push = () => {
      throw new TypeError("ours");
    };
    await assert.rejects(window.run(), TypeError);
    const [left = ""] = await files.list("/data/pending");
    assert.match(left, /\.abandoned$/, "another look shows it");
    Reflect.deleteProperty(window.finished, "push");
    assert.equal((await window.run()).kind, "done");
  });

  it("free a target after a failure", async () => {
    const window = new RunnerFixture({
      "java.list": () => {
        throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
      },
    });
    assert.deepEqual([(await window.run()).kind, (await window.run()).kind], ["failed", "failed"]);
  });

  it("respect the claim of a dead window for half a minute", async () => {
    const files = memoryFiles();
    const handlers = obedient("demo");
    const dead = new RunnerFixture(handlers, 60_000, { ...files, remove: () => Promise.reject(new Error("dead")) });
    assert.equal((await dead.run()).kind, "done");
    const window = new RunnerFixture(handlers, 60_000, files);
    assert.equal((await window.run()).kind, "busy");
    await window.clock.sleep(30_000, new AbortController().signal);
    assert.equal((await window.run()).kind, "done");
  });

  it("respect a renewed claim, and remove its files", async () => {
    const files = memoryFiles();
    const clock = new SteppedClock();
    const { request, cancelling } = new RunnerFixture({});
    const [first, second] = [0, 1].map(() => new TargetClaims({ root: "/data", clock, files }));
    assert.ok(first && second);
    const release = await first.claim(request, cancelling.signal);
    for (let minute = 0; minute < 5; minute += 1) {
      await clock.pass(60_000);
      const other: Promise<unknown> = second.claim(request, cancelling.signal);
      await clock.pass(1_000);
      assert.equal(await other, undefined, `after ${minute + 1} minutes`);
      assert.ok((await files.list("/data/claims")).length <= 2);
    }
    await release?.release(true);
    assert.deepEqual(await files.list("/data/claims"), []);
    assert.notEqual(await second.claim(request, cancelling.signal), undefined);
  });

  it("keep a claim that could not be renewed once", async () => {
    const files = memoryFiles();
    const clock = new SteppedClock();
    const { request, cancelling } = new RunnerFixture({});
    let isFull = false;
    const create: typeof files.create = (path, text) =>
      isFull ? Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })) : files.create(path, text);
    const acting = new TargetClaims({ root: "/data", clock, files: { ...files, create } });
    const release = await acting.claim(request, cancelling.signal);
    isFull = true;
    await clock.pass(15_000);
    isFull = false;
    await clock.pass(45_000);
    const other: Promise<unknown> = new TargetClaims({ root: "/data", clock, files }).claim(request, cancelling.signal);
    await clock.pass(1_000);
    assert.equal(await other, undefined);
    await release?.release(true);
    assert.deepEqual([await files.list("/data/claims"), clock.sleeping], [[], 0]);
  });

  it("show the actions of other windows while they watch", async () => {
    const files = memoryFiles();
    const clock = new SteppedClock();
    const { request, cancelling } = new RunnerFixture({});
    const { panel, kind, target } = request;
    let changed: () => void = () => undefined;
    let watching = 0;
    const watchDirectory = ({ onChange }: { readonly onChange: () => void }) => {
      changed = onChange;
      watching += 1;
      return { dispose: () => void (watching -= 1) };
    };
    const messages: (Verb | undefined)[] = [];
    const onChange = (places: ReadonlySet<string>) => {
      assert.deepEqual([...places], [placeOf(panel, kind)]);
      messages.push(seeing.pendingVerbAt(panel, kind)?.(target.key));
    };
    const done: (readonly string[])[] = [];
    const onOthersDone = (places: ReadonlySet<string>) => void done.push([...places]);
    const seeing = new TargetClaims({ root: "/data", clock, files, watchDirectory, onChange, onOthersDone });
    const acting = new TargetClaims({ root: "/data", clock, files });
    const first = await acting.claim(request, cancelling.signal);
    assert.equal(seeing.pendingVerbAt(panel, kind)?.(target.key), undefined);
    seeing.setVisible(true);
    seeing.setVisible(true);
    await settled();
    assert.deepEqual([messages, watching], [["restart"], 1]);
    assert.equal(seeing.pendingVerbAt(panel, kind)?.("another"), undefined);
    assert.equal(seeing.pendingVerbAt(panel, "site"), undefined, "nobody asks for each row");
    await first?.release(true);
    changed();
    await settled();
    assert.deepEqual(messages, ["restart", undefined]);
    assert.deepEqual(done, [[placeOf(panel, kind)]]);

    let isDead = false;
    const create = (path: string, text: string) =>
      isDead ? Promise.reject(new Error("dead")) : files.create(path, text);
    const dying = new TargetClaims({ root: "/data", clock, files: { ...files, create } });
    await dying.claim({ ...request, verb: "stop" }, cancelling.signal);
    changed();
    await settled();
    assert.equal(messages.at(-1), "stop");
    await clock.pass(60_000);
    assert.equal(messages.at(-1), "stop");
    isDead = true;
    await clock.pass(40_000);
    assert.equal(messages.at(-1), undefined);
    assert.equal(messages.length, 4);
    assert.equal(done.length, 2);

    seeing.setVisible(false);
    await settled();
    assert.equal(watching, 0);
  });

  it("claim all projects that share a server, and free them together", async () => {
    const files = memoryFiles();
    const clock = new LeapingClock();
    const [one, other] = [0, 1].map(() => new TargetClaims({ root: "/data", clock, files }));
    assert.ok(one !== undefined && other !== undefined);
    const { request, cancelling } = new RunnerFixture({});
    const rows = ["demo", "shop", "api"].map((name) => javaRow({ name, type: name === "api" ? "duli" : "neizhi" }));
    const on = (key: string): ActionRequest => ({
      ...request,
      target: { key, label: key },
      row: rows.find(({ name }) => name === key),
      rows,
    });
    const pendingVerb = () =>
      ["demo", "shop", "api"].map((key) => one.pendingVerbAt(request.panel, request.kind)?.(key));
    const release = await one.claim(on("demo"), cancelling.signal);
    assert.deepEqual(pendingVerb(), ["restart", "restart", undefined]);
    for (const claims of [one, other]) assert.equal(await claims.claim(on("shop"), cancelling.signal), undefined);
    const free = await other.claim(on("api"), cancelling.signal);
    await free?.release(true);
    await release?.release(true);
    assert.deepEqual(pendingVerb(), [undefined, undefined, undefined]);
    const busy = await other.claim({ ...on("shop"), row: undefined }, cancelling.signal);
    assert.equal(await one.claim(on("demo"), cancelling.signal), undefined);
    assert.deepEqual(pendingVerb(), [undefined, undefined, undefined]);
    await busy?.release(true);
    assert.deepEqual(await files.list("/data/claims"), []);
  });

  it("show their own actions at once", async () => {
    const { request, cancelling } = new RunnerFixture({});
    const { panel, kind, target } = request;
    let changes = 0;
    const files = memoryFiles();
    const claims = new TargetClaims({
      root: "/data",
      clock: new SteppedClock(),
      files,
      onChange: () => (changes += 1),
      onOthersDone: () => assert.fail("nobody else did anything"),
    });
    const claiming = claims.claim(request, cancelling.signal);
    assert.equal(claims.pendingVerbAt(panel, kind)?.(target.key), "restart");
    const release = await claiming;
    assert.equal(await claims.claim(request, cancelling.signal), undefined);
    await release?.release(true);
    assert.deepEqual([claims.pendingVerbAt(panel, kind)?.(target.key), changes], [undefined, 2]);
  });

  it("show nothing of other windows while claims are unreadable, and report that once", async () => {
    const files = memoryFiles();
    const clock = new SteppedClock();
    const { request, cancelling } = new RunnerFixture({});
    const { panel, kind, target } = request;
    let isBroken = false;
    const list: typeof files.list = (directory) =>
      isBroken ? Promise.reject(Object.assign(new Error("full"), { code: "EMFILE" })) : files.list(directory);
    const failures: unknown[] = [];
    const seeing = new TargetClaims({
      root: "/data",
      clock,
      files: { ...files, list },
      watchDirectory: () => ({ dispose: () => undefined }),
      onFailure: (error) => failures.push(error),
    });
    const acting = new TargetClaims({ root: "/data", clock, files });
    const release = await acting.claim(request, cancelling.signal);
    seeing.setVisible(true);
    await settled();
    const seen = () => seeing.pendingVerbAt(panel, kind)?.(target.key);
    assert.equal(seen(), "restart");
    isBroken = true;
    await clock.pass(20_000);
    assert.deepEqual([seen(), failures.length], [undefined, 1]);
    isBroken = false;
    await clock.pass(5_000);
    assert.equal(seen(), "restart");
    await release?.release(true);
    await clock.pass(5_000);
    assert.equal(seen(), undefined);
    seeing.dispose();
  });

  it("do not renew a claim that expired while their process was stopped", async () => {
    const files = memoryFiles();
    const [stopped, clock] = [new SteppedClock(), new SteppedClock()];
    const { request, cancelling } = new RunnerFixture({});
    const asleep = new TargetClaims({ root: "/data", clock: stopped, files });
    await asleep.claim(request, cancelling.signal);
    await clock.pass(31_000);
    const other = new TargetClaims({ root: "/data", clock, files });
    const release = await other.claim(request, cancelling.signal);
    assert.notEqual(release, undefined);
    await stopped.standStill(60_000);
    await clock.pass(60_000);
    await release?.release(true);
    assert.deepEqual(await files.list("/data/claims"), []);
  });
});
