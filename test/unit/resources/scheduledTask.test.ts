import assert from "node:assert/strict";
import { scheduledTask } from "../../../src/resources/scheduledTask.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { verifierOf } from "../../fakes/verifierOf.ts";

const TARGET = { key: "4", label: "backup" };
const FILE = "/www/server/cron/c4.log";

/** The log file; `undefined`: the panel does not tell. */
type Log = { readonly bytes: number; readonly mtime: number } | "none" | undefined;

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

async function verdicts(before: Log, ...since: readonly Log[]) {
  const calls = new FakeCalls({});
  show(calls, true, before);
  const verifier = await verifierOf(scheduledTask.actions.run?.verification, calls, TARGET);
  const found: string[] = [];
  for (const log of since) {
    show(calls, true, log);
    found.push((await verifier.check(calls.callFor(), 1_000)).verdict);
  }
  return found;
}

describe("scheduled tasks", () => {
  it("have run once their log has grown, or is a later one", async () => {
    const at = (bytes: number, mtime: number) => ({ bytes, mtime });
    assert.deepEqual(await verdicts(at(10, 5), at(10, 5), at(30, 9)), ["pending", "done"]);
    assert.deepEqual(await verdicts("none", "none", at(3, 9)), ["pending", "done"]);
    assert.deepEqual(await verdicts(at(90, 5), at(40, 9)), ["done"]);
    assert.deepEqual(await verdicts(undefined, undefined), ["unconfirmable"]);
  });

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
