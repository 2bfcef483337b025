import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFileSystem } from "../../../src/storage/fileSystem.ts";
import { fileError, filesWith, type TestSecrets, until } from "../../fakes/storageFixture.ts";
import { draft, failsWith, KEY, useStores } from "../../fakes/storesFixture.ts";

describe("PanelStore failures", () => {
  const { storage, open } = useStores();

  describe("when the secret store fails", () => {
    const failing = (method: keyof TestSecrets) =>
      Object.assign(Object.create(storage.secrets) as TestSecrets, {
        [method]: async () => {
          throw new Error(`no keyring for ${KEY}`);
        },
      });

    it("stores neither half of a panel and reveals no secret", async () => {
      const store = await open({ secrets: failing("store") });
      await assert.rejects(store.add(draft, { apiKey: KEY }), failsWith({ kind: "secretsUnavailable" }));
      assert.deepEqual(
        [store.list(), await readdir(join(storage.root, "panels")), await readdir(join(storage.root, "intents"))],
        [[], [], []],
      );
    });

    it("reveals no secret if one cannot be read", async () => {
      const record = await (await open()).add(draft, { apiKey: KEY });
      const store = await open({ secrets: failing("get") });
      await assert.rejects(store.apiKey(record), failsWith({ kind: "secretsUnavailable" }));
    });

    it("removes the panel all the same when its secret cannot be deleted", async () => {
      const record = await (await open()).add(draft, { apiKey: KEY });
      const store = await open({ secrets: failing("delete") });
      await store.remove(record.id);
      assert.equal(store.list().length, 0);
      assert.equal(storage.secrets.values.size, 1);
      await open();
      await until(() => storage.secrets.values.size === 0);
    });

    it("opens when names cannot be listed", async () => {
      await (await open()).add(draft, { apiKey: KEY });
      assert.equal((await open({ secrets: failing("keys") })).list().length, 1);
      await until(() => storage.log.lines.some((line) => line.includes("could not be looked for")));
    });

    afterEach(() => assert.doesNotMatch(storage.log.lines.join("\n"), /PaneLLabKey/));
  });

  describe("when the file system fails", () => {
    const failing = (method: "rename" | "list", from = 0) => {
      let calls = 0;
      const real = createFileSystem(storage.clock);
      return filesWith({
        [method]: async (a: string, b: string) => {
          if (calls++ >= from) throw fileError("ENOSPC");
          return real[method](a, b);
        },
      });
    };

    it("deletes the secret of a panel that is not stored", async () => {
      const store = await open({ files: failing("rename") });
      await assert.rejects(store.add(draft, { apiKey: KEY }), failsWith({ kind: "fileFailed", code: "ENOSPC" }));
      assert.deepEqual([store.list(), storage.secrets.values.size], [[], 0]);
      assert.deepEqual(
        [await readdir(join(storage.root, "panels")), await readdir(join(storage.root, "intents"))],
        [[], []],
      );
    });

    it("keeps the old key when the panel cannot refer to the new one", async () => {
      const record = await (await open()).add(draft, { apiKey: KEY });
      const store = await open({ files: failing("rename") });
      await assert.rejects(
        store.update(record.id, {}, { apiKey: "new" }),
        failsWith({ kind: "fileFailed", code: "ENOSPC" }),
      );
      assert.deepEqual([...storage.secrets.values.values()], [KEY]);
    });

    it("keeps a secret that the panel refers to although something failed afterwards", async () => {
      const real = createFileSystem(storage.clock);
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

    it("keeps a secret if it is unknown whether the panel refers to it", async () => {
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
      assert.equal(storage.secrets.values.size, 1);
      await storage.clock.pass(3_600_000);
      await open();
      await until(() => storage.secrets.values.size === 0);
    });

    it("does not open if nothing can be read", async () => {
      await assert.rejects(open({ files: failing("list") }), failsWith({ kind: "fileFailed", code: "ENOSPC" }));
    });

    it("closes its watcher if it does not open", async () => {
      const watchers = () => process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length;
      const before = watchers();
      for (let attempt = 0; attempt < 3; attempt++) await assert.rejects(open({ files: failing("list") }));
      await until(async () => watchers() <= before);
    });

    it("keeps its panels if reading again fails", async () => {
      const writer = await open();
      // the first three are of opening: the panels, and behind it the intents and the ids of the store
      const store = await open({ files: failing("list", 3) });
      const before = store.list();
      await until(async () => {
        await writeFile(join(storage.root, "panels", "nudge"), "");
        return storage.log.lines.includes("warn Panels could not be read again");
      });
      assert.equal(store.list(), before);
      writer.dispose();
    });
  });
});
