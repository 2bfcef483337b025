import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LockoutGuard, type CalledBy } from "../../../src/connection/lockoutGuard.ts";
import { createFileSystem, type FileSystem } from "../../../src/storage/fileSystem.ts";
import { failureOf, PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import {
  fileError,
  filesWith,
  removeTemporaryDirectories,
  temporaryDirectory,
  TestClock,
  TestLog,
  until,
} from "../../fakes/storageFixture.ts";

const panel = { id: "panel", address: "https://192.0.2.1:8888", keyRef: "key-1" };
const DEADLINE = 30_000;
const signal = new AbortController().signal;
const refusedKey = { kind: "refused", reason: "key" } as const;

/** A panel that counts calls and answers all in one way. */
class Server {
  calls = 0;
  atOnce = 0;
  mostAtOnce = 0;
  failure: PanelFailure | undefined;

  readonly call = async (): Promise<string> => {
    this.calls++;
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    this.atOnce--;
    if (this.failure !== undefined) throw new PanelError(this.failure);
    return "answer";
  };
}

describe("LockoutGuard waiting and failing", () => {
  let root: string;
  let clock: TestClock;
  let log: TestLog;
  let server: Server;
  const newWindow = (files?: FileSystem) => new LockoutGuard({ root, clock, log, ...(files && { files }) });
  const run = async (guard: LockoutGuard, by: CalledBy = "automatic", which = panel) =>
    guard.run(which, by, DEADLINE, signal, server.call);
  const outcome = async (task: Promise<unknown>): Promise<unknown> => {
    try {
      return await task;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      return failure;
    }
  };
  const filesLeft = async () => createFileSystem(clock).list(join(root, "guard"));
  /** Calls that follow each other share a turn, so its file stays for a moment. */
  const leaves = async (...files: readonly string[]) => until(async () => (await filesLeft()).join() === files.join());

  beforeEach(async () => {
    root = await temporaryDirectory();
    clock = new TestClock();
    log = new TestLog();
    server = new Server();
  });
  afterEach(removeTemporaryDirectories);

  it("is not held up by a window that died for longer than that one's turn could last", async () => {
    const dying = newWindow(filesWith({ remove: async () => undefined }));
    server.failure = { kind: "network", code: "ECONNRESET" };
    await outcome(run(dying));
    assert.equal((await filesLeft()).length, 1);
    server.failure = undefined;
    const waiting = outcome(run(newWindow()));
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(server.calls, 1);
    clock.ahead = DEADLINE + 2_001;
    assert.deepEqual(await waiting, { kind: "timeout", afterMs: DEADLINE });
    clock.ahead = DEADLINE + 4_001;
    assert.equal(await run(newWindow()), "answer");
  });

  it("gives up when others keep the panel busy for longer than the deadline", async () => {
    const [a, b] = [newWindow(), newWindow()];
    const release = Promise.withResolvers<undefined>();
    const holder = a.run(panel, "automatic", 600_000, signal, async () => release.promise);
    await until(async () => (await filesLeft()).length === 1);
    const waiting = outcome(run(b));
    await new Promise((resolve) => setTimeout(resolve, 60));
    clock.ahead = DEADLINE + 2_001;
    assert.deepEqual(await waiting, { kind: "timeout", afterMs: DEADLINE });
    release.resolve(undefined);
    await holder;
    assert.equal(server.calls, 0);
  });

  it("can be cancelled before and while it waits, and leaves no lock", async () => {
    const guard = newWindow();
    const cancelled = { kind: "cancelled" };
    assert.deepEqual(await outcome(guard.run(panel, "user", DEADLINE, AbortSignal.abort(), server.call)), cancelled);
    const release = Promise.withResolvers<undefined>();
    const holder = guard.run(panel, "user", DEADLINE, signal, async () => release.promise);
    await until(async () => (await filesLeft()).length === 1);
    const aborting = new AbortController();
    const waiting = outcome(newWindow().run(panel, "user", DEADLINE, aborting.signal, server.call));
    aborting.abort();
    assert.deepEqual(await waiting, cancelled);
    release.resolve(undefined);
    await holder;
    assert.equal(server.calls, 0);
    await leaves();
  });

  it("is not sent when it was cancelled in the moment in which the lock was taken", async () => {
    const aborting = new AbortController();
    const real = createFileSystem(clock);
    const files = filesWith({
      create: async (path, text) => {
        await real.create(path, text);
        aborting.abort();
      },
    });
    const task = newWindow(files).run(panel, "user", DEADLINE, aborting.signal, server.call);
    assert.deepEqual(await outcome(task), { kind: "cancelled" });
    assert.equal(server.calls, 0);
    await leaves();
  });

  describe("when files fail", () => {
    it("keeps to a refusal in this window, and retries", async () => {
      const real = createFileSystem(clock);
      const files = filesWith({
        create: async (path, text) => {
          if (path.endsWith(".tmp")) throw fileError("ENOSPC");
          await real.create(path, text);
        },
      });
      const guard = newWindow(files);
      server.failure = refusedKey;
      await outcome(run(guard));
      assert.deepEqual(await outcome(run(guard)), refusedKey);
      assert.equal(server.calls, 1);
      assert.deepEqual(log.lines, ["warn A refusal could not be told to other windows (ENOSPC)"]);
      server.failure = undefined;
      await run(guard, "user");
      assert.equal(await run(guard), "answer");
    });

    it("takes a corrupt or unreadable file for none", async () => {
      await mkdir(join(root, "guard"));
      for (const text of ["{", "[]", JSON.stringify({ version: 2 })]) {
        await writeFile(join(root, "guard", "panel.json"), text);
        assert.equal(await run(newWindow()), "answer");
      }
      const files = filesWith({
        read: async () => {
          throw fileError("EIO");
        },
      });
      assert.equal(await run(newWindow(files)), "answer");
      assert.ok(log.lines.includes("warn A lockout guard file cannot be read (EIO)"));
    });

    it("says that a refusal that is over could not be dropped", async () => {
      const real = createFileSystem(clock);
      const files = filesWith({
        remove: async (path) => {
          if (path.endsWith(".json")) throw fileError("EPERM");
          await real.remove(path);
        },
      });
      const guard = newWindow(files);
      server.failure = refusedKey;
      await outcome(run(guard));
      server.failure = undefined;
      assert.equal(await run(guard, "user"), "answer");
      assert.deepEqual(log.lines, ["warn A refusal that is over could not be dropped (EPERM)"]);
    });
  });
});
