import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { systemClock } from "../../../src/platform/clock.ts";

const LONG_MS = 600_000;

describe("systemClock", () => {
  it("wakes by itself, and listens no longer", async () => {
    const { signal } = new AbortController();
    await systemClock.sleep(1, signal);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("is woken with the reason of the signal", async () => {
    const stop = new AbortController();
    const sleeping = systemClock.sleep(LONG_MS, stop.signal);
    stop.abort("woken");
    await assert.rejects(sleeping, (reason) => reason === "woken");
  });

  it("does not sleep if the signal has aborted", async () => {
    await assert.rejects(systemClock.sleep(LONG_MS, AbortSignal.abort("before")), (reason) => reason === "before");
  });

  it("calls back after the time, unless cancelled", async () => {
    const called: string[] = [];
    const callOff = systemClock.after(1, () => called.push("called off"));
    callOff();
    await new Promise<void>((resolve) => {
      systemClock.after(2, () => {
        called.push("in time");
        resolve();
      });
    });
    assert.deepEqual(called, ["in time"]);
    callOff();
  });
});
