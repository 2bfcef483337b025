import assert from "node:assert/strict";
import { isOn } from "../../src/resources/feature.ts";
import { actionsOf, proceduresOf, resourceKinds } from "../../src/resources/resources.ts";
import { operations, type OperationId } from "../../src/wire/operations/operations.ts";
import { hasOperation } from "../../src/wire/operations/wiresFor.ts";
import { operationsOn, skippedOn } from "./claims.ts";
import { onEachPanel } from "./onEachPanel.ts";

// the last file by name
onEachPanel("The live tier", (live, edition) => {
  it("calls each operation of the wire table, unless a part is missing", () => {
    const ids = (Object.keys(operations) as OperationId[]).filter((id) => hasOperation(edition, id));
    const left = ids.filter((id) => !live.window.asked.has(id));
    if (skippedOn(live.panel.name) === 0) assert.deepEqual(left, []);
  });

  it("compares each action of the resource table, unless a part is missing", () => {
    const actions = resourceKinds.flatMap((kind) =>
      [...actionsOf(kind).map(([verb]) => verb), ...proceduresOf(kind)]
        .filter((verb) => isOn(edition, { kind, verb }))
        .map((verb) => `${kind}.${verb}`),
    );
    const compared = operationsOn(live.panel.name);
    const left = actions.filter((action) => !compared.has(action));
    if (skippedOn(live.panel.name) === 0) assert.deepEqual(left, []);
  });
});
