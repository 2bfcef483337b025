import assert from "node:assert/strict";
import type { PanelStore } from "../../../src/panels/panelStore.ts";
import { useStores } from "../../fakes/storesFixture.ts";

const ID = "0b5c1d52-6f0e-4f0a-9d3e-1f2a3b4c5d6e";

describe("PanelStore, changing a panel and its secrets", () => {
  const { storage, open } = useStores();
  let store: PanelStore;
  beforeEach(async () => (store = await open()));

  const add = (keyRef?: string) =>
    store.add({ id: ID, name: "Web", address: "https://192.0.2.1:8888" }, { apiKey: "old", entrance: "/old", keyRef });

  it("keeps the name under which a key was tried", async () => {
    const keyRef = await store.newKeyRef(ID);
    assert.equal((await add(keyRef)).keyRef, keyRef);
    const next = await store.newKeyRef(ID);
    assert.notEqual(next, keyRef);
    assert.equal((await store.update(ID, {}, { apiKey: "new", keyRef: next })).keyRef, next);
    assert.equal(await store.apiKey(await store.update(ID, {})), "new");
  });

  it("takes a new address with its entrance in one step", async () => {
    const old = await add();
    let changes = 0;
    store.onDidChange(() => changes++);
    const moved = await store.update(ID, { address: "https://192.0.2.2:8888" }, { entrance: "/new" });
    assert.equal(changes, 1);
    assert.equal(moved.keyRef, old.keyRef);
    assert.equal(await store.entrance(moved), "/new");
    assert.equal(await store.apiKey(moved), "old");
    assert.equal((await storage.secrets.keys()).length, 2, "the old entrance is deleted");
  });

  it("takes a key and an entrance together, and lets the entrance go", async () => {
    await add();
    const changed = await store.update(ID, { name: "Shop" }, { apiKey: "new", entrance: "/new" });
    assert.equal(changed.name, "Shop");
    assert.equal(await store.apiKey(changed), "new");
    assert.equal(await store.entrance(changed), "/new");
    const without = await store.update(ID, {}, { entrance: undefined });
    assert.equal(without.entranceRef, undefined);
    assert.equal(without.keyRef, changed.keyRef);
    assert.equal((await storage.secrets.keys()).length, 1);
  });

  it("stores nothing when the change is not possible", async () => {
    await add();
    await assert.rejects(store.update(ID, { name: "" }, { apiKey: "new" }), TypeError);
    assert.equal((await storage.secrets.keys()).length, 2);
    const record = store.get(ID);
    assert.equal(record && (await store.apiKey(record)), "old");
  });
});
