import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PanelStore, type PanelStoreOptions } from "../../../src/panels/panelStore.ts";
import { StorageError, type StorageProblem } from "../../../src/storage/storageError.ts";
import { createFileSystem } from "../../../src/storage/fileSystem.ts";
import {
  fileError,
  filesWith,
  removeTemporaryDirectories,
  temporaryDirectory,
  TestClock,
  TestLog,
  TestSecrets,
  until,
} from "../../fakes/storageFixture.ts";

const KEY = "PaneLLabKey0123456789abcdefABCDE";
const draft = { name: "Web 1", address: "https://192.0.2.1:8888" };

describe("PanelStore failures", () => {
  let root: string;
  let secrets: TestSecrets;
  let log: TestLog;
  let clock: TestClock;
  const opened: PanelStore[] = [];
  const open = async (options: Partial<PanelStoreOptions> = {}) => {
    const store = await PanelStore.open({ root, secrets, log, clock, ...options });
    opened.push(store);
    return store;
  };
  const failsWith = (problem: StorageProblem) => (error: unknown) => {
    assert.ok(error instanceof StorageError);
    assert.deepEqual(error.problem, problem);
    assert.equal(error.message, problem.kind);
    assert.equal(error.cause, undefined);
    return true;
  };

  beforeEach(async () => {
    root = join(await temporaryDirectory(), "storage");
    secrets = new TestSecrets();
    log = new TestLog();
    clock = new TestClock();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) store.dispose();
    await removeTemporaryDirectories();
  });

  describe("when the secret store fails", () => {
    const failing = (method: keyof TestSecrets) =>
      Object.assign(Object.create(secrets) as TestSecrets, {
        [method]: async () => {
          throw new Error(`no keyring for ${KEY}`);
        },
      });

    it("stores nothing by halves and tells no secret", async () => {
      const store = await open({ secrets: failing("store") });
      await assert.rejects(store.add(draft, { apiKey: KEY }), failsWith({ kind: "secretsUnavailable" }));
      assert.deepEqual(
        [store.list(), await readdir(join(root, "panels")), await readdir(join(root, "intents"))],
        [[], [], []],
      );
    });

    it("tells no secret when one cannot be read", async () => {
      const record = await (await open()).add(draft, { apiKey: KEY });
      const store = await open({ secrets: failing("get") });
      await assert.rejects(store.apiKey(record), failsWith({ kind: "secretsUnavailable" }));
    });

    it("removes the panel all the same when its secret cannot be deleted", async () => {
      const record = await (await open()).add(draft, { apiKey: KEY });
      const store = await open({ secrets: failing("delete") });
      await store.remove(record.id);
      assert.equal(store.list().length, 0);
      assert.equal(secrets.values.size, 1);
      await open();
      await until(() => secrets.values.size === 0);
    });

    it("opens when names cannot be listed", async () => {
      await (await open()).add(draft, { apiKey: KEY });
      assert.equal((await open({ secrets: failing("keys") })).list().length, 1);
      await until(() => log.lines.some((line) => line.includes("could not be looked for")));
    });

    afterEach(() => assert.doesNotMatch(log.lines.join("\n"), /PaneLLabKey/));
  });

  describe("when the file system fails", () => {
    const failing = (method: "rename" | "list", from = 0) => {
      let calls = 0;
      const real = createFileSystem(clock);
      return filesWith({
        [method]: async (a: string, b: string) => {
          if (calls++ >= from) throw fileError("ENOSPC");
          return real[method](a, b);
        },
      });
    };

    it("takes the secret back", async () => {
      const store = await open({ files: failing("rename") });
      await assert.rejects(store.add(draft, { apiKey: KEY }), failsWith({ kind: "fileFailed", code: "ENOSPC" }));
      assert.deepEqual([store.list(), secrets.values.size], [[], 0]);
      assert.deepEqual([await readdir(join(root, "panels")), await readdir(join(root, "intents"))], [[], []]);
    });

    it("keeps the old key when the new one cannot be named", async () => {
      const record = await (await open()).add(draft, { apiKey: KEY });
      const store = await open({ files: failing("rename") });
      await assert.rejects(store.replaceKey(record.id, "new"), failsWith({ kind: "fileFailed", code: "ENOSPC" }));
      assert.deepEqual([...secrets.values.values()], [KEY]);
    });

    it("keeps a secret that the panel names although something failed afterwards", async () => {
      const real = createFileSystem(clock);
      const files = filesWith({
        rename: async (from, to) => {
          await real.rename(from, to);
          throw fileError("EIO");
        },
      });
      const store = await open({ files });
      await assert.rejects(store.add(draft, { apiKey: KEY }), failsWith({ kind: "fileFailed", code: "EIO" }));
      await store.refresh();
      const [record] = store.list();
      assert.equal(record && (await store.apiKey(record)), KEY);
    });

    it("keeps a secret where it cannot be told whether the panel names it", async () => {
      const files = filesWith({
        rename: async () => {
          throw fileError("EIO");
        },
        read: async () => {
          throw fileError("EIO");
        },
      });
      const store = await open({ files });
      await assert.rejects(store.add(draft, { apiKey: KEY }), failsWith({ kind: "fileFailed", code: "EIO" }));
      assert.equal(secrets.values.size, 1);
      clock.ahead = 3_600_000;
      await open();
      await until(() => secrets.values.size === 0);
    });

    it("does not open where nothing can be read", async () => {
      await assert.rejects(open({ files: failing("list") }), failsWith({ kind: "fileFailed", code: "ENOSPC" }));
    });

    it("leaves nothing open where it does not open, for it may be tried again and again", async () => {
      const watchers = () => process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length;
      const before = watchers();
      for (let attempt = 0; attempt < 3; attempt++) await assert.rejects(open({ files: failing("list") }));
      await until(async () => watchers() <= before);
    });

    it("goes on with what it has when reading again fails", async () => {
      const writer = await open();
      // the first three are of opening: the panels, and behind it the intents and the ids of the store
      const store = await open({ files: failing("list", 3) });
      const before = store.list();
      await until(async () => {
        await writeFile(join(root, "panels", "nudge"), "");
        return log.lines.includes("warn Panels could not be read again");
      });
      assert.equal(store.list(), before);
      writer.dispose();
    });
  });
});
