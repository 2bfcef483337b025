import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { StorageError } from "../../../src/storage/storageError.ts";
import { removeOrphanedSecrets } from "../../../src/panels/orphanedSecrets.ts";
import { createFileSystem } from "../../../src/storage/fileSystem.ts";
import { HangingSecrets } from "../../fakes/hangingSecrets.ts";
import { until } from "../../fakes/storageFixture.ts";
import { draft, KEY, useStores } from "../../fakes/storesFixture.ts";

const NEVER = new AbortController().signal;
const HOUR = 3_600_000;

/** After this time a call of the secret store is given up. */
const DEADLINE = 30_000;

describe("PanelStore with a keyring that hangs", () => {
  let secrets: HangingSecrets;
  beforeEach(() => (secrets = new HangingSecrets()));
  afterEach(() => secrets.letGo());

  const { storage, open: openWith } = useStores();
  const open = () => openWith({ secrets });
  const removeOrphans = async () =>
    removeOrphanedSecrets({ ...storage, secrets, files: createFileSystem(storage.clock) }, NEVER);
  /** Waits until something holds, while the deadline of each call that hangs passes. */
  const untilGivenUp = async (holds: () => boolean) => {
    let overdue = 0;
    await until(async () => {
      if (secrets.waiting > overdue) {
        overdue = secrets.waiting;
        await storage.clock.pass(DEADLINE);
      }
      return holds();
    });
  };
  /** A task fails as it must once its deadlines have passed. */
  const failsInTime = async (task: Promise<unknown>) => {
    let failure: unknown;
    task.then(
      () => (failure = "done"),
      (error: unknown) => (failure = error),
    );
    await untilGivenUp(() => failure !== undefined);
    assert.ok(failure instanceof StorageError);
    assert.deepEqual(failure.problem, { kind: "secretsUnavailable" });
  };

  it("opens, and logs that it could not look for orphaned secrets", async () => {
    await (await open()).add(draft, { apiKey: KEY });
    secrets.isHanging = true;
    assert.equal((await open()).list().length, 1);
    await untilGivenUp(() => storage.log.lines.some((line) => line.includes("could not be looked for")));
  });

  it("reports the failure when a key is read, added or replaced", async () => {
    const store = await open();
    const record = await store.add(draft, { apiKey: KEY });
    secrets.isHanging = true;
    await failsInTime(store.apiKey(record));
    await failsInTime(store.add(draft, { apiKey: KEY }));
    await failsInTime(store.update(record.id, {}, { apiKey: "new" }));
    assert.deepEqual(store.list(), [record]);
    secrets.letGo();
    assert.equal(await store.apiKey(record), KEY);
  });

  it("still reads files, renames and removes panels meanwhile", async () => {
    const [store, other] = [await open(), await open()];
    const { id } = await store.add(draft, { apiKey: KEY });
    secrets.isHanging = true;
    const adding = failsInTime(store.add(draft, { apiKey: KEY }));
    await other.refresh();
    await other.update(id, { name: "renamed" });
    await store.refresh();
    assert.equal(store.get(id)?.name, "renamed");
    const removing = store.remove(id);
    await until(() => store.list().length === 0);
    await adding;
    await untilGivenUp(() =>
      storage.log.lines.includes("warn A secret that is no longer needed could not be deleted yet"),
    );
    await removing;
  });

  it("loses nothing if an abandoned call succeeds later: trying again with the same key works", async () => {
    const store = await open();
    const id = "3f0c8e6a-1b2c-4d5e-8f90-a1b2c3d4e5f6";
    const keyRef = await store.newKeyRef(id);
    secrets.isHanging = true;
    await failsInTime(store.add({ ...draft, id }, { apiKey: KEY, keyRef }));
    secrets.letGo();
    const record = await store.add({ ...draft, id }, { apiKey: KEY, keyRef });
    assert.equal(await store.apiKey(record), KEY);
    await storage.clock.pass(HOUR);
    await removeOrphans();
    assert.equal(await store.apiKey(record), KEY);
  });

  it("deletes a secret in the end that was stored after its call was given up", async () => {
    const store = await open();
    secrets.isHanging = true;
    await failsInTime(store.add(draft, { apiKey: KEY }));
    assert.equal((await readdir(join(storage.root, "intents"))).length, 1);
    secrets.letGo();
    await until(() => secrets.values.size === 1);
    await removeOrphans();
    assert.equal(secrets.values.size, 1, "somebody may be about to name it");
    await storage.clock.pass(HOUR);
    await removeOrphans();
    assert.equal(secrets.values.size, 0);
    assert.deepEqual(await readdir(join(storage.root, "intents")), []);
  });

  it("loses no key while orphaned secrets are removed and panels are added", async () => {
    const store = await open();
    const adding = Array.from({ length: 20 }, () => store.add(draft, { apiKey: KEY }));
    while (store.list().length < adding.length) await removeOrphans();
    for (const record of await Promise.all(adding)) assert.equal(await store.apiKey(record), KEY);
    assert.equal(secrets.values.size, adding.length);
  });
});
