import assert from "node:assert/strict";
import { scheduleText } from "../../../src/resources/scheduleText.ts";
import type { Rhythm } from "../../../src/wire/operations/scheduledTasks.ts";

const rhythm = (given: Partial<Rhythm>): Rhythm => ({
  type: "day",
  every: "",
  hour: 3,
  minute: 5,
  times: "",
  days: "",
  ...given,
});

describe("when a scheduled task runs", () => {
  it("is said in the window's language, whatever language the panel has", () => {
    const said: readonly (readonly [Partial<Rhythm>, string | undefined])[] = [
      [{}, "daily at 03:05"],
      [{ type: "day-n", every: "3" }, "every 3 d at 03:05"],
      [{ type: "hour" }, "hourly at minute 5"],
      [{ type: "hour-n", every: "2" }, "every 2 h at minute 5"],
      [{ type: "minute-n", every: "30" }, "every 30 min"],
      [{ type: "week", every: "1" }, "Mondays at 03:05"],
      [{ type: "week", every: "7" }, "Sundays at 03:05"],
      [{ type: "week", every: "0" }, "Sundays at 03:05"],
      [{ type: "month", every: "31" }, "monthly on day 31 at 03:05"],
    ];
    for (const [given, text] of said) assert.equal(scheduleText(rhythm(given)), text, JSON.stringify(given));
  });

  it("stays in the panel's words where these fields do not say it", () => {
    for (const given of [
      { type: "week", every: "8" },
      { type: "week", every: "1,4" },
      { type: "day", hour: undefined },
      { type: "minute-n", every: "" },
      { type: "minute-n", every: "<5>" },
      { type: "sday", times: "07:15,18:05" },
      { type: "once", every: "2026-11-23 03:30:00" },
      { type: "constructor" },
    ])
      assert.equal(scheduleText(rhythm(given as Partial<Rhythm>)), undefined, JSON.stringify(given));
  });
});
