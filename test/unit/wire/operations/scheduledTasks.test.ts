import assert from "node:assert/strict";
import type { Listing } from "../../../../src/wire/answers/listing.ts";
import type { Rhythm } from "../../../../src/wire/operations/scheduledTasks.ts";
import { decodeBody } from "../../samples/decodeBody.ts";
import { sampleOf } from "../../samples/samples.ts";

/** When a task with these fields runs. */
function rhythmOf(row: object): Rhythm | undefined {
  const read = decodeBody(sampleOf("scheduledTask.list", "crontab"), [{ id: 1, ...row }]);
  return (read as Listing<{ readonly rhythm: Rhythm }>).rows[0]?.rhythm;
}

const NONE = { type: "", every: "", hour: undefined, minute: undefined, times: "", days: "" };

describe("the rhythm of a scheduled task", () => {
  it("is read from numbers and texts alike", () => {
    const monthly = { ...NONE, type: "month", every: "31", hour: 3, minute: 5 };
    assert.deepEqual(rhythmOf({ type: "month", where1: 31, where_hour: "3", where_minute: 5 }), monthly);
    assert.deepEqual(rhythmOf({}), NONE);
  });

  it("is that of the times of day which a task is bound to", () => {
    const row = { type: "sweek", time_type: "smonth", where1: "1", special_time: "07:15,18:05", time_set: "1,31" };
    const rhythm = { ...NONE, type: "smonth", every: "1", times: "07:15,18:05", days: "1,31" };
    assert.deepEqual(rhythmOf(row), rhythm);
    assert.equal(rhythmOf({ type: "minute-n", sType: "site_restart", special_time: "04:00" })?.type, "sday");
    assert.equal(rhythmOf({ type: "day", sType: "startup_services" })?.type, "startup");
  });

  it("is never one with a part of its times", () => {
    const times = Array.from({ length: 144 }, (_, index) => `${String(index % 24).padStart(2, "0")}:00`).join();
    assert.equal(rhythmOf({ special_time: times })?.times, times);
    assert.equal(rhythmOf({ special_time: times.repeat(6) })?.times, "");
  });
});
