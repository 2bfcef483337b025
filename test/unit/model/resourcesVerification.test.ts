import assert from "node:assert/strict";
import { container } from "../../../src/model/resources/container.ts";
import { javaProject } from "../../../src/model/resources/javaProject.ts";
import type { AnyVerification, Verdict } from "../../../src/model/resource.ts";
import { failureOf } from "../../../src/panel/failure.ts";
import type { JavaProject } from "../../../src/panel/operations/java.ts";
import type { ResultOf } from "../../../src/panel/operations/table.ts";
import { FakeCalls, failing } from "../fakes/fakeCall.ts";
import { javaRow, listOf } from "../fakes/rows.ts";

const TARGET = { key: "demo", label: "demo" };

type Seen = Partial<JavaProject> | undefined;

/** The verdicts on what is seen, one for each second unless told otherwise; the first is from before the action. */
async function verdicts(verb: "restart" | "start" | "stop", seen: readonly Seen[], times?: readonly number[]) {
  const calls = new FakeCalls({});
  const show = (row: Seen) => {
    calls.handlers = { "java.list": () => listOf(row === undefined ? [] : [javaRow({ name: "demo", ...row })]) };
  };
  const [before, ...since] = seen;
  show(before);
  const running = await ruleOf(javaProject.actions[verb]?.verification).begin(calls.callFor(), TARGET);
  const found: Verdict[] = [];
  for (const [index, row] of since.entries()) {
    show(row);
    found.push((await running.check(calls.callFor(), times?.[index] ?? (index + 1) * 1_000)).verdict);
  }
  return found;
}

function ruleOf(rule: AnyVerification | undefined): AnyVerification {
  assert.ok(rule !== undefined);
  return rule;
}

const old = { pids: [1], listening: [8080] };
const worker = { pids: [1], listening: [] };
const stopped = { pids: [], listening: [] };

describe("verification of a Java project", () => {
  for (const verb of ["restart", "start"] as const) {
    it(`${verb}: a new process that listens is done`, async () => {
      assert.deepEqual(await verdicts(verb, [old, stopped, { pids: [2], listening: [8080] }]), ["pending", "done"]);
      assert.deepEqual(await verdicts(verb, [stopped, { pids: [2], listening: [9] }]), ["done"]);
    });

    it(`${verb}: the old process is not done, however long it listens`, async () => {
      assert.deepEqual(await verdicts(verb, [old, old, old], [1_000, 60_000]), ["pending", "pending"]);
      assert.deepEqual(await verdicts(verb, [worker, worker, worker], [1_000, 60_000]), ["pending", "pending"]);
    });

    it(`${verb}: it is not done while one of the old processes is left`, async () => {
      const before = { pids: [1, 2], listening: [8080] };
      const half = { pids: [2, 3], listening: [8080] };
      assert.deepEqual(await verdicts(verb, [before, half, { ...half, pids: [3] }]), ["pending", "done"]);
    });

    it(`${verb}: a new process that does not listen is pending where the old one did`, async () => {
      const silent = { pids: [2], listening: [] };
      assert.deepEqual(await verdicts(verb, [old, silent, silent], [1_000, 60_000]), ["pending", "pending"]);
      const unsaid = { pids: [2], listening: undefined };
      assert.deepEqual(await verdicts(verb, [old, unsaid, unsaid], [1_000, 60_000]), ["pending", "pending"]);
    });

    it(`${verb}: a worker without a port is done when its new process has stayed for ten seconds`, async () => {
      const now = { pids: [2], listening: [] };
      assert.deepEqual(await verdicts(verb, [worker, now, now, now], [500, 10_499, 10_500]), [
        "pending",
        "pending",
        "done",
      ]);
      assert.deepEqual(await verdicts(verb, [stopped, now, now], [0, 10_000]), ["pending", "done"]);
    });

    it(`${verb}: the ten seconds begin anew with each other process, and when there is none`, async () => {
      const now = (pid: number) => ({ pids: [pid], listening: [] });
      const found = await verdicts(
        verb,
        [worker, now(2), now(3), now(3), stopped, now(3), now(3), now(3)],
        [0, 9_000, 18_999, 19_000, 20_000, 29_999, 30_000],
      );
      assert.deepEqual(found, [...Array.from({ length: 6 }, () => "pending"), "done"]);
    });

    it(`${verb}: a process that is seen for the first time after long has not stayed`, async () => {
      const now = (pid: number) => ({ pids: [pid], listening: [] });
      assert.deepEqual(await verdicts(verb, [worker, now(2), now(3)], [0, 15_000]), ["pending", "pending"]);
    });

    it(`${verb}: a project that is gone or has no process is pending`, async () => {
      assert.deepEqual(await verdicts(verb, [old, undefined, stopped, {}]), ["pending", "pending", "pending"]);
    });

    it(`${verb}: nothing is known where the panel did not tell the processes before`, async () => {
      assert.deepEqual(await verdicts(verb, [{ listening: [8080] }, old, old], [1_000, 60_000]), [
        "pending",
        "pending",
      ]);
      assert.deepEqual(await verdicts(verb, [{}, worker, worker], [1_000, 60_000]), ["pending", "pending"]);
    });
  }

  it("stop: done when no process is left", async () => {
    assert.deepEqual(await verdicts("stop", [old, old, { pids: [1] }, stopped]), ["pending", "pending", "done"]);
    assert.deepEqual(await verdicts("stop", [{ pids: [1, 2] }, { pids: [2] }, stopped]), ["pending", "done"]);
  });

  it("stop: not done where the panel does not tell", async () => {
    assert.deepEqual(await verdicts("stop", [old, {}, { listening: [] }]), ["pending", "pending"]);
    assert.deepEqual(await verdicts("stop", [old, undefined]), ["pending"]);
  });

  it("tells the new pid", async () => {
    const calls = new FakeCalls({ "java.list": () => listOf([javaRow({ name: "demo", pids: [7, 8] })]) });
    const check = async (verb: "restart" | "start" | "stop") => {
      const running = await ruleOf(javaProject.actions[verb]?.verification).begin(calls.callFor(), TARGET);
      return (await running.check(calls.callFor(), 0)).evidence;
    };
    assert.deepEqual(await check("restart"), { name: "pid", value: "7, 8" });
    assert.deepEqual(await check("start"), { name: "pid", value: "7, 8" });
    assert.equal(await check("stop"), undefined);
    calls.handlers = { "java.list": () => listOf([]) };
    assert.equal(await check("restart"), undefined);
  });

  it("looks at further pages for a project, and only as far as there are any", async () => {
    const full = Array.from({ length: 200 }, (_, index) => javaRow({ name: `p${index}` }));
    const begin = async (pages: readonly (readonly JavaProject[])[]) => {
      const calls = new FakeCalls({
        "java.list": ({ page }) => ({ ...listOf(pages[page - 1] ?? []), total: undefined }),
      });
      const { existed } = await ruleOf(javaProject.actions.stop?.verification).begin(calls.callFor(), TARGET);
      return { existed, calls: calls.made };
    };
    const asked = (page: number) => ["java.list", { page, limit: 200 }];
    assert.deepEqual(await begin([full, [javaRow({ name: "demo" })]]), { existed: true, calls: [asked(1), asked(2)] });
    assert.deepEqual(await begin([full, full.slice(1)]), { existed: false, calls: [asked(1), asked(2)] });
    assert.deepEqual(await begin([[javaRow({ name: "demo" })], full]), { existed: true, calls: [asked(1)] });
  });

  it("counts rows that cannot be read when it looks for the end of the list", async () => {
    const unreadable = [{ index: 0, fields: ["pid"] }];
    const first = Array.from({ length: 199 }, () => javaRow());
    const calls = new FakeCalls({
      "java.list": ({ page }) =>
        page === 1 ? { rows: first, unreadable, total: 201 } : listOf([javaRow({ name: "demo" })], 201),
    });
    const { existed } = await ruleOf(javaProject.actions.stop?.verification).begin(calls.callFor(), TARGET);
    assert.equal(existed, true);
  });

  it("ends with a panel that answers the same page for ever", async () => {
    const full = Array.from({ length: 200 }, (_, index) => javaRow({ name: `p${index}` }));
    const callsFor = async (total: number | undefined) => {
      const calls = new FakeCalls({ "java.list": () => ({ ...listOf(full), total }) });
      const { existed } = await ruleOf(javaProject.actions.stop?.verification).begin(calls.callFor(), TARGET);
      assert.equal(existed, false);
      return calls.made.length;
    };
    assert.deepEqual([await callsFor(200), await callsFor(201), await callsFor(undefined)], [1, 2, 50]);
  });
});

describe("verification of a container", () => {
  const rule = () => ruleOf(container.actions.restart?.verification);
  const info = (startedAt: string | undefined, running = true): ResultOf<"container.info"> => ({
    id: "b3081bed56361478955f",
    name: "web",
    status: "running",
    running,
    startedAt,
  });

  async function verdict(before: ResultOf<"container.info">, after: ResultOf<"container.info">): Promise<Verdict> {
    const calls = new FakeCalls({ "container.info": () => before });
    const running = await rule().begin(calls.callFor(), TARGET);
    calls.handlers = { "container.info": () => after };
    return (await running.check(calls.callFor(), 1_000)).verdict;
  }

  it("is done when it started at another time and runs", async () => {
    assert.equal(await verdict(info("t1"), info("t2")), "done");
    assert.equal(await verdict(info("t1"), info("t1")), "pending");
    assert.equal(await verdict(info("2026-11-21T01:16:36.512345678Z"), info("2026-11-21T01:16:36.512345679Z")), "done");
  });

  it("is judged by what was seen last", async () => {
    const calls = new FakeCalls({ "container.info": () => info("t1") });
    const running = await rule().begin(calls.callFor(), TARGET);
    const seen = [info("t1"), info("t2"), info("t3", false)];
    const found: Verdict[] = [];
    for (const [index, after] of seen.entries()) {
      calls.handlers = { "container.info": () => after };
      found.push((await running.check(calls.callFor(), index * 1_000)).verdict);
    }
    assert.deepEqual(found, ["pending", "done", "failed"]);
  });

  it("has gone wrong when it started and does not run", async () => {
    assert.equal(await verdict(info("t1"), info("t2", false)), "failed");
    assert.equal(await verdict(info("t1", false), info("t1", false)), "pending");
  });

  it("is pending where the panel does not tell", async () => {
    assert.equal(await verdict(info("t1"), info(undefined)), "pending");
    assert.equal(await verdict(info(undefined), info("t1")), "pending");
    assert.equal(await verdict(info("t1"), { ...info("t2"), running: undefined }), "pending");
  });

  it("asks for the container, and tells which one it was", async () => {
    const calls = new FakeCalls({ "container.info": () => info("t1") });
    const running = await rule().begin(calls.callFor(), TARGET);
    assert.equal(running.existed, true);
    assert.deepEqual(calls.made, [["container.info", { container: "demo" }]]);
    const { evidence } = await running.check(calls.callFor(), 0);
    assert.deepEqual(evidence, { name: "id", value: "b3081bed5636" });
  });

  it("takes the panel's own words for a container that is gone, and nothing else", async () => {
    const calls = new FakeCalls({ "container.info": failing({ kind: "rejected", message: "No such container: x" }) });
    assert.equal((await rule().begin(calls.callFor(), TARGET)).existed, false);
    calls.handlers = { "container.info": failing({ kind: "page", status: 404 }) };
    await assert.rejects(rule().begin(calls.callFor(), TARGET), (error) => failureOf(error)?.kind === "page");
    calls.handlers = { "container.info": () => Promise.reject(new TypeError("a defect")) };
    await assert.rejects(rule().begin(calls.callFor(), TARGET), TypeError);
  });
});
