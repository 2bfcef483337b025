import assert from "node:assert/strict";
import { isNamedAfter } from "./fileName.ts";

describe("file names", () => {
  it("know what a file is named after", () => {
    assert.ok(isNamedAfter("src/a/clock.ts", ["systemClock"]));
    assert.ok(isNamedAfter("src/a/panelStore.ts", ["PanelStoreOptions", "PanelStore"]));
    assert.ok(isNamedAfter("src/a/treeNodes.ts", ["TreeNode"]));
    assert.ok(!isNamedAfter("src/a/lock.ts", ["systemClock"]));
    assert.ok(!isNamedAfter("src/a/Clock.ts", ["Clock"]));
    assert.ok(!isNamedAfter("src/a/utils.ts", ["clock"]));
  });
});
