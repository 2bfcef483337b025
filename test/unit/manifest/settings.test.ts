import assert from "node:assert/strict";
import { settings, withinLimits } from "../../../src/manifest/settings.ts";

describe("a setting", () => {
  const interval = settings["serverPanel.refresh.intervalSeconds"];
  const wait = settings["serverPanel.confirmation.waitSeconds"];

  it("is a person's value, as a whole number", () => {
    for (const value of [0, 1, 30, 3600]) assert.equal(withinLimits(interval, value), value);
    assert.equal(withinLimits(interval, 0.001), 0, "off, not each second");
    assert.equal(withinLimits(interval, 29.9), 29);
  });

  it("stays within its limits", () => {
    assert.equal(withinLimits(wait, 0.5), 1);
    assert.equal(withinLimits(wait, -Infinity), 1);
    assert.equal(withinLimits(wait, 601), 600);
    assert.equal(withinLimits(wait, Infinity), 600);
    assert.equal(withinLimits(interval, -1), 0);
  });

  it("is its default unless it is a number", () => {
    for (const value of [undefined, null, "5", true, Number.NaN, [5], {}]) assert.equal(withinLimits(wait, value), 60);
  });
});
