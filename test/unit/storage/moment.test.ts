import assert from "node:assert/strict";
import { ageOf, Wait } from "../../../src/storage/moment.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const NEVER = new AbortController().signal;

describe("a wait", () => {
  let clock: LeapingClock;
  let wait: Wait;
  beforeEach(() => {
    clock = new LeapingClock();
    wait = new Wait(clock, 60 * SECOND);
  });

  it("lasts as long as it was meant to, in looks and pauses", async () => {
    clock.time += 20 * SECOND;
    assert.deepEqual([wait.left(), wait.passed()], [40 * SECOND, 20 * SECOND]);
    await wait.pause(40 * SECOND, NEVER);
    assert.equal(wait.left(), 0);
    clock.time += SECOND;
    assert.equal(wait.left(), -SECOND);
  });

  it("ends a pause with the signal", async () => {
    await wait.pause(HOUR, AbortSignal.abort());
    assert.equal(wait.left(), 60 * SECOND);
  });

  for (const [what, sleep] of [
    ["in which time goes on", () => (clock.time += HOUR)],
    ["in which time stands still", () => (clock.setBy += HOUR)],
  ] as const) {
    it(`does not count a sleep of the computer ${what}, in a pause or a look`, async () => {
      clock.onSlept = () => {
        sleep();
        clock.onSlept = () => undefined;
      };
      await wait.pause(10 * SECOND, NEVER);
      assert.equal(wait.left(), 50 * SECOND);
      sleep();
      assert.ok(wait.left() >= 15 * SECOND);
    });

    it(`leaves time for some looks after a sleep ${what}, and not for ever`, async () => {
      await wait.pause(59 * SECOND, NEVER);
      for (let slept = 1; slept <= 4; slept++) {
        sleep();
        assert.equal(wait.left() >= 15 * SECOND, slept <= 3, `${slept}`);
        await wait.pause(14 * SECOND, NEVER);
      }
    });
  }

  it("is not longer if a clock was set back", async () => {
    clock.setBy = -HOUR;
    await wait.pause(60 * SECOND, NEVER);
    assert.equal(wait.left(), 0);
  });
});

describe("the age of a stored time", () => {
  it("goes by the clock that was not set since", () => {
    const clock = new LeapingClock();
    const before = clock.wallTime();
    for (const setBy of [0, HOUR, -HOUR]) {
      clock.setBy = setBy;
      const after = clock.wallTime();
      clock.time += SECOND;
      assert.equal(ageOf(after, clock), SECOND);
    }
    assert.equal(ageOf(before, clock), 3 * SECOND);
    assert.equal(ageOf(before + 10 * SECOND, clock), -7 * SECOND);
  });
});
