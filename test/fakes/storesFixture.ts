import assert from "node:assert/strict";
import { PanelStore, type PanelStoreOptions } from "../../src/panels/panelStore.ts";
import { StorageError, type StorageProblem } from "../../src/storage/storageError.ts";
import { useStorage } from "./storageFixture.ts";

export const KEY = "PaneLLabKey0123456789abcdefABCDE";
export const draft = { name: "Web 1", address: "https://192.0.2.1:8888" };

/** Stores of windows that share a storage, new in each test of the enclosing `describe`. */
export function useStores() {
  const opened: PanelStore[] = [];
  // before the storage is taken away
  afterEach(() => opened.splice(0).forEach((store) => store.dispose()));
  const storage = useStorage();
  const open = async (options: Partial<PanelStoreOptions> = {}) => {
    const store = await PanelStore.open({ ...storage, ...options });
    opened.push(store);
    return store;
  };
  return { storage, open };
}

/** For `assert.rejects`: the problem alone, with nothing of what caused it. */
export function failsWith(problem: StorageProblem): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof StorageError);
    assert.deepEqual(error.problem, problem);
    assert.equal(error.message, problem.kind);
    assert.equal(error.cause, undefined);
    return true;
  };
}
