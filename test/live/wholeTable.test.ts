import assert from "node:assert/strict";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import { operations } from "../../src/wire/operations/operations.ts";
import { hasOperation } from "../../src/wire/operations/wiresFor.ts";
import { skippedOn } from "./claims.ts";
import { onEachPanel } from "./onEachPanel.ts";

// its file is the last one
onEachPanel("The table of operations", (live, edition) => {
  it("was asked for as a whole, but for what the panel lacks", () => {
    const ids = (Object.keys(operations) as OperationId[]).filter((id) => hasOperation(edition, id));
    const left = ids.filter((id) => !live.window.asked.has(id));
    if (skippedOn(live.panel.name) === 0) assert.deepEqual(left, []);
  });
});
