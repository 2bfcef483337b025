import assert from "node:assert/strict";
import { nextRun, zoneOf } from "../../../src/resources/nextRun.ts";

const DAILY = { type: "day", every: "", hour: 3, minute: 30, times: "", days: "" };

/** The next run after a time, both by the server's clock. */
function after(now: string, rhythm: Partial<typeof DAILY>): string | undefined {
  const next = nextRun({ ...DAILY, ...rhythm }, Date.parse(`${now}Z`));
  return next === undefined ? undefined : new Date(next).toISOString().slice(0, 16).replace("T", " ");
}

describe("the next run of a scheduled task", () => {
  it("is today while its time is ahead, else on the next day", () => {
    assert.equal(after("2026-11-23 03:29:59", {}), "2026-11-23 03:30");
    assert.equal(after("2026-11-23 03:30:00", {}), "2026-11-24 03:30");
    assert.equal(after("2026-12-31 12:00:00", {}), "2027-01-01 03:30");
  });

  it("counts each few days anew with each month, as cron does", () => {
    const each = { type: "day-n", every: "3" };
    assert.equal(after("2026-11-23 12:00:00", each), "2026-11-25 03:30");
    assert.equal(after("2026-11-28 12:00:00", each), "2026-12-01 03:30");
    assert.equal(after("2026-10-31 04:00:00", { ...each, every: "2" }), "2026-11-01 03:30");
  });

  it("is in this hour or the next one", () => {
    assert.equal(after("2026-11-23 12:10:00", { type: "hour" }), "2026-11-23 12:30");
    assert.equal(after("2026-11-30 23:45:00", { type: "hour" }), "2026-12-01 00:30");
  });

  it("counts each few hours anew with each day, and each few minutes with each hour", () => {
    const hours = { type: "hour-n", every: "5" };
    assert.equal(after("2026-11-23 05:31:00", hours), "2026-11-23 10:30");
    assert.equal(after("2026-11-23 20:31:00", hours), "2026-11-24 00:30");
    const minutes = { type: "minute-n", every: "25" };
    assert.equal(after("2026-11-23 12:26:00", minutes), "2026-11-23 12:50");
    assert.equal(after("2026-11-23 12:50:01", minutes), "2026-11-23 13:00");
    assert.equal(after("2026-11-23 12:50:01", { ...minutes, every: "1" }), "2026-11-23 12:51");
  });

  it("knows Sunday as 7 and as 0", () => {
    // a Monday
    assert.equal(after("2026-11-23 03:30:00", { type: "week", every: "1" }), "2026-11-30 03:30");
    assert.equal(after("2026-11-23 12:00:00", { type: "week", every: "6" }), "2026-11-28 03:30");
    for (const every of ["7", "0"])
      assert.equal(after("2026-11-23 12:00:00", { type: "week", every }), "2026-11-29 03:30");
  });

  it("leaves out the months that are too short", () => {
    const on = (every: string) => ({ type: "month", every });
    assert.equal(after("2026-11-23 12:00:00", on("31")), "2026-12-31 03:30");
    assert.equal(after("2027-01-31 12:00:00", on("31")), "2027-03-31 03:30");
    assert.equal(after("2027-01-30 12:00:00", on("29")), "2027-03-29 03:30");
    assert.equal(after("2028-01-30 12:00:00", on("29")), "2028-02-29 03:30");
    assert.equal(after("2026-11-23 03:00:00", on("23")), "2026-11-23 03:30");
  });

  it("is the next of several times on chosen days", () => {
    const times = { times: "18:05,07:15" };
    assert.equal(after("2026-11-23 08:00:00", { ...times, type: "sday" }), "2026-11-23 18:05");
    assert.equal(after("2026-11-23 19:00:00", { ...times, type: "sday" }), "2026-11-24 07:15");
    assert.equal(after("2026-11-23 19:00:00", { ...times, type: "sweek", days: "1,4" }), "2026-11-26 07:15");
    assert.equal(after("2026-11-23 19:00:00", { ...times, type: "sweek", days: "7" }), "2026-11-29 07:15");
    assert.equal(after("2026-11-23 19:00:00", { ...times, type: "smonth", days: "1,31" }), "2026-12-01 07:15");
    assert.equal(after("2026-12-01 19:00:00", { ...times, type: "smonth", days: "31" }), "2026-12-31 07:15");
  });

  it("is the only one of a task that runs once, until it has passed", () => {
    const once = { type: "once", every: "2026-11-24 08:15:00" };
    assert.equal(after("2026-11-23 12:00:00", once), "2026-11-24 08:15");
    assert.equal(after("2026-11-24 08:15:00", once), undefined);
  });

  it("is not told where a panel tells none, or one that cron never meets", () => {
    const never = [
      { type: "second-n" },
      { type: "startup_services" },
      { type: "new in a later version" },
      { type: "minute-n", every: "0" },
      { type: "hour-n", every: "" },
      { type: "day-n", every: "x" },
      { type: "week", every: "9" },
      { type: "month", every: "32" },
      { type: "day", hour: 25 },
      { type: "day", minute: 60 },
      { type: "sday", times: "" },
      { type: "sweek", times: "08:00", days: "" },
      { type: "once", every: "soon" },
    ];
    for (const rhythm of never) assert.equal(after("2026-11-23 12:00:00", rhythm), undefined, JSON.stringify(rhythm));
  });
});

describe("the zone of a server's clock", () => {
  const at = Date.parse("2026-11-23T04:00:07Z") / 1000;
  const hours = (text: string) => {
    const zone = zoneOf(text, at);
    return zone === undefined ? undefined : zone / 3_600_000;
  };

  it("is what its words for a time are ahead of the time", () => {
    assert.equal(hours("2026-11-23 12:00:07"), 8);
    assert.equal(hours("2026-11-22 23:00:07"), -5);
    assert.equal(hours("2026-11-23 09:45:07"), 5.75);
    assert.equal(hours("2026-11-23 04:00:07"), 0);
  });

  it("is unknown where the words are about another time", () => {
    // the file was written between the two looks
    assert.equal(hours("2026-11-23 12:00:05"), undefined);
    assert.equal(hours("2026-11-24 04:00:07"), undefined);
    assert.equal(hours(" "), undefined);
  });
});
