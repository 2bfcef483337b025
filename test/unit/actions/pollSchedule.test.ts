import assert from "node:assert/strict";
import { PollSchedule } from "../../../src/actions/watch.ts";
import { Wait } from "../../../src/storage/moment.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

describe("the schedule of looking", () => {
  const clock = new LeapingClock();
  const calls = new FakeCalls({ "composer.version": () => ({ version: "1" }) });

  /** One look of a number of reads that take their time. */
  async function look(schedule: PollSchedule, reads: number, milliseconds: number): Promise<number> {
    const call = schedule.counting(calls.callFor());
    for (let read = 0; read < reads; read++) await call("composer.version", {});
    clock.time += milliseconds;
    return schedule.pauseMs();
  }

  it("is a second where a look costs little", async () => {
    const schedule = new PollSchedule(clock, new Wait(clock, 60_000));
    assert.equal(await look(schedule, 1, 50), 1_000);
  });

  it("waits as long as the look took, and for each of its reads, anew each time", async () => {
    const schedule = new PollSchedule(clock, new Wait(clock, 60_000));
    assert.equal(await look(schedule, 1, 4_000), 4_000);
    assert.equal(await look(schedule, 20, 100), 2_000);
    assert.equal(await look(schedule, 50, 100), 5_000);
    assert.equal(await look(schedule, 500, 100), 5_000);
    assert.equal(await look(schedule, 1, 100), 1_000);
  });

  it("waits no longer because one look hung", async () => {
    const schedule = new PollSchedule(clock, new Wait(clock, 60_000));
    assert.equal(await look(schedule, 1, 30_000), 5_000);
  });

  it("slows down as time goes by", async () => {
    const schedule = new PollSchedule(clock, new Wait(clock, 600_000));
    const pauses: number[] = [];
    for (const milliseconds of [14_000, 1_000, 15_000, 15_000, 15_000, 300_000]) {
      clock.time += milliseconds;
      pauses.push(await look(schedule, 1, 0));
    }
    assert.deepEqual(pauses, [1_000, 2_000, 3_000, 4_000, 5_000, 5_000]);
  });

  it("looks once more when the wait ends, and never waits beyond it", async () => {
    const schedule = new PollSchedule(clock, new Wait(clock, 2_500));
    assert.equal(await look(schedule, 1, 2_000), 500);
    assert.equal(await look(schedule, 1, 2_000), 0);
  });

  it("keeps a panel with ten thousand sites from being read all the time", async () => {
    const site = siteRow({ id: 10_000, name: "a", type: "PHP", running: false });
    const others = Array.from({ length: 200 }, (_, id) => siteRow({ id: id + 1, name: `s${id}`, type: "PHP" }));
    const fixture = new RunnerFixture(
      {
        "site.list": ({ page }) => listOf(page === 50 ? [site] : others, 10_000),
        "site.start": () => ({ msg: undefined }),
      },
      8_000,
    );
    const target = { key: "10000", label: "a" };
    assert.equal((await fixture.run({ kind: "site", verb: "start", target, row: site })).kind, "sent");
    // it is looked for once, and then only where it was found: after 0 to 8 seconds
    assert.equal(fixture.calls.count("site.list"), 50 + 9);
  });
});
