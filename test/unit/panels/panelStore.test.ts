import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "../../fakes/storageFixture.ts";
import { draft, failsWith, KEY, useStores } from "../../fakes/storesFixture.ts";

describe("PanelStore", () => {
  const { storage, open } = useStores();
  const path = (id: string) => join(storage.root, "panels", `${id}.json`);
  const contentOf = async (id: string) => JSON.parse(await readFile(path(id), "utf8")) as Record<string, unknown>;

  it("keeps panels and their secrets over a restart, secrets out of files, and names out of file names", async () => {
    const store = await open();
    const first = await store.add(draft, { apiKey: KEY, entrance: "/abcd1234" });
    const second = await store.add({ ...draft, name: "Web 0", guardLevel: "readOnly" }, { apiKey: "other key" });
    const again = await open();
    assert.deepEqual(again.list(), [first, second]);
    assert.deepEqual(again.get(second.id), second);
    assert.equal(again.get("none"), undefined);
    assert.equal(await again.apiKey(first), KEY);
    assert.equal(await again.entrance(first), "/abcd1234");
    assert.equal(await again.apiKey(second), "other key");
    assert.equal(await again.entrance(second), undefined);
    for (const entry of await readdir(storage.root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      assert.doesNotMatch(entry.name, /Web|192\.0\.2/);
      const text = entry.name + (await readFile(join(entry.parentPath, entry.name), "utf8"));
      assert.doesNotMatch(text, /PaneLLabKey|abcd1234/);
    }
    assert.deepEqual(await readdir(join(storage.root, "intents")), []);
  });

  it("takes the id and the settings of a draft, but neither its refs nor its order", async () => {
    const store = await open();
    await store.add(draft, { apiKey: KEY });
    const id = "3f0c8e6a-1b2c-4d5e-8f90-a1b2c3d4e5f6";
    const given = { ...draft, id, order: 0, keyRef: "mine", entranceRef: "mine", version: 1, httpConsent: true };
    const record = await store.add(given, { apiKey: KEY });
    assert.equal(record.id, id);
    assert.equal(record.order, 1);
    assert.equal(record.httpConsent, true);
    assert.equal(record.entranceRef, undefined);
    assert.equal(await store.apiKey(record), KEY);
    await assert.rejects(store.add(given, { apiKey: "second" }), TypeError);
    assert.equal(storage.secrets.values.size, 2);
    assert.equal(await store.apiKey(record), KEY);
  });

  it("does not store an unreadable panel", async () => {
    const store = await open();
    await assert.rejects(store.add({ ...draft, address: "https://h/path" }, { apiKey: KEY }), TypeError);
    assert.deepEqual([store.list(), storage.secrets.values.size], [[], 0]);
  });

  it("updates on top of another window's changes, and keeps fields of newer versions", async () => {
    const [a, b] = [await open(), await open()];
    const { id } = await a.add({ ...draft, color: "red" }, { apiKey: KEY });
    await writeFile(path(id), JSON.stringify({ ...(await contentOf(id)), future: [1] }));
    await b.update(id, { tags: ["prod"] });
    const record = await a.update(id, { name: "Renamed", color: undefined });
    assert.deepEqual([record.tags, record.name, record.color], [["prod"], "Renamed", undefined]);
    assert.deepEqual((await contentOf(id))["future"], [1]);
  });

  it("loses no change when windows change the same panel at once", async () => {
    const [a, b, c] = [await open(), await open(), await open()];
    const { id } = await a.add(draft, { apiKey: KEY });
    await Promise.all([
      a.update(id, { name: "Renamed" }),
      b.update(id, { tags: ["prod"] }),
      c.update(id, {}, { apiKey: "new key" }),
      a.update(id, { guardLevel: "trusted" }),
      b.update(id, {}, { entrance: "/abcd1234" }),
    ]);
    await a.refresh();
    const record = a.get(id);
    assert.ok(record);
    assert.deepEqual([record.name, record.tags, record.guardLevel], ["Renamed", ["prod"], "trusted"]);
    assert.equal(await a.apiKey(record), "new key");
    assert.equal(await a.entrance(record), "/abcd1234");
    assert.equal(storage.secrets.values.size, 2);
  });

  it("drops pin, consent, entrance and login when the address changes to another server", async () => {
    const store = await open();
    const pin = Array.from({ length: 32 }, () => "AB").join(":");
    const { id } = await store.add(
      { ...draft, pin, httpConsent: true, ssh: "root@web-1" },
      { apiKey: KEY, entrance: "/abcd1234" },
    );
    const same = await store.update(id, { address: draft.address });
    assert.deepEqual([same.pin, same.httpConsent], [pin, true]);
    const otherPort = await store.update(id, { address: "http://192.0.2.1:8889", httpConsent: true });
    assert.deepEqual([otherPort.pin, otherPort.httpConsent, otherPort.ssh], [undefined, true, "root@web-1"]);
    assert.equal(await store.entrance(otherPort), "/abcd1234");
    const otherHost = await store.update(id, { address: "http://192.0.2.2:8889" });
    assert.deepEqual([otherHost.httpConsent, otherHost.entranceRef, otherHost.ssh], [false, undefined, undefined]);
    assert.deepEqual([...storage.secrets.values.values()], [KEY]);
    await assert.rejects(store.update(id, { address: "nonsense" }), TypeError);
  });

  it("keeps the name under which a key was tried", async () => {
    const store = await open();
    const id = "0b5c1d52-6f0e-4f0a-9d3e-1f2a3b4c5d6e";
    const keyRef = await store.newKeyRef(id);
    assert.equal((await store.add({ ...draft, id }, { apiKey: "old", keyRef })).keyRef, keyRef);
    const next = await store.newKeyRef(id);
    assert.notEqual(next, keyRef);
    const changed = await store.update(id, {}, { apiKey: "new", keyRef: next });
    assert.deepEqual([changed.keyRef, await store.apiKey(changed)], [next, "new"]);
  });

  it("changes the address with its entrance in one step", async () => {
    const store = await open();
    const old = await store.add(draft, { apiKey: KEY, entrance: "/old" });
    let changes = 0;
    store.onDidChange(() => changes++);
    const moved = await store.update(old.id, { address: "https://192.0.2.2:8888" }, { entrance: "/new" });
    assert.equal(changes, 1);
    assert.equal(moved.keyRef, old.keyRef);
    assert.deepEqual([await store.entrance(moved), await store.apiKey(moved)], ["/new", KEY]);
    assert.equal(storage.secrets.values.size, 2, "the old entrance is deleted");
  });

  it("replaces key and entrance under new names, deletes the old ones, and removes the entrance", async () => {
    const store = await open();
    const old = await store.add(draft, { apiKey: "old", entrance: "/old" });
    const changed = await store.update(old.id, { name: "Shop" }, { apiKey: "new", entrance: "/new" });
    assert.notEqual(changed.keyRef, old.keyRef);
    assert.deepEqual(
      [changed.name, await store.apiKey(changed), await store.entrance(changed)],
      ["Shop", "new", "/new"],
    );
    assert.deepEqual([await store.apiKey(old), storage.secrets.values.size], [undefined, 2]);
    const without = await store.update(old.id, {}, { entrance: undefined });
    assert.deepEqual([without.entranceRef, without.keyRef], [undefined, changed.keyRef]);
    assert.equal(storage.secrets.values.size, 1);
  });

  it("stores no secret if the change is impossible", async () => {
    const store = await open();
    const record = await store.add(draft, { apiKey: "old" });
    await assert.rejects(store.update(record.id, { name: "" }, { apiKey: "new" }), TypeError);
    assert.deepEqual([...storage.secrets.values.values()], ["old"]);
    assert.equal(await store.apiKey(store.get(record.id) ?? assert.fail("it is gone")), "old");
  });

  it("removes a panel with its secrets, and does nothing the second time", async () => {
    const store = await open();
    const { id } = await store.add(draft, { apiKey: KEY, entrance: "/abcd1234" });
    await store.remove(id);
    await store.remove(id);
    assert.deepEqual(
      [store.list(), storage.secrets.values.size, await readdir(join(storage.root, "panels"))],
      [[], 0, []],
    );
  });

  for (const found of ["as it is removed", "before", "meanwhile"] as const)
    it(`removes a panel with its secrets although its file is corrupt, found ${found}`, async () => {
      const store = await open();
      const { id } = await store.add(draft, { apiKey: KEY });
      await writeFile(path(id), "{");
      const refreshed = found === "as it is removed" ? undefined : store.refresh();
      if (found === "before") await refreshed;
      await store.remove(id);
      await refreshed;
      assert.deepEqual([storage.secrets.values.size, await readdir(join(storage.root, "panels"))], [0, []]);
    });

  it("reports a panel that is gone or unreadable, and leaves no secret behind", async () => {
    const [a, b] = [await open(), await open()];
    const { id } = await a.add(draft, { apiKey: KEY });
    const text = await readFile(path(id), "utf8");
    await writeFile(path(id), text.replace('"version": 1', '"version": 2'));
    await assert.rejects(a.update(id, { name: "x" }), failsWith({ kind: "unreadable" }));
    await writeFile(path(id), text);
    await b.remove(id);
    await assert.rejects(a.update(id, { name: "x" }), failsWith({ kind: "gone" }));
    await assert.rejects(a.update(id, {}, { apiKey: "new key" }), failsWith({ kind: "gone" }));
    assert.equal(storage.secrets.values.size, 0);
    assert.deepEqual(await readdir(join(storage.root, "intents")), []);
  });

  it("follows other windows and calls back once per change", async () => {
    const [a, b] = [await open(), await open()];
    const seen: number[] = [];
    const subscription = b.onDidChange(() => seen.push(b.list().length));
    const record = await a.add(draft, { apiKey: KEY });
    await until(() => b.list().length === 1);
    await a.update(record.id, { name: "Renamed" });
    await until(() => b.list()[0]?.name === "Renamed");
    await a.remove(record.id);
    await until(() => b.list().length === 0);
    assert.deepEqual(seen, [1, 1, 0]);
    subscription.dispose();
    await b.add(draft, { apiKey: KEY });
    assert.equal(seen.length, 3);
  });

  it("reports its own changes once", async () => {
    const store = await open();
    let changes = 0;
    store.onDidChange(() => changes++);
    await store.add(draft, { apiKey: KEY });
    await store.refresh();
    assert.equal(changes, 1);
  });

  it("skips unusable files, logs each once without its content, and loads the rest", async () => {
    const store = await open();
    const { id } = await store.add(draft, { apiKey: KEY });
    const name = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000.json`;
    await writeFile(join(storage.root, "panels", name(1)), '{"name": "my secret"');
    await writeFile(join(storage.root, "panels", name(2)), JSON.stringify({ version: 7 }));
    await writeFile(join(storage.root, "panels", name(3)), JSON.stringify({ version: 1, name: "my secret" }));
    await mkdir(join(storage.root, "panels", name(4)));
    await writeFile(join(storage.root, "panels", name(5)), "");
    await truncate(join(storage.root, "panels", name(5)), 5 * 2 ** 30);
    await writeFile(join(storage.root, "panels", ".DS_Store"), "");
    const again = await open();
    await again.refresh();
    assert.deepEqual(
      again.list().map((record) => record.id),
      [id],
    );
    const lines = storage.log.lines.filter((line) => line.includes("skipped")).toSorted();
    store.dispose();
    assert.deepEqual(
      [...new Set(lines)],
      [
        `warn The panel file ${name(1)} is skipped: it is not a JSON object`,
        `warn The panel file ${name(2)} is skipped: it was written by a newer version of the extension (7)`,
        `warn The panel file ${name(3)} is skipped: it has no usable id, address`,
        `warn The panel file ${name(4)} is skipped: it cannot be read (EISDIR)`,
        `warn The panel file ${name(5)} is skipped: it cannot be read (EFBIG)`,
      ],
    );
  });

  it("skips a named pipe, and waits for nobody to write into it", async function () {
    if (process.platform === "win32") this.skip();
    const { id } = await (await open()).add(draft, { apiKey: KEY });
    const pipe = "11111111-0000-4000-8000-000000000000.json";
    await promisify(execFile)("mkfifo", [join(storage.root, "panels", pipe)]);
    assert.deepEqual(
      (await open()).list().map((record) => record.id),
      [id],
    );
    assert.ok(storage.log.lines.includes(`warn The panel file ${pipe} is skipped: it cannot be read (EFTYPE)`));
  });

  it("can be opened after its directory went away while it was open", async () => {
    const store = await open();
    // what the store still does in the background may write a file meanwhile
    await rm(storage.root, { recursive: true, maxRetries: 10 });
    const record = await store.add(draft, { apiKey: KEY });
    assert.deepEqual((await open()).list(), [record]);
  });
});
