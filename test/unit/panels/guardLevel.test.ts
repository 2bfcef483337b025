import assert from "node:assert/strict";
import { guardLevels, safeguardFor } from "../../../src/panels/guardLevel.ts";

const EFFECTS = ["read", "change", "disrupt", "destroy"] as const;

describe("guard level", () => {
  it("has a safeguard for each level and effect", () => {
    const table = guardLevels.map((level) => [level, ...EFFECTS.map((effect) => safeguardFor(level, effect))]);
    assert.deepEqual(table, [
      ["trusted", "none", "none", "none", "ask"],
      ["ask", "none", "none", "ask", "ask"],
      ["typeName", "none", "ask", "ask", "typeName"],
      ["readOnly", "none", "refuse", "refuse", "refuse"],
    ]);
  });

  it("never asks less of a greater effect or at a more careful level", () => {
    const weight = ["none", "ask", "typeName", "refuse"];
    for (const [at, level] of guardLevels.entries())
      for (const [size, effect] of EFFECTS.entries()) {
        const here = weight.indexOf(safeguardFor(level, effect));
        const greater = EFFECTS[size + 1];
        const stricter = guardLevels[at + 1];
        if (greater !== undefined) assert.ok(here <= weight.indexOf(safeguardFor(level, greater)));
        if (stricter !== undefined) assert.ok(here <= weight.indexOf(safeguardFor(stricter, effect)));
      }
  });
});
