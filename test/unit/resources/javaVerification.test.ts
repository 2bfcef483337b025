import assert from "node:assert/strict";
import { javaProject } from "../../../src/resources/javaProject.ts";
import type { Verdict } from "../../../src/resources/resource.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import type { Listing } from "../../../src/wire/answers/listing.ts";
import type { JavaProject } from "../../../src/wire/operations/java.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { javaRow, listOf } from "../../fakes/rows.ts";
import { verifierOf } from "../../fakes/verifierOf.ts";

const TARGET = { key: "demo", label: "demo" };

type Seen = Partial<JavaProject> | undefined;

/** The verdicts on looks, one second apart by default; the first look is from before the action. */
async function verdicts(
  verb: "restart" | "start" | "stop",
  seen: readonly Seen[],
  times?: readonly number[],
  calls = new FakeCalls({}),
) {
  const show = (row: Seen) => {
    calls.handlers = { "java.list": () => listOf(row === undefined ? [] : [javaRow({ name: "demo", ...row })]) };
  };
  const [before, ...since] = seen;
  show(before);
  const running = await verifierOf(javaProject.actions[verb]?.verification, calls, TARGET);
  const found: Verdict[] = [];
  for (const [index, row] of since.entries()) {
    show(row);
    found.push((await running.check(calls.callFor(), times?.[index] ?? (index + 1) * 1_000)).verdict);
  }
  return found;
}

function ruleOf<Rule>(rule: Rule | undefined): Rule {
  assert.ok(rule !== undefined);
  return rule;
}

const old = { pids: [1], listening: [8080] };
const worker = { pids: [1], listening: [] };
const stopped = { pids: [], listening: [] };

describe("verification of a Java project", () => {
  for (const verb of ["restart", "start"] as const) {
    it(`${verb}: a new process is done after three seconds of listening`, async () => {
      const now = { pids: [2], listening: [8080] };
      const done = ["settling", "settling", "settling", "done"];
      assert.deepEqual(await verdicts(verb, [old, stopped, now, now, now, now]), ["pending", ...done]);
      assert.deepEqual(await verdicts(verb, [stopped, now, now, now, now]), done);
      // it listened, and then ended
      assert.deepEqual(await verdicts(verb, [old, now, now, stopped]), ["settling", "settling", "pending"]);
    });

    it(`${verb}: the old process is never done`, async () => {
      assert.deepEqual(await verdicts(verb, [old, old, old], [1_000, 60_000]), ["pending", "pending"]);
      assert.deepEqual(await verdicts(verb, [worker, worker, worker], [1_000, 60_000]), ["pending", "pending"]);
    });

    it(`${verb}: is not done while an old process is left`, async () => {
      const before = { pids: [1, 2], listening: [8080] };
      const half = { pids: [2, 3], listening: [8080] };
      assert.deepEqual(await verdicts(verb, [before, half, { ...half, pids: [3] }]), ["pending", "settling"]);
    });

    it(`${verb}: a child that has ended, which its program does not ask for, is no process`, async () => {
      const calls = new FakeCalls({});
      calls.processes.ended.add(3).add(4);
      const now = (...pids: number[]) => ({ pids, listening: [8080] });
      assert.deepEqual(await verdicts(verb, [old, now(2, 3), now(2), now(2, 3, 4), now(2, 4)], undefined, calls), [
        "settling",
        "settling",
        "settling",
        "done",
      ]);
      const gone = { pids: [3], listening: [] };
      assert.deepEqual(await verdicts(verb, [old, gone, gone], [1_000, 60_000], calls), ["pending", "pending"]);
    });

    it(`${verb}: a silent new process is pending if the old one listened`, async () => {
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

    it(`${verb}: the ten seconds begin again with another process, or after none`, async () => {
      const now = (pid: number) => ({ pids: [pid], listening: [] });
      const found = await verdicts(
        verb,
        [worker, now(2), now(3), now(3), stopped, now(3), now(3), now(3)],
        [0, 9_000, 18_999, 19_000, 20_000, 29_999, 30_000],
      );
      assert.deepEqual(found, [...Array.from({ length: 6 }, () => "pending"), "done"]);
    });

    it(`${verb}: a process that appears late has not stayed`, async () => {
      const now = (pid: number) => ({ pids: [pid], listening: [] });
      assert.deepEqual(await verdicts(verb, [worker, now(2), now(3)], [0, 15_000]), ["pending", "pending"]);
    });

    it(`${verb}: a missing project, or one without processes, is pending`, async () => {
      assert.deepEqual(await verdicts(verb, [old, undefined, stopped, {}]), ["pending", "pending", "pending"]);
    });

    it(`${verb}: is pending if a process was hidden before, or nobody knew of it`, async () => {
      for (const before of [{}, { listening: [8080] }, stopped, { pids: [4], listening: [8080] }]) {
        const hidden = new FakeCalls({});
        hidden.processes.begun.set(1, 5_000);
        assert.deepEqual(await verdicts(verb, [before, old, old], [1_000, 60_000], hidden), ["pending", "pending"]);
        assert.deepEqual(await verdicts(verb, [before, old, old], [1_000, 60_000]), ["settling", "done"]);
      }
    });

    it(`${verb}: one that has run for long is replaced by one that stays for ten seconds`, async () => {
      const calls = new FakeCalls({});
      calls.processes.begun.set(1, 5_000);
      const now = { pids: [2], listening: [8080] };
      const times = [0, 3_000, 9_999, 10_000];
      assert.deepEqual(await verdicts(verb, [old, now, now, now, now], times, calls), [
        "settling",
        "settling",
        "settling",
        "done",
      ]);
      // it listened, and has ended after 5.5 s
      const short = new FakeCalls({});
      short.processes.begun.set(1, 5_000);
      assert.deepEqual(await verdicts(verb, [old, now, now, stopped], [0, 5_000, 6_000], short), [
        "settling",
        "settling",
        "pending",
      ]);
    });

    it(`${verb}: nothing proves it where the server does not tell when processes began`, async () => {
      const calls = new FakeCalls({});
      calls.processes.isSilent = true;
      const now = { pids: [2], listening: [8080] };
      assert.deepEqual(await verdicts(verb, [old, now, now], [1_000, 60_000], calls), ["pending", "pending"]);
    });
  }

  it("waits for the project's own port, if it had that before or that is unknown", async () => {
    const one = (pid: number, ...listening: readonly number[]) => ({
      pids: [pid],
      listening: [...listening],
      port: "8080",
    });
    const management = [one(2, 9090), one(2, 9090, 8080)];
    assert.deepEqual(await verdicts("restart", [one(1, 8080), ...management]), ["pending", "settling"]);
    assert.deepEqual(await verdicts("start", [{ pids: [], port: "8080" }, ...management]), ["pending", "settling"]);
    // configured with a port that it does not use
    assert.deepEqual(await verdicts("restart", [one(1, 9090), one(2, 9090)]), ["settling"]);
    for (const port of ["", "none", undefined])
      assert.deepEqual(await verdicts("restart", [old, { ...one(2, 9), port }]), ["settling"]);
  });

  describe("on a panel that starts blindly", () => {
    const mortal = (pids: readonly number[], ...listening: readonly number[]) => ({
      pids,
      listening: [...listening],
      port: "8080",
      startsBlindly: true as const,
    });
    const before = mortal([1], 8080);
    const up = mortal([2], 8080);

    it("is done when it has been seen up for three seconds", async () => {
      const times = [1_000, 3_999, 4_000];
      assert.deepEqual(await verdicts("restart", [before, up, up, up], times), ["settling", "settling", "done"]);
    });

    it("waits anew for another process, or if it stopped listening", async () => {
      const times = [0, 2_000, 3_000, 5_000, 8_000];
      const other = mortal([3], 8080);
      assert.deepEqual(await verdicts("restart", [before, up, up, other, other, other], times), [
        "settling",
        "settling",
        "settling",
        "settling",
        "done",
      ]);
      const deaf = mortal([2]);
      assert.deepEqual(await verdicts("restart", [before, up, deaf, up, up, up], times), [
        "settling",
        "pending",
        "settling",
        "settling",
        "done",
      ]);
    });

    it("accepts a worker after a start if no port is configured", async () => {
      for (const port of ["", undefined]) {
        const silent = { ...mortal([2]), port };
        const found = await verdicts("start", [{ ...mortal([]), port }, silent, silent, silent], [0, 9_999, 10_000]);
        assert.deepEqual(found, ["pending", "pending", "done"]);
      }
    });

    it("does not take a silent process for a worker after a start", async () => {
      const silent = mortal([2]);
      assert.deepEqual(await verdicts("start", [mortal([]), silent, silent], [0, 60_000]), ["pending", "pending"]);
      assert.deepEqual(await verdicts("restart", [mortal([1]), silent, silent], [0, 10_000]), ["pending", "done"]);
    });
  });

  it("takes a process with the ID of the old one for new if it began later", async () => {
    const calls = new FakeCalls({ "java.list": () => listOf([javaRow({ name: "demo", ...old })]) });
    const running = await verifierOf(javaProject.actions.restart?.verification, calls, TARGET);
    const verdict = async (at: number) => (await running.check(calls.callFor(), at)).verdict;
    assert.equal(await verdict(0), "pending");
    calls.processes.begun.delete(1);
    assert.deepEqual([await verdict(1_000), await verdict(4_000)], ["settling", "done"]);
  });

  it("stop: is done without processes", async () => {
    assert.deepEqual(await verdicts("stop", [old, old, { pids: [1] }, stopped]), ["pending", "pending", "done"]);
    assert.deepEqual(await verdicts("stop", [{ pids: [1, 2] }, { pids: [2] }, stopped]), ["pending", "done"]);
  });

  it("stop: is not done if the panel sends no processes", async () => {
    assert.deepEqual(await verdicts("stop", [old, {}, { listening: [] }]), ["pending", "pending"]);
    assert.deepEqual(await verdicts("stop", [old, undefined]), ["pending"]);
  });

  it("has the new pid as evidence", async () => {
    const calls = new FakeCalls({ "java.list": () => listOf([javaRow({ name: "demo", pids: [7, 8] })]) });
    const check = async (verb: "restart" | "start" | "stop") => {
      const running = await verifierOf(javaProject.actions[verb]?.verification, calls, TARGET);
      return (await running.check(calls.callFor(), 0)).evidence;
    };
    assert.deepEqual(await check("restart"), { name: "pid", value: "7, 8" });
    assert.deepEqual(await check("start"), { name: "pid", value: "7, 8" });
    assert.equal(await check("stop"), undefined);
    calls.handlers = { "java.list": () => listOf([]) };
    assert.equal(await check("restart"), undefined);
  });

  /** Looks for the project before a stop: whether it is there, or the fields in doubt; and the calls. */
  async function look(list: (page: number) => Listing<JavaProject>) {
    const calls = new FakeCalls({ "java.list": ({ page }) => list(page) });
    const pages = () => calls.made.map(([, params]) => (params as { readonly page: number }).page);
    try {
      const seen = await javaProject.actions.stop?.verification.observe(calls.callFor(), TARGET);
      return [seen === undefined ? "gone" : "there", ...pages()];
    } catch (error) {
      return [failureOf(error), ...pages()];
    }
  }
  const named = (count: number) => Array.from({ length: count }, (_, index) => javaRow({ name: `p${index}` }));
  const untold = (...fields: readonly string[]) => ({ kind: "malformed", fields });

  it("reads further pages, but only as many as there are", async () => {
    const full = named(200);
    const begin = async (pages: readonly (readonly JavaProject[])[], total?: number) =>
      look((page) => ({ ...listOf(pages[page - 1] ?? []), total }));
    assert.deepEqual(await begin([full, [javaRow({ name: "demo" })]]), ["there", 1, 2]);
    assert.deepEqual(await begin([full, named(399).slice(200)], 399), ["gone", 1, 2]);
    assert.deepEqual(await begin([[javaRow({ name: "demo" })], full]), ["there", 1]);
  });

  it("does not count a project as gone if the list is incomplete", async () => {
    const full = named(200);
    assert.deepEqual(await look(() => ({ ...listOf([]), total: undefined })), [untold("(total)"), 1]);
    assert.deepEqual(await look(() => listOf(full.slice(1), 200)), [untold("(total)"), 1]);
    assert.deepEqual(await look((page) => listOf(page === 1 ? full : full.slice(1), 401 - page)), [
      untold("(total)"),
      1,
      2,
    ]);
    const broken = [{ index: 1, fields: ["pid", "name"] }];
    assert.deepEqual(await look(() => ({ ...listOf([]), unreadable: broken, total: 1 })), [untold("pid", "name"), 1]);
    const twins = [javaRow({ name: "demo", type: "springboot" }), javaRow({ name: "demo", type: "duli" })];
    assert.deepEqual(await look(() => listOf(twins)), [untold("(key)"), 1]);
  });

  it("counts unreadable rows to find the end of the list", async () => {
    const unreadable = [{ index: 0, fields: ["pid"] }];
    const first = Array.from({ length: 199 }, () => javaRow());
    const found = await look((page) =>
      page === 1 ? { rows: first, unreadable, total: 201 } : listOf([javaRow({ name: "demo" })], 201),
    );
    assert.deepEqual(found, ["there", 1, 2]);
  });

  it("ends with a panel that returns the same page for ever", async () => {
    const ends = async (total: number | undefined) => {
      const [found, ...pages] = await look(() => ({ ...listOf(named(200)), total }));
      return [found, pages.length];
    };
    assert.deepEqual(await ends(200), ["gone", 1]);
    assert.deepEqual(await ends(201), [untold("(total)"), 2]);
    assert.deepEqual(await ends(undefined), [untold("(total)"), 50]);
  });
});

describe("verification of a changed log directory", () => {
  const rule = () => ruleOf(javaProject.actions.changeLogPath?.verification);

  /** The verdicts on looks, one second apart, and the one at the end; the first look is from before. */
  async function changed(path: string, ...seen: readonly Seen[]) {
    const calls = new FakeCalls({});
    const show = (row: Seen) => {
      calls.handlers = { "java.list": () => listOf(row === undefined ? [] : [javaRow({ name: "demo", ...row })]) };
    };
    const [before, ...since] = seen;
    show(before);
    const running = await verifierOf(rule(), calls, TARGET, { path });
    const found: Verdict[] = [];
    for (const [index, row] of since.entries()) {
      show(row);
      found.push((await running.check(calls.callFor(), (index + 1) * 1_000)).verdict);
    }
    return [...found, running.atEnd()];
  }

  const before = { ...old, logPath: "/old/demo.log" };
  const after = { pids: [2], listening: [8080], logPath: "/new/demo.log" };

  it("is done when the file is in the directory and a new process listens", async () => {
    const stays = [after, after, after, after];
    const found = await changed("/new", before, { ...before, pids: [] }, ...stays);
    assert.deepEqual(found.slice(0, -1), ["pending", "settling", "settling", "settling", "done"]);
    assert.deepEqual((await changed("/new/", before, after))[0], "settling");
    assert.deepEqual((await changed("/new//", before, after))[0], "settling");
    assert.deepEqual((await changed("/", before, { ...after, logPath: "/demo.log" }))[0], "settling");
  });

  it("is not done while the file is elsewhere, even with a similar path", async () => {
    for (const logPath of ["/old/demo.log", "/newer/demo.log", "/new", "/x/new/demo.log", "/new/a/demo.log", undefined])
      assert.equal((await changed("/new", before, { ...after, logPath }))[0], "pending", logPath);
  });

  it("is not done with the old process, or with none", async () => {
    for (const pids of [[1], [1, 2], []])
      assert.equal((await changed("/new", before, { ...after, pids }))[0], "pending");
  });

  it("has failed without a process at the end", async () => {
    assert.equal((await changed("/new", before, { ...after, pids: [], listening: [] })).at(-1), "failed");
  });

  it("is partly done with only one of the two at the end", async () => {
    assert.equal((await changed("/new", before, { ...after, listening: [] })).at(-1), "partly");
    assert.equal((await changed("/new", before, { ...after, logPath: "/old/demo.log" })).at(-1), "partly");
  });

  it("is pending if nothing was seen", async () => {
    assert.equal((await changed("/new", before)).at(-1), "pending");
    assert.equal((await changed("/new", before, before)).at(-1), "pending");
    assert.equal((await changed("/new", before, undefined)).at(-1), "pending");
  });

  it("has the new path as evidence", async () => {
    const calls = new FakeCalls({ "java.list": () => listOf([javaRow({ name: "demo", ...after })]) });
    const running = await verifierOf(rule(), calls, TARGET, { path: "/new" });
    const { evidence } = await running.check(calls.callFor(), 0);
    assert.deepEqual(evidence, { name: "logPath", value: "/new/demo.log" });
  });
});

describe("a Java project when the time is up", () => {
  async function atEnd(verb: "restart" | "start" | "stop", before: Seen, after: Seen) {
    const calls = new FakeCalls({});
    const show = (row: Seen) => {
      calls.handlers = { "java.list": () => listOf(row === undefined ? [] : [javaRow({ name: "demo", ...row })]) };
    };
    show(before);
    const running = await verifierOf(javaProject.actions[verb]?.verification, calls, TARGET);
    assert.equal(running.atEnd(), "pending");
    show(after);
    await running.check(calls.callFor(), 1_000);
    return running.atEnd();
  }

  it("has failed without a process", async () => {
    assert.equal(await atEnd("restart", old, stopped), "failed");
    assert.equal(await atEnd("start", stopped, stopped), "failed");
  });

  it("is partly up with a new process that does not listen", async () => {
    assert.equal(await atEnd("restart", old, { pids: [2], listening: [] }), "partly");
    assert.equal(await atEnd("restart", { pids: [1, 2], listening: [1] }, { pids: [3], listening: [] }), "partly");
  });

  it("shows no change with an old process or unknown ones", async () => {
    assert.equal(await atEnd("restart", old, old), "pending");
    assert.equal(await atEnd("restart", { pids: [1, 2] }, { pids: [2, 3] }), "pending");
    assert.equal(await atEnd("restart", old, {}), "pending");
    assert.equal(await atEnd("restart", {}, stopped), "pending");
    assert.equal(await atEnd("restart", old, undefined), "pending");
    assert.equal(await atEnd("stop", old, old), "pending");
  });

  it("is in the wanted state only if the panel sends its processes", async () => {
    const already = async (verb: "restart" | "start" | "stop", row: Seen) => {
      const calls = new FakeCalls({ "java.list": () => listOf([javaRow({ name: "demo", ...row })]) });
      return (await verifierOf(javaProject.actions[verb]?.verification, calls, TARGET)).already;
    };
    assert.deepEqual(
      [await already("start", old), await already("start", stopped), await already("start", {})],
      [true, false, false],
    );
    assert.deepEqual(
      [await already("stop", old), await already("stop", stopped), await already("stop", {})],
      [false, true, false],
    );
    assert.deepEqual([await already("restart", old), await already("restart", stopped)], [false, false]);
  });
});
