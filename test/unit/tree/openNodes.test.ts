import assert from "node:assert/strict";
import { readOpenNodes, rememberedNodes } from "../../../src/tree/openNodes.ts";
import { panelRecord } from "../../fakes/rows.ts";

const HERE = "3f0c8e6a-1b2c-4d5e-8f90-a1b2c3d4e5f6";
const GONE = "4f0c8e6a-1b2c-4d5e-8f90-a1b2c3d4e5f6";

describe("what is open in the tree", () => {
  it("is remembered but for panels that were removed", () => {
    const open = [`panel:${HERE}`, `panel:${GONE}`, `group:${GONE}/site`, `group:${HERE}/site`, "panel:demo"];
    const remembered = rememberedNodes({ open, closed: ["folder:prod"] }, [panelRecord({ id: HERE })]);
    assert.deepEqual(remembered, {
      open: [`panel:${HERE}`, `group:${HERE}/site`, "panel:demo"],
      closed: ["folder:prod"],
    });
  });

  it("is bounded, and the newest is kept", () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `folder:${index}`);
    const { open, closed } = rememberedNodes({ open: many, closed: many }, []);
    assert.deepEqual([open.length, closed.length, open.at(-1)], [500, 500, "folder:1999"]);
  });

  it("is read as far as it can be, whatever is stored", () => {
    for (const stored of [undefined, null, 1, "x", [], {}, { open: 1, closed: {} }])
      assert.deepEqual(readOpenNodes(stored), { open: [], closed: [] });
    const mixed = { open: ["a", 1, null, "x".repeat(1_001)], closed: "x" };
    assert.deepEqual(readOpenNodes(mixed), { open: ["a"], closed: [] });
  });
});
