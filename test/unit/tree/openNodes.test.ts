import assert from "node:assert/strict";
import { keepOpenNodes, storedOpenNodes, type OpenNodes } from "../../../src/tree/openNodes.ts";
import { panelRecord } from "../../fakes/rows.ts";

const HERE = "3f0c8e6a-1b2c-4d5e-8f90-a1b2c3d4e5f6";
const GONE = "4f0c8e6a-1b2c-4d5e-8f90-a1b2c3d4e5f6";

describe("the open nodes for the next window", () => {
  let stored: unknown;
  let writes: number;
  const panels = [panelRecord({ id: HERE })];
  const memento = {
    get: () => stored,
    async update(_key: string, value: unknown) {
      writes += 1;
      stored = value;
    },
  };
  const keep = async (...all: readonly OpenNodes[]) => {
    const store = keepOpenNodes(memento, () => panels);
    all.forEach(store);
    await new Promise(setImmediate);
  };

  beforeEach(() => {
    stored = undefined;
    writes = 0;
  });

  it("are stored once per batch of changes, without removed panels", async () => {
    const open = [`panel:${HERE}`, `panel:${GONE}`, `group:${GONE}/site`, `group:${HERE}/site`, "panel:demo"];
    await keep({ open: [], closed: [] }, { open: ["panel:demo"], closed: [] }, { open, closed: ["folder:prod"] });
    assert.equal(writes, 1);
    const left = { open: [`panel:${HERE}`, `group:${HERE}/site`, "panel:demo"], closed: ["folder:prod"] };
    assert.deepEqual(storedOpenNodes(memento, panels), left);
    assert.deepEqual(storedOpenNodes(memento, []).open, ["panel:demo"]);
  });

  it("are bounded, and the newest are kept", async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `folder:${index}`);
    await keep({ open: many, closed: many });
    const { open, closed } = storedOpenNodes(memento, []);
    assert.deepEqual([open.length, closed.length, open.at(-1)], [500, 500, "folder:1999"]);
  });

  it("are none if something else is stored, or VS Code refuses to store them", async () => {
    for (stored of [undefined, null, 1, "x", [], {}, { open: 1, closed: {} }])
      assert.deepEqual(storedOpenNodes(memento, []), { open: [], closed: [] });
    const closing = { get: () => undefined, update: async () => Promise.reject(new Error("closing")) };
    keepOpenNodes(closing, () => [])({ open: ["a"], closed: [] });
    await new Promise(setImmediate);
  });
});
