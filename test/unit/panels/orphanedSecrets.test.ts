import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { PanelStore } from "../../../src/panels/panelStore.ts";
import { declareIntent, storeIds, removeOrphanedSecrets } from "../../../src/panels/orphanedSecrets.ts";
import { agreementsName, newSecretRef, parseSecretName, secretName } from "../../../src/panels/secretNames.ts";
import { createFileSystem } from "../../../src/storage/fileSystem.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import {
  Fuse,
  removeTemporaryDirectories,
  temporaryDirectory,
  TestLog,
  TestSecrets,
} from "../../fakes/storageFixture.ts";

const panelId = "3f0c8e6a-1b2c-4d5e-8f90-a1b2c3d4e5f6";
const HOUR = 3_600_000;
const NEVER = new AbortController().signal;

async function newWorld() {
  const clock = new SteppedClock({ speed: 1 });
  const files = createFileSystem(clock);
  return { root: await temporaryDirectory(), secrets: new TestSecrets(), log: new TestLog(), clock, files };
}

describe("removal of orphaned secrets", () => {
  afterEach(removeTemporaryDirectories);

  it("deletes secrets that no panel names, and nobody is about to name", async () => {
    const world = await newWorld();
    const [storeId] = await storeIds(world);
    const [orphan, awaited] = [newSecretRef(storeId, panelId), newSecretRef(storeId, panelId)];
    for (const ref of [orphan, awaited]) await world.secrets.store(secretName("key", ref), "secret");
    await declareIntent(world, awaited);
    await removeOrphanedSecrets(world, NEVER);
    assert.deepEqual(await world.secrets.keys(), [secretName("key", awaited)]);
    assert.deepEqual(world.log.lines, ["info 1 secrets that belonged to no panel were deleted"]);
    await world.clock.pass(HOUR);
    await removeOrphanedSecrets(world, NEVER);
    assert.deepEqual(await world.secrets.keys(), []);
    assert.deepEqual(await readdir(join(world.root, "intents")), []);
  });

  it("leaves secrets of another installation, or of nobody, alone", async () => {
    const world = await newWorld();
    const elsewhere = secretName("key", newSecretRef("00000000-0000-4000-8000-000000000000", panelId));
    for (const name of [elsewhere, "key/other", "somethingElse"]) await world.secrets.store(name, "secret");
    await removeOrphanedSecrets(world, NEVER);
    assert.equal(world.secrets.values.size, 3);
  });

  it("keeps the secrets of a panel whose file it cannot read", async () => {
    const world = await newWorld();
    const [storeId] = await storeIds(world);
    await world.secrets.store(secretName("key", newSecretRef(storeId, panelId)), "secret");
    await mkdir(join(world.root, "panels"));
    for (const text of ["{", JSON.stringify({ version: 2 })]) {
      await writeFile(join(world.root, "panels", `${panelId}.json`), text);
      await removeOrphanedSecrets(world, NEVER);
      assert.equal(world.secrets.values.size, 1);
    }
  });

  it("deletes what was agreed to on panels that are gone, a demo panel among them", async () => {
    const world = await newWorld();
    const [storeId] = await storeIds(world);
    const store = await PanelStore.open(world);
    const { id } = await store.add({ name: "Shop", address: "http://127.0.0.1:1" }, {});
    for (const each of [id, panelId, "demo-aapanel"]) await store.keepAgreements(each, "[]");
    await store.keepAgreements(id, '["one"]');
    await removeOrphanedSecrets(world, NEVER);
    assert.deepEqual(await world.secrets.keys(), [agreementsName(storeId, id)]);
    assert.equal(await store.agreements(id), '["one"]');
    // a file that cannot be read is that of a panel all the same
    await writeFile(join(world.root, "panels", `${id}.json`), "{");
    await removeOrphanedSecrets(world, NEVER);
    assert.deepEqual(await world.secrets.keys(), [agreementsName(storeId, id)]);
    await store.remove(id);
    assert.deepEqual(await world.secrets.keys(), []);
    store.dispose();
  });

  it("recognises the secrets of both ids if two windows made one at the same time", async () => {
    const world = await newWorld();
    await mkdir(join(world.root, "store"), { recursive: true });
    const ids = ["10000000-0000-4000-8000-000000000000", "20000000-0000-4000-8000-000000000000"];
    for (const id of [...ids, ".DS_Store"]) await writeFile(join(world.root, "store", id), "");
    assert.deepEqual((await storeIds(world)).toSorted(), ids);
    for (const id of ids) await world.secrets.store(secretName("entrance", newSecretRef(id, panelId)), "secret");
    await removeOrphanedSecrets(world, NEVER);
    assert.equal(world.secrets.values.size, 0);
  });

  it("parses the names that it makes", () => {
    const storeId = "10000000-0000-4000-8000-000000000000";
    const ref = newSecretRef(storeId, panelId);
    for (const kind of ["key", "entrance"] as const)
      assert.deepEqual(parseSecretName(secretName(kind, ref)), { kind, storeId, panelId, ref });
    for (const each of [panelId, "demo"]) {
      const name = agreementsName(storeId, each);
      assert.deepEqual(parseSecretName(name), { kind: "steps", storeId, panelId: each, ref: `${storeId}.${each}` });
    }
  });
});

/** What a person can do to the store. */
const steps = ["add", "replaceKey", "setEntrance", "clearEntrance", "rename", "move", "remove"] as const;
type Step = (typeof steps)[number];

/** A panel with its secrets, as a person knows it. */
interface Known {
  readonly name: string;
  readonly address: string;
  readonly apiKey: string | undefined;
  readonly entrance: string | undefined;
}

type State = Readonly<Record<string, Known>>;

describe("a process that dies", () => {
  afterEach(removeTemporaryDirectories);

  async function take(store: PanelStore, step: Step, fresh: string): Promise<void> {
    const id = store.list()[0]?.id ?? assert.fail("there is no panel");
    switch (step) {
      case "add":
        await store.add(
          { name: fresh, address: "http://127.0.0.1:1" },
          { apiKey: `${fresh}key`, entrance: `/${fresh}` },
        );
        return;
      case "replaceKey":
        await store.update(id, {}, { apiKey: `${fresh}key` });
        return;
      case "setEntrance":
        await store.update(id, {}, { entrance: `/${fresh}` });
        return;
      case "clearEntrance":
        await store.update(id, {}, { entrance: undefined });
        return;
      case "rename":
        await store.update(id, { name: fresh });
        return;
      case "move":
        await store.update(id, { address: "http://127.0.0.2:1" });
        return;
      case "remove":
        await store.remove(id);
        return;
      default:
        step satisfies never;
    }
  }

  async function stateOf(store: PanelStore): Promise<State> {
    const known = async (record: PanelRecord): Promise<readonly [string, Known]> => {
      const { id, name, address } = record;
      return [id, { name, address, apiKey: await store.apiKey(record), entrance: await store.entrance(record) }];
    };
    return Object.fromEntries(await Promise.all(store.list().map(known)));
  }

  const opened = async (world: Awaited<ReturnType<typeof newWorld>>, task: (store: PanelStore) => Promise<void>) => {
    const store = await PanelStore.open(world);
    try {
      await task(store);
    } finally {
      store.dispose();
    }
  };

  /** Takes a step in a process that dies before its nth access; `false`: it was done before. */
  async function dying(world: Awaited<ReturnType<typeof newWorld>>, step: Step, fresh: string, n: number) {
    const store = await PanelStore.open(world);
    store.dispose();
    const fuse = new Fuse(n);
    const mortal = { ...world, files: fuse.guard(world.files), secrets: fuse.guard(world.secrets) };
    // opening is not what dies here
    const other = await openWithout(mortal, fuse);
    await take(other, step, fresh).catch(() => undefined);
    other.dispose();
    return fuse.steps > n;
  }

  async function openWithout(world: Awaited<ReturnType<typeof newWorld>>, fuse: Fuse): Promise<PanelStore> {
    fuse.steps = Number.NEGATIVE_INFINITY;
    const store = await PanelStore.open(world);
    fuse.steps = 0;
    return store;
  }

  for (const step of steps)
    it(`leaves the old or the new state wherever ${step} is cut short, and no secret for long`, async () => {
      for (let n = 0, died = true; died; n++) {
        assert.ok(n < 40);
        const world = await newWorld();
        let before: State = {};
        await opened(world, async (store) => {
          for (const name of ["old", "other"])
            await store.add({ name, address: "http://127.0.0.1:1" }, { apiKey: `${name}key`, entrance: `/${name}` });
          before = await stateOf(store);
        });
        died = await dying(world, step, "fresh", n);
        const assertIsWhole = async (store: PanelStore) => {
          const after = await stateOf(store);
          const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
          const changed = ids.filter((id) => !same(before[id], after[id]));
          assert.ok(changed.length <= 1);
          for (const id of changed) assertIsNew(step, "fresh", before[id], after[id]);
          return after;
        };
        // at once, and after the leftovers were removed
        await opened(world, async (store) => void (await assertIsWhole(store)));
        await world.clock.pass(HOUR);
        await removeOrphanedSecrets(world, NEVER);
        await opened(world, async (store) => {
          const after = await assertIsWhole(store);
          const secrets = Object.values(after).flatMap(({ apiKey, entrance }) => [apiKey, entrance]);
          assert.deepEqual(
            [...world.secrets.values.values()].toSorted(),
            secrets.filter((secret) => secret !== undefined).toSorted(),
          );
          const files = Object.keys(after).map((id) => `${id}.json`);
          assert.deepEqual((await readdir(join(world.root, "panels"))).toSorted(), files.toSorted());
          assert.deepEqual(await readdir(join(world.root, "intents")), []);
        });
      }
    });

  function same(a: Known | undefined, b: Known | undefined): boolean {
    return JSON.stringify(a) === JSON.stringify(b);
  }

  function assertIsNew(step: Step, fresh: string, old: Known | undefined, now: Known | undefined): void {
    switch (step) {
      case "add":
        assert.equal(old, undefined);
        assert.deepEqual([now?.name, now?.apiKey], [fresh, `${fresh}key`]);
        assert.equal(now?.entrance, `/${fresh}`);
        return;
      case "remove":
        assert.equal(now, undefined);
        return;
      case "replaceKey":
        assert.deepEqual(now, { ...old, apiKey: `${fresh}key` });
        return;
      case "setEntrance":
        assert.deepEqual(now, { ...old, entrance: `/${fresh}` });
        return;
      case "clearEntrance":
        assert.deepEqual(now, { ...old, entrance: undefined });
        return;
      case "rename":
        assert.deepEqual(now, { ...old, name: fresh });
        return;
      case "move":
        // the entrance is that of the host
        assert.deepEqual(now, { ...old, address: now?.address, entrance: undefined });
        return;
      default:
        step satisfies never;
    }
  }
});
