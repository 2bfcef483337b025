import assert from "node:assert/strict";
import { LogFollower, type LogFollowerOptions, type LogEvent } from "../../../src/followedLogs/logFollower.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { SteppedClock, settled } from "../../fakes/steppedClock.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { ScriptedLog, written, type Happening } from "./scriptedLog.ts";

const DOWN: PanelFailure = { kind: "network", code: "ECONNREFUSED" };

type Extra = Partial<LogFollowerOptions> & { readonly running?: boolean | undefined };

/** Follows a scripted log to its end, or until it has been read so many times. */
async function follow(script: readonly Happening[], extra: Extra = {}, mostReads = 200) {
  const clock = new LeapingClock();
  const log = new ScriptedLog(clock, script, { running: "running" in extra ? extra.running : true });
  const stop = new AbortController();
  clock.onSlept = () => log.reads.length >= mostReads && stop.abort();
  const events: LogEvent[] = [];
  const options: LogFollowerOptions = { source: log, mode: "upgrade", clock, signal: stop.signal, random: () => 1 };
  const follower = new LogFollower({ ...options, ...extra });
  for await (const event of follower) events.push(event);
  return { events, rows: written(events), log, follower };
}

/** Milliseconds between readings. */
const pauses = ({ reads }: ScriptedLog): readonly number[] =>
  reads.slice(1).map((at, index) => at - (reads[index] ?? 0));

describe("log follower", () => {
  it("shows earlier text, new text, and the rest of a line", async () => {
    const { rows } = await follow([
      { at: 0, append: "one\ntwo" },
      { at: 2_000, append: " and a half\n\n\nthree\n" },
      { at: 4_000, append: "\u001b[32m环境准备完成\u001b[0m\n", running: false },
    ]);
    assert.deepEqual(rows, ["[running]", "one", "two and a half", "", "", "three", "环境准备完成", "[finished]"]);
  });

  it("shows text that overwrites a line, or continues it below a mark, on a line of its own", async () => {
    const { rows } = await follow(
      [
        { at: 0, append: "10%\r20%" },
        { at: 2_000, append: "\r30%" },
        { at: 4_000, append: " of all" },
        { at: 6_000, failure: DOWN },
        { at: 6_500, failure: undefined, append: " files" },
      ],
      {},
      5,
    );
    assert.deepEqual(rows, ["[running]", "20%", "30% of all", "[reconnecting]", "[running]", " files"]);
  });

  it("marks places where lines may be missing and where the log was started anew", async () => {
    const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `${from + at}\n`).join("");
    const { events } = await follow(
      [
        { at: 0, append: lines(0, 500) },
        { at: 2_000, append: lines(500, 2_000) },
        { at: 4_000, truncate: true, append: lines(0, 3) },
      ],
      {},
      3,
    );
    const kinds = events.map((event) => (event.kind === "lines" ? event.lines.length : event.kind));
    assert.deepEqual(kinds, ["state", 500, "maybeMissing", 999, "section", 3]);
  });

  it("reads each 2 s while the log grows, and down to each 10 s while it does not", async () => {
    const growing = Array.from({ length: 4 }, (_, at) => ({ at: at * 2_000, append: `${at}\n` }));
    const { log } = await follow([...growing, { at: 60_000, append: "more\n" }], {}, 16);
    const [first, ...others] = pauses(log);
    assert.equal(first, 2_000);
    assert.deepEqual(others.slice(0, 8), [2_000, 2_000, 2_000, 3_000, 4_500, 6_750, 10_000, 10_000]);
    const again = log.reads.findIndex((at) => at >= 60_000);
    assert.equal((log.reads[again + 1] ?? 0) - (log.reads[again] ?? 0), 2_000);
  });

  it("waits for a panel that restarts, longer each time, and reports it once", async () => {
    const { rows, log, events } = await follow(
      [
        { at: 0, append: "one\n" },
        { at: 2_000, failure: DOWN },
        { at: 10_000, failure: { kind: "page", status: 404 } },
        { at: 50_000, failure: { kind: "timeout", afterMs: 1 } },
        { at: 100_000, failure: undefined, append: "two\n" },
        { at: 200_000, append: "环境准备完成\n", running: false },
      ],
      { random: () => 0.5 },
    );
    assert.deepEqual(rows.slice(0, 5), ["[running]", "one", "[reconnecting]", "[running]", "two"]);
    assert.equal(rows.at(-1), "[finished]");
    assert.deepEqual(pauses(log).slice(1, 8), [750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500]);
    assert.deepEqual(
      events.filter(({ kind }) => kind === "reconnecting"),
      [{ kind: "reconnecting", failure: DOWN }],
    );
  });

  it("reports each new wait, and begins it with the shortest pause", async () => {
    const { rows, log } = await follow(
      [
        { at: 0, failure: DOWN },
        { at: 6_000, failure: undefined, append: "one\n" },
        { at: 8_000, failure: DOWN },
        { at: 9_500, failure: undefined, append: "two\n" },
      ],
      {},
      8,
    );
    assert.deepEqual(rows, ["[reconnecting]", "[running]", "one", "[reconnecting]", "[running]", "two"]);
    assert.deepEqual(pauses(log).slice(0, 6), [1_000, 2_000, 4_000, 2_000, 1_000, 2_000]);
  });

  it("ends at once if waiting cannot help", async () => {
    for (const failure of [
      { kind: "refused", reason: "key" },
      { kind: "tls", problem: "changed", code: "" },
      { kind: "keyNeeded" },
    ] as const) {
      const { events, log } = await follow([
        { at: 0, append: "one\n" },
        { at: 2_000, failure },
      ]);
      assert.deepEqual(events.at(-1), { kind: "ended", ending: { kind: "unreadable", failure } });
      assert.equal(log.reads.length, 2);
    }
  });

  it("throws errors that are no failures of a panel", async () => {
    const clock = new LeapingClock();
    const source = { read: () => Promise.reject(new RangeError("a defect")) };
    const follower = new LogFollower({ source, mode: "tail", clock, signal: new AbortController().signal });
    await assert.rejects(async () => {
      for await (const event of follower) assert.fail(event.kind);
    }, RangeError);
  });

  it("is silent when it is cancelled", async () => {
    const { events } = await follow([
      { at: 0, append: "one\n" },
      { at: 2_000, failure: { kind: "cancelled" } },
    ]);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["state", "lines"],
    );
    const reading = new AbortController();
    const source = {
      read: (signal: AbortSignal) =>
        new Promise<never>((_, reject) => {
          signal.addEventListener("abort", () => reject(new PanelError(DOWN)));
          setImmediate(() => reading.abort());
        }),
    };
    for await (const event of new LogFollower({
      source,
      mode: "tail",
      clock: new LeapingClock(),
      signal: reading.signal,
    }))
      assert.fail(event.kind);
  });

  it("follows an endless log until it is stopped, at its own pace", async () => {
    const { rows, log } = await follow(
      [
        { at: 0, append: "one\n" },
        { at: 6_000, append: "失败\n" },
      ],
      { mode: "tail", running: undefined },
      10,
    );
    assert.deepEqual(rows, ["[following]", "one", "失败"]);
    assert.deepEqual(pauses(log).slice(0, 2), [5_000, 7_500]);
    assert.equal(Math.max(...pauses(log)), 30_000);
  });

  it("reads at once when it is poked, also from a pause after a failure", async () => {
    const clock = new SteppedClock();
    const log = new ScriptedLog(clock, [{ at: 0, append: "one\n" }], { running: true });
    const stop = new AbortController();
    const follower = new LogFollower({ source: log, mode: "upgrade", clock, signal: stop.signal });
    const done = (async () => {
      for await (const { kind } of follower) assert.notEqual(kind, "ended");
    })();
    await settled();
    assert.deepEqual([log.reads.length, clock.sleeping], [1, 1]);
    follower.poke();
    await settled();
    assert.deepEqual([log.reads.length, clock.sleeping], [2, 1]);
    await clock.pass(2_999);
    assert.equal(log.reads.length, 2);
    await clock.pass(1);
    assert.equal(log.reads.length, 3);
    stop.abort();
    await done;
    assert.equal(clock.sleeping, 0);
  });

  it("reads once more when it is poked while it reads", async () => {
    const clock = new SteppedClock();
    const stop = new AbortController();
    let reads = 0;
    const source = {
      read: async () => {
        if ((reads += 1) === 1) follower.poke();
        return { text: "one" };
      },
    };
    const follower = new LogFollower({ source, mode: "tail", clock, signal: stop.signal });
    const done = (async () => {
      for await (const { kind } of follower) assert.notEqual(kind, "ended");
    })();
    await settled();
    assert.deepEqual([reads, clock.sleeping], [2, 1]);
    stop.abort();
    await done;
  });
});
