import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { heldLocks, pauseBetweenTries, tryLock, waitForLock, type LockOptions } from "../../../src/storage/fileLock.ts";
import { createFileSystem } from "../../../src/storage/fileSystem.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import {
  Crash,
  fileError,
  filesWith,
  Fuse,
  removeTemporaryDirectories,
  temporaryDirectory,
} from "../../fakes/storageFixture.ts";

const signal = new AbortController().signal;

describe("fileLock", () => {
  let clock: SteppedClock;
  let lock: LockOptions;
  beforeEach(async () => {
    clock = new SteppedClock({ speed: 1 });
    lock = {
      directory: await temporaryDirectory(),
      name: "panel",
      holdMs: 60_000,
      files: createFileSystem(clock),
      clock,
    };
  });
  afterEach(removeTemporaryDirectories);

  it("is listed with its purpose, and forgotten once it is gone", async () => {
    const stepped = new SteppedClock();
    const files = memoryFiles();
    const look = async () => [...(await heldLocks({ directory: "/locks", files, clock: stepped }))];
    // its name lies ahead of a clock that was set back: only the time since it was first seen shows its age
    const ticket = join("/locks", `panel.${stepped.wallTime() + 60_000}.1000.1.a-1.stop.lock`);
    await files.create(ticket, "");
    assert.deepEqual(await look(), [["panel", "stop"]]);
    await files.remove(ticket);
    assert.deepEqual(await look(), []);
    await stepped.pass(2_000);
    await files.create(ticket, "");
    assert.deepEqual(await look(), [["panel", "stop"]]);
    await stepped.pass(2_000);
    assert.deepEqual(await look(), []);
  });

  it("has one holder at a time and leaves no file", async () => {
    const release = await tryLock(lock);
    assert.equal(await tryLock(lock), undefined);
    await release?.();
    const again = await tryLock(lock);
    assert.notEqual(again, undefined);
    await again?.();
    assert.deepEqual(await readdir(lock.directory), []);
  });

  it("does not block locks of other names, even with the same beginning", async () => {
    await tryLock({ ...lock, name: "panel-2" });
    assert.notEqual(await tryLock(lock), undefined);
  });

  it("keeps many tasks apart", async () => {
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const release = await waitForLock(lock, signal);
        most = Math.max(most, ++inside);
        await clock.sleep(1, signal);
        inside--;
        await release();
      }),
    );
    assert.equal(most, 1);
    assert.deepEqual(await readdir(lock.directory), []);
  });

  it("is taken over by exactly one when its holder has died", async () => {
    await tryLock(lock);
    await clock.pass(59_000);
    assert.equal(await tryLock(lock), undefined);
    await clock.pass(1_001);
    let holders = 0;
    let waiting = 5;
    const ended = new AbortController();
    const tries = Array.from({ length: waiting }, async () => {
      while (!ended.signal.aborted) {
        if ((await tryLock(lock)) !== undefined) holders++;
        // the one who has it keeps it, until all others have looked at least once
        if (--waiting <= 0 && holders > 0) ended.abort();
        await pauseBetweenTries(clock, signal);
      }
    });
    await Promise.all(tries);
    assert.equal(holders, 1);
  });

  for (const [times, setBy] of [
    ["an hour", -3_600_000],
    ["years", -1e12],
  ] as const)
    it(`expires on time, no earlier, if the clock was set back by ${times}`, async () => {
      await tryLock(lock);
      clock.setBy = setBy;
      assert.equal(await tryLock(lock), undefined);
      await clock.pass(59_000);
      assert.equal(await tryLock(lock), undefined);
      await clock.pass(1_001);
      assert.notEqual(await tryLock(lock), undefined);
    });

  it("lasts for its own time, not for that of the waiting process", async () => {
    await tryLock(lock);
    clock.setBy = -1_800_000;
    const hasty = { ...lock, holdMs: 1_000 };
    assert.equal(await tryLock(hasty), undefined);
    await clock.pass(2_000);
    assert.equal(await tryLock(hasty), undefined);
    await clock.pass(58_001);
    assert.notEqual(await tryLock(hasty), undefined);
  });

  it("ends a ticket that claims to last for years after an hour, and ignores one without a duration", async () => {
    await tryLock({ ...lock, holdMs: 1e12 });
    await writeFile(join(lock.directory, "panel.lock"), "");
    assert.equal(await tryLock(lock), undefined);
    await clock.pass(3_600_001);
    assert.notEqual(await tryLock(lock), undefined);
  });

  it("withdraws when another one comes at the same moment", async () => {
    const real = createFileSystem(clock);
    let rival: unknown;
    const files = filesWith({
      create: async (path, text) => {
        await real.create(path, text);
        rival ??= await tryLock({ ...lock, files: real });
      },
    });
    // the rival came later and saw us; we did not see it
    assert.notEqual(await tryLock({ ...lock, files }), undefined);
    assert.equal(rival, undefined);
  });

  it("sees a rival that came between looking and creating", async () => {
    const real = createFileSystem(clock);
    const files = filesWith({
      create: async (path, text) => {
        assert.notEqual(await tryLock({ ...lock, files: real }), undefined);
        await real.create(path, text);
      },
    });
    assert.equal(await tryLock({ ...lock, files }), undefined);
    assert.equal((await readdir(lock.directory)).length, 1);
  });

  it("leaves no ticket when looking fails", async () => {
    let lists = 0;
    const files = filesWith({
      list: async () => {
        if (lists++ === 1) throw fileError("EIO");
        return [];
      },
    });
    await assert.rejects(tryLock({ ...lock, files }));
    assert.deepEqual(await readdir(lock.directory), []);
  });

  it("can be had again after its holder died at any step", async () => {
    for (let step = 0; step < 4; step++) {
      const files = new Fuse(step).guard(createFileSystem(clock));
      await assert.rejects(async () => {
        const release = await tryLock({ ...lock, files });
        assert.notEqual(release, undefined);
        await release?.();
        throw new Crash();
      }, Crash);
      await clock.pass(60_001);
    }
    assert.notEqual(await tryLock(lock), undefined);
  });

  it("stops waiting when cancelled, and leaves no ticket of its own", async () => {
    await tryLock(lock);
    const aborting = new AbortController();
    const waiting = waitForLock(lock, aborting.signal);
    aborting.abort();
    await assert.rejects(waiting, (error) => failureOf(error)?.kind === "cancelled");
    assert.equal((await readdir(lock.directory)).length, 1);
  });

  it("does not take a failing clock for a cancellation", async () => {
    await tryLock(lock);
    const broken = Object.assign(new LeapingClock(), {
      sleep: async () => {
        throw new TypeError("defect");
      },
    });
    await assert.rejects(waitForLock({ ...lock, clock: broken }, signal), TypeError);
  });
});
