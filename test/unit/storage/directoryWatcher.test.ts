import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { watch } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../../src/platform/clock.ts";
import { watchDirectory } from "../../../src/storage/watchDirectory.ts";
import { fileError, removeTemporaryDirectories, temporaryDirectory, until } from "../../fakes/storageFixture.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";

class FakeWatcher extends EventEmitter {
  closed = 0;
  change: () => void = () => undefined;

  close(): void {
    this.closed++;
  }

  get watch(): typeof watch {
    return ((_: string, listener: () => void) => {
      this.change = listener;
      return this;
    }) as unknown as typeof watch;
  }
}

function unexpected(): void {
  assert.fail("was called");
}

describe("watchDirectory", () => {
  afterEach(removeTemporaryDirectories);

  it("reports a change by the file system", async () => {
    const directory = await temporaryDirectory();
    let changes = 0;
    const watcher = watchDirectory({
      directory,
      clock: systemClock,
      onChange: () => changes++,
      onFailure: unexpected,
    });
    // events before the system watches are not promised
    await until(async () => {
      await writeFile(join(directory, "file"), "");
      return changes > 0;
    });
    watcher.dispose();
  });

  it("reports changes that come together once, and later ones again", async () => {
    const clock = new SteppedClock();
    const fake = new FakeWatcher();
    let changes = 0;
    const options = { directory: ".", clock, onChange: () => changes++, onFailure: unexpected, watch: fake.watch };
    const watcher = watchDirectory(options);
    fake.change();
    fake.change();
    await clock.pass(50);
    assert.equal(changes, 1);
    fake.change();
    await clock.pass(50);
    assert.equal(changes, 2);
    fake.change();
    watcher.dispose();
    await clock.pass(50);
    assert.equal(changes, 2);
    assert.equal(fake.closed, 1);
  });

  for (const [when, failing] of [
    ["cannot watch", undefined],
    ["stops watching", new FakeWatcher()],
  ] as const)
    it(`looks at intervals when the system ${when}`, async () => {
      const clock = new SteppedClock();
      const failures: unknown[] = [];
      let changes = 0;
      const error = fileError("ENOSPC");
      const watcher = watchDirectory({
        directory: ".",
        clock,
        onChange: () => changes++,
        onFailure: (failure) => failures.push(failure),
        watch:
          failing?.watch ??
          (() => {
            throw error;
          }),
      });
      failing?.emit("error", error);
      assert.deepEqual(failures, [error]);
      assert.equal(failing?.closed ?? 1, 1);
      await clock.pass(5_000);
      await clock.pass(5_000);
      assert.equal(changes, 2);
      watcher.dispose();
      await clock.pass(5_000);
      assert.equal(changes, 2);
    });

  it("reports no failure after it was disposed", () => {
    const fake = new FakeWatcher();
    const options = { directory: ".", clock: new SteppedClock(), onChange: unexpected, onFailure: unexpected };
    watchDirectory({ ...options, watch: fake.watch }).dispose();
    fake.emit("error", fileError("EPERM"));
  });
});
