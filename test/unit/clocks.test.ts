import assert from "node:assert/strict";
import type { ActionRequest } from "../../src/actions/actionRequest.ts";
import { AbandonedChanges } from "../../src/actions/abandonedChanges.ts";
import { TargetClaims } from "../../src/actions/targetClaims.ts";
import { LockoutGuard } from "../../src/connection/lockoutGuard.ts";
import { CallDeadline } from "../../src/connection/callDeadline.ts";
import { LogFollower, type LogEvent } from "../../src/followedLogs/logFollower.ts";
import { lateProgress } from "../../src/platform/lateProgress.ts";
import { waitForLock } from "../../src/storage/fileLock.ts";
import { whileBusy } from "../../src/storage/fileSystem.ts";
import { timelySecrets } from "../../src/storage/timelySecrets.ts";
import { watchDirectory } from "../../src/storage/watchDirectory.ts";
import { RefreshPolicy } from "../../src/tree/refreshPolicy.ts";
import type { PanelFailure } from "../../src/wire/answers/failure.ts";
import { old, showing } from "./actions/javaPanel.ts";
import { failing, type Handlers } from "../fakes/fakeCall.ts";
import { HangingSecrets } from "../fakes/hangingSecrets.ts";
import { LeapingClock } from "../fakes/leapingClock.ts";
import { memoryFiles } from "../fakes/memoryFiles.ts";
import { javaRow, listOf, siteRow } from "../fakes/rows.ts";
import { RunnerFixture } from "../fakes/runnerFixture.ts";
import { plain, SitePanel } from "../fakes/sitePanel.ts";
import { SteppedClock, settled } from "../fakes/steppedClock.ts";
import { fileError, TestLog } from "../fakes/storageFixture.ts";
import { JAVA, PANEL_ID, TreeFixture } from "../fakes/treeFixture.ts";
import { ScriptedLog, written, type Happening } from "./followedLogs/scriptedLog.ts";
import { readSourceFiles, sourceFile, type SourceFile } from "./source/sourceFile.ts";
import { guarded } from "../fakes/guarded.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NEVER = new AbortController().signal;
/** Longer than the looks that are granted where a clock seems to show that the computer slept. */
const WAITING_LONG = { waitMs: 30 * SECOND };
const SILENCE: PanelFailure = { kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } };

/** One wait of the product: what comes of it, and how long that takes, where somebody sets the clock in the middle of it. */
interface Waiting {
  readonly what: string;
  readonly run: (setBy: number) => Promise<unknown>;
}

/** Sets a clock as soon as somebody has slept on it, and tells how long a task took by its own time. */
async function timed<T>(clock: LeapingClock, setBy: number, task: () => Promise<T>): Promise<readonly [T, number]> {
  const begun = clock.time;
  clock.onSlept = () => (clock.setBy = setBy);
  const result = await task();
  return [result, clock.time - begun];
}

function runs(handlers: Handlers, changes: Partial<ActionRequest> = {}, lacks: readonly "java.restart"[] = []) {
  return async (setBy: number) => {
    const fixture = new RunnerFixture(handlers);
    fixture.calls.lacks = [...lacks];
    return timed(fixture.clock, setBy, () => fixture.run(changes));
  };
}

function follows(script: readonly Happening[]) {
  return async (setBy: number) => {
    const clock = new LeapingClock();
    const log = new ScriptedLog(clock, script, { running: true });
    const follower = new LogFollower({ source: log, mode: "upgrade", clock, signal: NEVER, random: () => 1 });
    return timed(clock, setBy, async () => {
      const events: LogEvent[] = [];
      for await (const event of follower) events.push(event);
      return written(events);
    });
  };
}

const WAITS: readonly Waiting[] = [
  {
    what: "a restart that nobody sees happen",
    run: (setBy) => runs(showing([old]))(setBy),
  },
  {
    what: "a stop that is not seen, before a start",
    run: (setBy) => runs(showing([old]), {}, ["java.restart"])(setBy),
  },
  {
    what: "a stop that is seen late, before a start",
    run: (setBy) => {
      const states = [
        ...Array.from({ length: 9 }, () => old),
        { pids: [] },
        { pids: [] },
        { pids: [2], listening: [8080] },
      ];
      return runs(showing(states), {}, ["java.restart"])(setBy);
    },
  },
  {
    what: "two looks at what was refused since it is so",
    run: (setBy) => {
      const refused = failing({ kind: "rejected", message: "" });
      return runs(showing([old, { pids: [] }], refused), { verb: "stop" })(setBy);
    },
  },
  {
    what: "two looks at what is gone",
    run: (setBy) => runs(showing([old, undefined]))(setBy),
  },
  {
    what: "two looks at what went with a website",
    run: (setBy) => {
      const shop = siteRow({ id: 7, name: "shop.example.com", type: "PHP" });
      let sites = [shop];
      const handlers: Handlers = {
        "site.list": () => listOf(sites),
        "site.ftpUsers": () =>
          listOf(sites.map(({ id }) => ({ id: 1, site: id, name: "shop", user: undefined, server: undefined }))),
        "site.delete": () => {
          sites = [];
          return { msg: undefined };
        },
      };
      const target = { key: "7", label: "shop.example.com" };
      const input = { with: [{ kind: "ftp", name: "shop" }] } as const;
      return runs(handlers, { kind: "site", verb: "remove", row: shop, target, input })(setBy);
    },
  },
  {
    what: "an action that does not end in the time that a closing window has",
    run: async (setBy) => {
      const handlers = { ...showing([old]), "java.restart": () => new Promise<never>(() => undefined) };
      // on a clock that leaps, its claim would be renewed without end
      const fixture = new RunnerFixture(handlers, MINUTE, memoryFiles(), new SteppedClock());
      void fixture.run();
      await settled();
      assert.equal(fixture.calls.count("java.restart"), 1);
      return timed(fixture.clock, 0, async () => {
        const closing = fixture.runner.close();
        fixture.clock.setBy = setBy;
        await closing;
      });
    },
  },
  {
    what: "a change that another window left, on a panel that does not answer for a while",
    run: async (setBy) => {
      const [clock, stopped] = [new SteppedClock(), new SteppedClock()];
      const options = { root: "/data", files: memoryFiles() };
      const fixture = new RunnerFixture({ "java.list": failing({ kind: "timeout", afterMs: 1 }) });
      const { request, calls } = fixture;
      const claim = await new TargetClaims({ ...options, clock: stopped }).claim(request, NEVER);
      await claim?.begin("stopping", javaRow({ name: "demo", pids: [1] }), 0);
      const messages: unknown[] = [];
      const abandoned = new AbandonedChanges({
        clock,
        claims: new TargetClaims({ ...options, clock }),
        waitMs: () => 10 * SECOND,
        panelOf: () => request.panel,
        inspectProcedure: async () => undefined,
        onFinished: async () => undefined,
        show: ({ outcome }) => messages.push([clock.monotonic(), outcome]),
      });
      abandoned.look();
      // the one that left it seems to be dead, and may be asleep
      await clock.pass(32 * SECOND);
      clock.setBy = setBy;
      const asked: number[] = [];
      for (const milliseconds of [5 * SECOND, 10 * SECOND, 10 * MINUTE]) {
        await clock.pass(milliseconds);
        asked.push(calls.count("java.list"));
      }
      calls.handlers = showing([{ pids: [] }]);
      await clock.pass(10 * MINUTE);
      assert.deepEqual([messages.length, asked[0]], [1, 0]);
      await abandoned.dispose();
      return [messages, asked];
    },
  },
  {
    what: "a site of which no answer came",
    run: async (setBy) => {
      const panel = new SitePanel();
      panel.before = failing(SILENCE);
      panel.waitMs = WAITING_LONG.waitMs;
      return timed(panel.fixture.clock, setBy, async () => (await panel.create(plain, NEVER)).kind);
    },
  },
  {
    what: "a site that a window was sending that is gone",
    run: async (setBy) => {
      const panel = new SitePanel();
      panel.before = () => panel.sites.pop();
      panel.waitMs = WAITING_LONG.waitMs;
      panel.answer = () => new Promise(() => undefined);
      // its claim is not renewed any more
      void panel.create(plain, NEVER, { runner: panel.window(new SteppedClock()).runner });
      while (panel.sent === 0) await Promise.resolve();
      panel.sites.pop();
      panel.answer = (id) => ({ id, ftp: false, database: false, git: false, credentials: undefined });
      const second = { runner: panel.window().runner };
      const { clock } = panel.fixture;
      const [created, tookMs] = await timed(clock, setBy, async () => (await panel.create(plain, NEVER, second)).kind);
      // windows pause for random times before they try to claim it again
      return [created, Math.floor(tookMs / (10 * SECOND)), panel.sent];
    },
  },
  {
    what: "a log that a panel does not answer for",
    run: follows([{ at: 5 * SECOND, failure: { kind: "timeout", afterMs: 1 } }]),
  },
  {
    what: "a log of what was killed",
    run: follows([
      { at: 5 * SECOND, append: "a\n" },
      { at: 11 * MINUTE, append: "b\n", running: false },
    ]),
  },
  {
    what: "a log of what does not start",
    run: follows([{ at: 0, append: "a\n", running: false }]),
  },
  {
    what: "a tree that is refreshed at intervals, and how its panels are",
    run: async (setBy) => {
      const fixture = new TreeFixture();
      const clock = (fixture.clock = new SteppedClock());
      const options = { tree: fixture.tree, panels: () => [PANEL_ID], clock, intervalMs: () => 30 * SECOND };
      const policy = new RefreshPolicy(options);
      await fixture.tree.children(undefined);
      policy.setVisible(true);
      for (const id of [PANEL_ID, JAVA]) {
        await fixture.tree.children(id);
        policy.expanded(id);
      }
      await clock.pass(MINUTE);
      clock.setBy = setBy;
      // what is older than it seemed is refreshed at once
      await clock.pass(MINUTE);
      const before = fixture.calls.made.length;
      await clock.pass(20 * MINUTE);
      policy.dispose();
      return fixture.calls.made.length - before;
    },
  },
  {
    what: "a claim that is renewed, and that of a window that died",
    run: async (setBy) => {
      const [clock, stopped] = [new SteppedClock(), new SteppedClock()];
      const options = { root: "/data", files: memoryFiles() };
      const [acting, other, dead] = [clock, clock, stopped].map((own) => new TargetClaims({ ...options, clock: own }));
      assert.ok(acting !== undefined && other !== undefined && dead !== undefined);
      const { request } = new RunnerFixture({});
      const left = { ...request, target: { key: "left", label: "left" } };
      /** Whether the other window gets what is acted on, and what was left by the one that died. */
      const gets = async () => {
        const claims = [request, left].map((which) => other.claim(which, NEVER));
        await clock.pass(SECOND);
        const releases = await Promise.all(claims);
        for (const release of releases) await release?.release(true);
        return releases.map((release) => release !== undefined);
      };
      const release = await acting.claim(request, NEVER);
      await dead.claim(left, NEVER);
      await clock.pass(15 * SECOND);
      clock.setBy = setBy;
      const results = [await gets()];
      await clock.pass(MINUTE);
      results.push(await gets());
      await release?.release(true);
      assert.deepEqual(results, [
        [false, false],
        [false, true],
      ]);
      return gets();
    },
  },
  {
    what: "a lock that is held, and one whose holder has died",
    run: async (setBy) => {
      const clock = new SteppedClock();
      const files = memoryFiles();
      const lock = { directory: "/locks", name: "a", holdMs: 30 * SECOND, files, clock };
      await waitForLock(lock, NEVER);
      await clock.pass(10 * SECOND);
      let isHad = false;
      const waiting = waitForLock(lock, NEVER).then(() => (isHad = true));
      clock.setBy = setBy;
      await clock.pass(19 * SECOND);
      assert.equal(isHad, false, "before its time");
      await clock.pass(2 * SECOND);
      return waiting;
    },
  },
  {
    what: "turns of two windows at a panel, of which one dies in its own",
    run: async (setBy) => {
      const clock = new SteppedClock();
      const dead = new SteppedClock();
      const files = memoryFiles();
      const options = { root: "/guard", log: new TestLog(), files };
      const panel = { id: "panel", address: "https://192.0.2.1:8888", keyRef: "key" };
      const call = (guard: LockoutGuard) => guarded(guard, panel, "automatic", () => clock.sleep(SECOND, NEVER));
      const [first, second] = [dead, clock].map((own) => new LockoutGuard({ ...options, clock: own }));
      assert.ok(first !== undefined && second !== undefined);
      void call(first);
      await settled();
      let isOver = false;
      const waiting = call(second).then(() => (isOver = true));
      clock.setBy = setBy;
      await clock.pass(4 * SECOND);
      assert.equal(isOver, false);
      await clock.pass(3 * SECOND);
      await waiting;
      const more = Promise.all([call(second), call(second), call(second), call(second)]);
      await clock.pass(3 * SECOND);
      await more;
    },
  },
  {
    what: "the patience with a silent panel",
    run: async (setBy) => {
      const clock = new SteppedClock();
      const answeredAt = () => clock.monotonic() - 10 * SECOND;
      const deadline = new CallDeadline({ clock, deadlineMs: 30 * SECOND, outer: NEVER, answeredAt });
      deadline.start();
      const passed = [29, 20].map((seconds) => seconds * SECOND);
      await clock.pass(SECOND);
      clock.setBy = setBy;
      const states: boolean[] = [];
      for (const milliseconds of passed) {
        await clock.pass(milliseconds);
        states.push(deadline.signal.aborted);
      }
      return states;
    },
  },
  {
    what: "claims of others, which are looked at anew, and a directory that cannot be watched",
    run: async (setBy) => {
      const clock = new SteppedClock();
      const options = { root: "/data", clock, files: memoryFiles() };
      const { request } = new RunnerFixture({});
      const { panel, kind, target } = request;
      const acting = new TargetClaims(options);
      const seeing = new TargetClaims({
        ...options,
        watchDirectory: (watched) =>
          watchDirectory({
            ...watched,
            watch: () => {
              throw fileError("ENOSPC");
            },
          }),
      });
      seeing.setVisible(true);
      const release = await acting.claim(request, NEVER);
      const seen: unknown[] = [];
      const look = async () => {
        await clock.pass(6 * SECOND);
        seen.push(seeing.pendingVerbAt(panel, kind)?.(target.key));
      };
      await look();
      clock.setBy = setBy;
      await look();
      await release?.release(true);
      await look();
      seeing.dispose();
      return seen;
    },
  },
  {
    what: "a secret store that does not answer",
    run: async (setBy) => {
      const clock = new LeapingClock();
      const hanging = new HangingSecrets();
      hanging.isHanging = true;
      return timed(clock, setBy, () =>
        timelySecrets(hanging, clock)
          .get("a")
          .catch((error: unknown) => String(error)),
      );
    },
  },
  {
    what: "a file that another process has open",
    run: async (setBy) => {
      const clock = new LeapingClock();
      const busy = () =>
        whileBusy(clock, () => Promise.reject(fileError("EBUSY"))).catch((error: unknown) => String(error));
      return timed(clock, setBy, busy);
    },
  },
  {
    what: "a progress that is shown late",
    run: async (setBy) => {
      const clock = new LeapingClock();
      const task = clock.sleep(5 * SECOND, NEVER).then(() => "done");
      return timed(clock, setBy, () => lateProgress(task, (until) => until, clock));
    },
  },
];

/** What asks for the time of day, which anybody may set at any moment. */
const WALL_CLOCK = /\bDate\.now\b|\bnew Date\(\s*\)|\.wallTime\(\)/;

/** Lines of a file that use the wall clock without a reason on the lines above; `monotonic` beside it compares both clocks. */
function unexplained({ text, code }: SourceFile): readonly string[] {
  const lines = text.split("\n");
  return code.split("\n").flatMap((line, index) => {
    const isExplained = lines
      .slice(Math.max(0, index - 2), index + 1)
      .join(" ")
      .includes("by the wall clock");
    return !WALL_CLOCK.test(line) || line.includes("monotonic") || isExplained ? [] : [`${index + 1}: ${line.trim()}`];
  });
}

describe("The wall clock", () => {
  it("is used only where the code gives a reason: people read it, or it outlives the process", () => {
    const found = readSourceFiles("src").flatMap((file) => unexplained(file).map((line) => `${file.path}:${line}`));
    assert.deepEqual(found, []);
  });

  it("is found in code", () => {
    for (const text of ["Date.now()", "f(Date.now)", "new Date()", "this.#clock.wallTime()"])
      assert.equal(unexplained(sourceFile("a.ts", text)).length, 1, text);
    for (const text of ["new Date(at)", "// Date.now()", "// by the wall clock: read by people\nDate.now()"])
      assert.deepEqual(unexplained(sourceFile("a.ts", text)), [], text);
  });
});

describe("A wait", () => {
  for (const { what, run } of WAITS)
    it(`ends as it would where the clock is set an hour ahead, or back: ${what}`, async () => {
      const expected = await run(0);
      assert.deepEqual([await run(HOUR), await run(-HOUR)], [expected, expected]);
    });
});
