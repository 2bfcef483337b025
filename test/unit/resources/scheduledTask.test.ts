import assert from "node:assert/strict";
import { scheduledTask } from "../../../src/resources/scheduledTask.ts";
import { FakeCalls, failing } from "../../fakes/fakeCall.ts";
import { fileEntry, listOf } from "../../fakes/rows.ts";
import { verifierOf } from "../../fakes/verifierOf.ts";

const TARGET = { key: "4", label: "backup" };
const FILE = "/www/server/cron/c4.log";

/** The log file; `undefined`: the panel does not tell. */
type Log = { readonly bytes: number; readonly mtime: number } | "none" | undefined;

/** What a server has of the runs of a task. */
interface Runs {
  /** The time of the file with the process ID of a run; absent: there is none. */
  readonly begunAt?: number;
  readonly isAlive?: boolean;
  readonly log?: string;
  /** The time of the log. */
  readonly loggedAt?: number;
  /** When a file in the directory of runs has come or gone. */
  readonly changedAt?: number;
}

const rhythm = { type: "day", every: "", hour: 3, minute: 30, times: "", days: "" };

function show(calls: FakeCalls, on: boolean | undefined, log: Log, loggedOnServer = ""): void {
  const row = { id: 4, name: "backup", on, schedule: "每天的03:30执行一次", rhythm, file: "c4", loggedOnServer };
  const found = {
    path: FILE,
    isFile: true,
    ...(log === "none" ? { exists: false, bytes: 0 } : { exists: true, ...log }),
  };
  calls.handlers = {
    "scheduledTask.list": () => ({ rows: [row], unreadable: [], total: 1 }),
    "scheduledTask.toggle": () => ({ msg: "" }),
    ...(log !== undefined && {
      "file.stat": () => ({ rows: [{ bytes: undefined, ...found }], unreadable: [], total: 1 }),
    }),
  };
}

/** Shows a task that is on, with these runs. */
function showRuns(calls: FakeCalls, { begunAt, isAlive = true, log, loggedAt = 0, changedAt = 0 }: Runs): void {
  show(calls, true, "none");
  calls.handlers = {
    ...calls.handlers,
    "file.stat": ({ paths }) =>
      listOf(
        paths.map((path) => {
          if (path === FILE) return { ...fileEntry(path, log !== undefined, log?.length ?? 0), mtime: loggedAt };
          if (path === "/www/server/cron") return { ...fileEntry(path, true), mtime: changedAt };
          const exists = path.endsWith(".pl") ? begunAt !== undefined : isAlive;
          return { ...fileEntry(path, exists, 4), ...(exists && begunAt !== undefined && { mtime: begunAt }) };
        }),
      ),
    "file.text": () => ({ text: `${900 + (begunAt ?? 0)}\n` }),
    // aaPanel's answer where there is no log
    "scheduledTask.log": () => ({ text: log ?? "Task logs are empty!" }),
  };
}

/** What a run writes that reaches its end at this second of a day. */
const ended = (second: number, text = "done") =>
  `${text}\n${"-".repeat(76)}\n★[2026-11-26 13:00:${String(second).padStart(2, "0")}] Successful\n${"-".repeat(76)}\n`;

/** The verdicts on runs, one second apart, and the evidence at the end; the first is from before. */
async function verdicts(before: Runs, ...since: readonly Runs[]) {
  return verdictsOn(new FakeCalls({}), before, ...since);
}

async function verdictsOn(calls: FakeCalls, before: Runs, ...since: readonly Runs[]) {
  showRuns(calls, before);
  const verifier = await verifierOf(scheduledTask.actions.run?.verification, calls, TARGET);
  const found: string[] = [];
  let evidence: string | undefined;
  for (const [index, runs] of since.entries()) {
    showRuns(calls, runs);
    const checked = await verifier.check(calls.callFor(), index * 1_000);
    found.push(checked.verdict);
    evidence = checked.evidence?.value;
  }
  return [...found, evidence];
}

const SETTLED = ["settling", "settling", "settling", "done"];
const four = (runs: Runs) => [runs, runs, runs, runs];

describe("the run of a scheduled task", () => {
  it("has started when it is under way, whatever it writes", async () => {
    assert.deepEqual(await verdicts({}, {}, ...four({ begunAt: 5 })), ["pending", ...SETTLED, undefined]);
    const log = ended(1);
    assert.deepEqual(await verdicts({ log }, ...four({ begunAt: 5, log })), [...SETTLED, undefined]);
  });

  it("has started when its log has a later end mark, and no other run was under way", async () => {
    const log = ended(1);
    const both = log + ended(2);
    const over = { loggedAt: 9, changedAt: 10 };
    assert.deepEqual(await verdicts({ log }, { log }, ...four({ log: both, ...over })), [
      "pending",
      ...SETTLED,
      "2026-11-26T13:00:02",
    ]);
    assert.deepEqual(await verdicts({}, ...four({ log, ...over })), [...SETTLED, "2026-11-26T13:00:01"]);
    assert.deepEqual(await verdicts({ log }, { begunAt: 5, log }, ...four({ log: both, ...over })), [
      ...SETTLED,
      "done",
      "2026-11-26T13:00:02",
    ]);
    // others come and go after it was seen
    const later = { log: both, loggedAt: 9, changedAt: 60 };
    assert.deepEqual(await verdicts({ log }, { log: both, ...over }, later, later, later), [
      ...SETTLED,
      "2026-11-26T13:00:02",
    ]);
  });

  it("is not proved by the end of an earlier run, whose file another one has removed", async () => {
    const log = ended(1);
    const never = ["pending", "pending", "pending", "pending", undefined];
    const earlier = { log: `${log}line 2\n${ended(3)}`, loggedAt: 9 };
    assert.deepEqual(await verdicts({ log }, ...four(earlier)), never);
    // runs of other tasks come and go meanwhile
    assert.deepEqual(await verdicts({ log }, ...four({ ...earlier, changedAt: 8 })), never);
    assert.deepEqual(await verdicts({ log }, ...four({ ...earlier, changedAt: 11 })), never);
    assert.deepEqual(await verdicts({ log, changedAt: 9 }, ...four({ ...earlier, changedAt: 9 })), never);
  });

  it("is not proved by a process that began before it was sent", async () => {
    const calls = new FakeCalls({});
    calls.processes.begun.set(905, 5_000);
    const log = ended(1);
    assert.deepEqual(await verdictsOn(calls, { log }, { begunAt: 5, log }, { begunAt: 5, log }), [
      "pending",
      "pending",
      undefined,
    ]);
  });

  it("is not proved by another run that was under way, or by what that writes", async () => {
    const other: Runs = { begunAt: 5, log: "line 1\n" };
    const found = await verdicts(
      other,
      { begunAt: 5, log: "line 1\nline 2\n" },
      { log: `line 1\nline 2\n${ended(3)}` },
    );
    assert.deepEqual(found, ["pending", "pending", undefined]);
    // of a script that leaves no file with its process ID
    assert.deepEqual(await verdicts({ log: "line 1\n" }, { log: `line 1\n${ended(3)}` }), ["pending", undefined]);
  });

  it("has no end that another run may have written", async () => {
    const log = ended(1);
    const found = await verdicts({ begunAt: 5, log }, ...four({ begunAt: 9, log: log + ended(4) }));
    assert.deepEqual(found, [...SETTLED, undefined]);
  });

  it("is not proved by a log that was cut", async () => {
    const long = ended(1, "x".repeat(200)) + ended(2);
    assert.deepEqual(await verdicts({ log: long }, { log: ended(2) }, { log: "" }, {}), [
      "pending",
      "pending",
      "pending",
      undefined,
    ]);
  });

  it("is never done where it is over without an end mark", async () => {
    const log = ended(1);
    const failed: Runs = { begunAt: 5, isAlive: false, log: `${log}before\n` };
    assert.deepEqual(await verdicts({ log }, { begunAt: 5, log }, failed), ["settling", "partly", undefined]);
    assert.deepEqual(await verdicts({ log }, failed), ["partly", undefined]);
    // the next one, which ends well
    const next = { log: `${failed.log}${ended(7)}`, loggedAt: 7, changedAt: 7 };
    assert.deepEqual(await verdicts(failed, ...four(next)), [...SETTLED, "2026-11-26T13:00:07"]);
    assert.deepEqual(await verdicts(failed, failed), ["pending", undefined]);
  });

  it("cannot be shown where nothing can be read", async () => {
    const calls = new FakeCalls({});
    show(calls, true, undefined);
    calls.handlers = { ...calls.handlers, "scheduledTask.log": failing({ kind: "unsupported" }) };
    const verifier = await verifierOf(scheduledTask.actions.run?.verification, calls, TARGET);
    assert.equal((await verifier.check(calls.callFor(), 0)).verdict, "unconfirmable");
  });
});

describe("scheduled tasks", () => {
  it("show when they last wrote their log, and when they run", async () => {
    const calls = new FakeCalls({});
    const facts = async (on: boolean, loggedAt: string) => {
      show(calls, on, { bytes: 3, mtime: 1_795_367_720 }, loggedAt);
      const [row] = (await scheduledTask.list(calls.callFor(), 1)).rows;
      return row && scheduledTask.facts(row, Date.parse("2026-11-23T12:00:00Z"));
    };
    const known = [
      { name: "scheduledTask.schedule", value: "daily at 03:30" },
      { name: "scheduledTask.lastRunAt", value: "2026-11-22T17:15:20.000Z" },
    ];
    const next = { name: "scheduledTask.nextRunOnServer", value: "2026-11-24T03:30:00.000" };
    assert.deepEqual(await facts(true, "2026-11-22 17:15:20"), [...known, next]);
    // its clock is past noon in Shanghai, and before 3:30 of the same day in Hawaii
    assert.deepEqual(await facts(true, "2026-11-23 01:15:20"), [...known, next]);
    const hawaii = { ...next, value: "2026-11-23T03:30:00.000" };
    assert.deepEqual(await facts(true, "2026-11-22 07:15:20"), [...known, hawaii]);
    assert.deepEqual(await facts(false, "2026-11-22 17:15:20"), known);
    assert.deepEqual(await facts(true, ""), known);
  });

  it("are not toggled where nobody knows whether they are on", async () => {
    const { turnOn, turnOff } = scheduledTask.actions;
    const calls = new FakeCalls({});
    show(calls, true, "none");
    const verifier = await verifierOf(turnOn?.verification, calls, TARGET);
    assert.equal(verifier.already, true);
    const unknown = { id: 4, name: "backup", on: undefined, schedule: undefined, rhythm };
    assert.equal(turnOff?.missingField?.(unknown), "status");
    assert.equal(turnOff?.missingField?.({ ...unknown, on: true }), undefined);
  });

  it("without a log are still there", async () => {
    const calls = new FakeCalls({});
    show(calls, true, "none");
    assert.equal(await scheduledTask.log?.isThere?.(calls.callFor(), "4"), true);
    assert.equal(await scheduledTask.log?.isThere?.(calls.callFor(), "5"), false);
  });
});
