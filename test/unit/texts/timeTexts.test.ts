import assert from "node:assert/strict";
import { agoText, clockText, momentText, serverTimeText, timeOfDay, timeText } from "../../../src/texts/timeTexts.ts";

const NOON = new Date(2026, 0, 2, 12, 0, 5).getTime();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("a time", () => {
  it("has a date only on another day", () => {
    assert.match(timeText(NOON, NOON + MINUTE), /^12:00:05\s/);
    assert.match(timeText(NOON, NOON + DAY), /2026.*12:00\s/);
  });

  it("in a list is of today or has a date", () => {
    assert.match(momentText(NOON, NOON + MINUTE), /^today, 12:00:05\s/);
    assert.equal(momentText(NOON, NOON + DAY), timeText(NOON, NOON + DAY));
  });

  it("of a server is converted from UTC to local time", () => {
    const written = new Date(NOON).toISOString();
    for (const text of [written, written.replace("Z", "000000Z"), written.slice(0, 19), written.replace("Z", "+00:00")])
      assert.match(serverTimeText(text, NOON), /^today, 12:00:05\s/, text);
    assert.equal(serverTimeText("soon"), "soon");
  });

  it("by a clock elsewhere is not converted", () => {
    assert.match(clockText("2026-11-23T03:30:00.000", "whole"), /^Nov 23, 2026, 3:30\sAM$/);
    assert.match(clockText("2026-11-23T03:30:00.000", "short"), /^Nov 23, 3:30\sAM$/);
    assert.equal(clockText("soon", "whole"), "soon");
  });

  it("of day has neither date nor seconds", () => {
    assert.match(timeOfDay(NOON), /^12:00\sPM$/);
  });

  it("has an age in the largest fitting unit", () => {
    const messages = [0, 59_999, MINUTE, 59 * MINUTE, 60 * MINUTE, 23 * 60 * MINUTE, DAY, 9 * DAY];
    assert.deepEqual(
      messages.map((age) => agoText(NOON - age, NOON)),
      ["just now", "just now", "1 min. ago", "59 min. ago", "1 hr. ago", "23 hr. ago", "yesterday", "9 days ago"],
    );
  });

  it("in the future counts as now, because clocks differ", () => {
    assert.equal(agoText(NOON + DAY, NOON), "just now");
  });
});
