import assert from "node:assert/strict";
import { certificateIcons, configurationIcons, stateIcons } from "../../../src/views/stateIcons.ts";

describe("the icons of states", () => {
  it("have a shape of their own for each colour, which few people tell from another in a dot", () => {
    const icons = [stateIcons, certificateIcons, configurationIcons].flatMap((each) => Object.values(each));
    const colorsOf = Map.groupBy(icons, ([shape]) => shape);
    for (const [shape, those] of colorsOf) {
      const colors = new Set(those.map(([, color]) => color));
      assert.equal(colors.size, 1, `${shape}: ${[...colors].join(", ")}`);
    }
  });
});
