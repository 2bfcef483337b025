import assert from "node:assert/strict";
import { keepOpenNodes, storedOpenNodes } from "../../../src/window/keepOpenNodes.ts";
import { panelRecord } from "../../fakes/rows.ts";

const ID = "3f0c8e6a-1b2c-4d5e-8f90-a1b2c3d4e5f6";

describe("what the next window opens again", () => {
  it("is stored once for all that happens in one go, without panels that are gone", async () => {
    const stored = new Map<string, unknown>();
    let writes = 0;
    const memento = {
      get: (key: string) => stored.get(key),
      async update(key: string, value: unknown) {
        writes += 1;
        stored.set(key, value);
      },
    };
    const panels = [panelRecord({ id: ID })];
    const keep = keepOpenNodes(memento, () => panels);
    for (const open of [[], ["panel:demo"], ["panel:demo", `panel:${ID}`]]) keep({ open, closed: [] });
    await new Promise(setImmediate);
    assert.equal(writes, 1);
    assert.deepEqual(storedOpenNodes(memento, panels).open, ["panel:demo", `panel:${ID}`]);
    assert.deepEqual(storedOpenNodes(memento, []).open, ["panel:demo"]);
    keep({ open: [], closed: [] });
    await new Promise(setImmediate);
    assert.equal(writes, 2);
  });

  it("is lost without a word where VS Code refuses to store it", async () => {
    const keep = keepOpenNodes(
      { get: () => undefined, update: async () => Promise.reject(new Error("closing")) },
      () => [],
    );
    keep({ open: [], closed: [] });
    await new Promise(setImmediate);
    assert.deepEqual(storedOpenNodes({ get: () => undefined, update: async () => undefined }, []), {
      open: [],
      closed: [],
    });
  });
});
