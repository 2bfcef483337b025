import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFileSystem } from "../../../src/storage/fileSystem.ts";
import { fileError, filesWith, until } from "../../fakes/storageFixture.ts";
import { panel, refusedKey, useGuards } from "./guardFixture.ts";
import { guarded } from "../../fakes/guarded.ts";

describe("LockoutGuard waiting and failing", () => {
  const { storage, server, newWindow, run, outcome, filesLeft, leaves } = useGuards();

  it("is held up for seconds alone by a window that died in its turn", async () => {
    const dying = newWindow(filesWith({ remove: async () => undefined }));
    server.failure = { kind: "network", code: "ECONNRESET" };
    await outcome(run(dying));
    assert.equal((await filesLeft()).length, 1);
    server.failure = undefined;
    const waiting = outcome(run(newWindow()));
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(server.calls, 1);
    await storage.clock.pass(5_000);
    assert.equal(await waiting, "answer");
  });

  it("can be cancelled before and while it waits, and leaves no lock", async () => {
    const guard = newWindow();
    const cancelled = { kind: "cancelled" };
    const aborted = new AbortController();
    aborted.abort();
    assert.deepEqual(await outcome(guarded(guard, panel, "user", server.call, { ending: aborted })), cancelled);
    const release = Promise.withResolvers<undefined>();
    const holder = guarded(guard, panel, "user", async () => release.promise);
    await until(async () => (await filesLeft()).length === 1);
    const aborting = new AbortController();
    const waiting = outcome(guarded(newWindow(), panel, "user", server.call, { ending: aborting }));
    aborting.abort();
    assert.deepEqual(await waiting, cancelled);
    release.resolve(undefined);
    await holder;
    assert.equal(server.calls, 0);
    await leaves();
  });

  it("is not sent when it was cancelled in the moment in which the lock was taken", async () => {
    const aborting = new AbortController();
    const real = createFileSystem(storage.clock);
    const files = filesWith({
      create: async (path, text) => {
        await real.create(path, text);
        aborting.abort();
      },
    });
    const task = guarded(newWindow(files), panel, "user", server.call, { ending: aborting });
    assert.deepEqual(await outcome(task), { kind: "cancelled" });
    assert.equal(server.calls, 0);
    await leaves();
  });

  describe("when files fail", () => {
    it("keeps to a refusal in this window, and retries", async () => {
      const real = createFileSystem(storage.clock);
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
      assert.deepEqual(storage.log.lines, ["warn A refusal could not be shared with other windows (ENOSPC)"]);
      server.failure = undefined;
      await run(guard, "retry");
      assert.equal(await run(guard), "answer");
    });

    it("takes a corrupt or unreadable file for none", async () => {
      await mkdir(join(storage.root, "guard"), { recursive: true });
      for (const text of ["{", "[]", JSON.stringify({ version: 2 })]) {
        await writeFile(join(storage.root, "guard", "panel.json"), text);
        assert.equal(await run(newWindow()), "answer");
      }
      const files = filesWith({
        read: async () => {
          throw fileError("EIO");
        },
      });
      assert.equal(await run(newWindow(files)), "answer");
      assert.ok(storage.log.lines.includes("warn A lockout guard file cannot be read (EIO)"));
    });

    it("logs that an old refusal could not be dropped", async () => {
      const real = createFileSystem(storage.clock);
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
      assert.equal(await run(guard, "retry"), "answer");
      assert.deepEqual(storage.log.lines, ["warn A refusal that is over could not be dropped (EPERM)"]);
    });
  });
});
