import assert from "node:assert/strict";
import {
  LogFollower,
  type LogFollowerOptions,
  type LogEvent,
  type LogSource,
} from "../../../src/followedLogs/logFollower.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { ScriptedLog, written, type Happening } from "./scriptedLog.ts";

/** Follows a scripted upgrade to its end, or for so many milliseconds, on a computer that may sleep for ten hours. */
async function follow(
  script: readonly Happening[],
  running: boolean,
  extra: Partial<LogFollowerOptions> = {},
  ms = 1e9,
  sleepsAt = Infinity,
) {
  const clock = new LeapingClock();
  const log = new ScriptedLog(clock, script, { running });
  const stop = new AbortController();
  const start = clock.wallTime();
  let hasSlept = false;
  clock.onSlept = (time) => {
    if (time - start >= ms) stop.abort();
    if (hasSlept || time - start < sleepsAt) return;
    hasSlept = true;
    clock.time += 10 * 3_600_000;
  };
  const events: LogEvent[] = [];
  const follower = new LogFollower({
    source: log,
    mode: "upgrade",
    clock,
    signal: stop.signal,
    random: () => 1,
    ...extra,
  });
  for await (const event of follower) events.push(event);
  return { events, rows: written(events), took: clock.wallTime() - start, window: follower.window };
}

describe("the end of a followed upgrade", () => {
  it("does not depend on the time that the computer slept", async () => {
    const HOURS = 10 * 3_600_000;
    const quiet = await follow([{ at: 0, append: "one\n" }], true, {}, HOURS + 500_000, 300_000);
    assert.deepEqual(quiet.rows, ["[running]", "one"]);
    const down = { kind: "network", code: "ENOTFOUND" } as const;
    const script: readonly Happening[] = [
      { at: 0, append: "one\n" },
      { at: 5_000, failure: down },
      { at: HOURS + 1_260_000, failure: undefined, append: "two\n", running: false },
    ];
    const offline = await follow(script, true, {}, 1e9, 1_200_000);
    assert.deepEqual(offline.rows.slice(0, 5), ["[running]", "one", "[reconnecting]", "two", "[unclear]"]);
    const starting = await follow(
      [{ at: HOURS + 15_000, append: "new\n", running: true }],
      false,
      {},
      HOURS + 30_000,
      10_000,
    );
    assert.deepEqual(starting.rows, ["[idle]", "[running]", "new"]);
  });

  it("shows the last log of an idle panel, and that nothing runs", async () => {
    const { rows, took } = await follow([{ at: 0, append: "start\ndone\n" }], false);
    assert.deepEqual(rows, ["start", "done", "[idle]", "[notRunning]"]);
    assert.equal(took, 30_000);
    const at = await follow([{ at: 0, append: "start\ndone\n" }], false, { startWithinMs: 0 });
    assert.deepEqual([at.rows, at.took], [["start", "done", "[notRunning]"], 0]);
  });

  it("waits for a start, beginning when the old log was emptied", async () => {
    const { rows } = await follow(
      [
        { at: 0, append: "old\n环境准备完成\n" },
        { at: 26_000, truncate: true },
        { at: 50_000, running: true, append: "检查环境...\n" },
        { at: 54_000, running: false, append: "环境准备失败！\n" },
      ],
      false,
    );
    assert.deepEqual(rows.slice(0, 3), ["old", "环境准备完成", "[idle]"]);
    assert.deepEqual(rows.slice(3), ["[running]", "[section]", "检查环境...", "环境准备失败！", "[failed]"]);
  });

  it("is found if the upgrade failed between two readings", async () => {
    const { rows, took } = await follow(
      [
        { at: 0, append: "old\n" },
        { at: 3_000, truncate: true, append: "检查环境...\n获取最新升级环境脚本失败：下载失败\n" },
      ],
      false,
    );
    assert.deepEqual(rows.slice(-2), ["获取最新升级环境脚本失败：下载失败", "[failed]"]);
    assert.equal(took, 4_000);
  });

  it("does not come early if the writer started between the panel's two checks", async () => {
    const { rows } = await follow(
      [
        { at: 0, append: "old\n" },
        { at: 2_000, truncate: true, append: "检查环境...\n" },
        { at: 4_000, running: true, append: "more\n" },
        { at: 6_000, running: false, append: "环境准备完成\n" },
      ],
      false,
    );
    assert.deepEqual(rows.slice(-3), ["more", "环境准备完成", "[finished]"]);
  });

  it("comes at once if the upgrade was seen running, even if it wrote nothing", async () => {
    const { rows, took } = await follow(
      [
        { at: 0, append: "环境准备完成\n" },
        { at: 2_000, running: false },
      ],
      true,
    );
    assert.deepEqual([rows, took], [["[running]", "环境准备完成", "[finished]"], 2_000]);
  });

  it("is not assumed for a stale lock, which is reported once until something is written", async () => {
    const { rows } = await follow(
      [
        { at: 0, append: "one\n" },
        { at: 2_000, append: "two\n" },
        { at: 900_000, append: "three\n" },
      ],
      true,
      {},
      1_000_000,
    );
    assert.deepEqual(rows, ["[running]", "one", "two", "[stale]", "[running]", "three"]);
    const never = await follow([{ at: 0, append: "one\n" }], true, { staleAfterMs: () => 2e6 }, 1_000_000);
    assert.deepEqual(never.rows, ["[running]", "one"]);
  });
});

describe("an upgrade that was just started", () => {
  const failed = { at: 0, append: "检查环境...\n获取最新升级环境脚本失败\n环境准备失败！\n" };

  it("does not get the ending of a log that may be of the run before", async () => {
    const { rows, took } = await follow([failed], false);
    assert.deepEqual([rows.at(-1), took], ["[notRunning]", 30_000]);
  });

  it("is found by a follower that did not start it", async () => {
    const { rows } = await follow(
      [
        { at: 5_000, running: true },
        { at: 6_000, append: "检查环境...\n环境准备完成\n" },
        { at: 9_000, running: false },
      ],
      false,
      { startWithinMs: 0 },
    );
    assert.deepEqual(rows, ["[idle]", "[running]", "检查环境...", "环境准备完成", "[finished]"]);
    const never = await follow([], false, { startWithinMs: 0 });
    assert.deepEqual([never.rows, never.took], [["[idle]", "[notRunning]"], 30_000]);
  });

  it("continues if the panel misses its process once", async () => {
    const { rows } = await follow(
      [
        { at: 0, append: "检查环境...\n" },
        { at: 3_000, running: false },
        { at: 6_000, running: true, append: "环境准备完成\n" },
        { at: 9_000, running: false },
      ],
      true,
    );
    assert.deepEqual(rows, ["[running]", "检查环境...", "环境准备完成", "[finished]"]);
  });

  it("is read rarely once it no longer writes", async () => {
    const clock = new LeapingClock();
    const log = new ScriptedLog(clock, [{ at: 0, append: "one\n" }], { running: true });
    const stop = new AbortController();
    const start = clock.wallTime();
    clock.onSlept = (time) => time - start >= 3_600_000 && stop.abort();
    const follower = new LogFollower({ source: log, mode: "upgrade", clock, signal: stop.signal });
    for await (const event of follower) assert.notEqual(event.kind, "ended");
    const late = log.reads.filter((at) => at > 700_000);
    assert.ok(late.length < 60, `${late.length} readings in 48 minutes`);
  });
});

describe("a log that is followed once more", () => {
  it("goes on after the line shown last", async () => {
    const first = [{ at: 0, append: "检查环境...\nsecret=1\ntwo" }];
    const { window } = await follow(first, true, {}, 1_000);
    const second = [{ at: 0, append: "检查环境...\nsecret=1\ntwo and a half\n环境准备完成\n" }];
    const { rows } = await follow(second, false, { window, wasRunning: true });
    assert.deepEqual(rows, [" and a half", "环境准备完成", "[finished]"]);
  });

  it("ends if it ran before and has ended", async () => {
    const script = [{ at: 0, append: "检查环境...\nthe rest is silence\n" }];
    const { window } = await follow(script, true, {}, 1_000);
    const { rows, took } = await follow(script, false, { window, wasRunning: true });
    // looked at once more, for its log does not say how
    assert.deepEqual([rows, took], [["[unclear]"], 2_000]);
    const idle = await follow(script, false, { window, startWithinMs: 0 });
    assert.deepEqual(idle.rows, ["[notRunning]"]);
  });

  it("marks places where lines may be missing", async () => {
    const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `${from + at}\n`).join("");
    const before = () => follow([{ at: 0, append: lines(0, 3_000) }], true, {}, 1_000);
    const soon = await follow([{ at: 0, append: lines(0, 3_500) }], true, { window: (await before()).window }, 1_000);
    assert.deepEqual(soon.rows.slice(0, 2), ["[running]", "3000"]);
    assert.equal(soon.rows.length, 501);
    const late = await follow([{ at: 0, append: lines(0, 9_000) }], true, { window: (await before()).window }, 1_000);
    assert.deepEqual(late.rows.slice(0, 3), ["[running]", "[maybeMissing]", "8001"]);
  });
});

describe("a log whose owner goes away", () => {
  type LogAnswer = Awaited<ReturnType<LogSource["read"]>>;

  async function read(...answers: readonly [LogAnswer, ...LogAnswer[]]) {
    const clock = new LeapingClock();
    let count = 0;
    const source = { read: async () => answers[Math.min(count++, answers.length - 1)] ?? "gone" };
    const stop = new AbortController();
    clock.onSlept = () => count > answers.length + 5 && stop.abort();
    const rows: LogEvent[] = [];
    for await (const event of new LogFollower({ source, mode: "tail", clock, signal: stop.signal })) rows.push(event);
    return { rows: written(rows), count };
  }

  it("ends as gone, not as an empty log, once several readings in a row do not find it", async () => {
    assert.deepEqual(await read("gone"), { rows: ["[gone]"], count: 3 });
    assert.deepEqual(await read({ text: "a\nb" }, "gone"), { rows: ["[following]", "a", "b", "[gone]"], count: 4 });
  });

  it("continues if its owner is created again a moment later", async () => {
    const [old, anew] = [{ text: "old 1\nold 2" }, { text: "new" }];
    const { rows } = await read(old, "gone", "gone", anew, "gone", "gone", { text: "new\nnewer" }, "gone");
    assert.deepEqual(rows, ["[following]", "old 1", "old 2", "[section]", "new", "newer", "[gone]"]);
    const first = await read("gone", { text: "new" }, "gone");
    assert.deepEqual(first.rows, ["[following]", "new", "[gone]"]);
  });
});
