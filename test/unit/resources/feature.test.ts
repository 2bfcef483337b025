import assert from "node:assert/strict";
import { groupsBelow, groupsOn, isOn, isOnAll, kindsIn, type Feature } from "../../../src/resources/feature.ts";
import { actionsOf, resourceKinds, resourceOf, topGroups } from "../../../src/resources/resources.ts";
import type { Verb } from "../../../src/resources/verbs.ts";
import type { Edition } from "../../../src/wire/answers/operation.ts";
import { operations } from "../../../src/wire/operations/operations.ts";

/** Every kind, and every action of a kind. */
const features: readonly Feature[] = resourceKinds.flatMap((kind) => [
  { kind },
  ...[...actionsOf(kind).map(([verb]) => verb), ...(Object.keys(resourceOf(kind).procedures ?? {}) as Verb[])].map(
    (verb) => ({ kind, verb }),
  ),
]);

/** The features that an edition lacks, as `kind` or `kind.verb`. */
const lacking = (edition: Edition): readonly string[] =>
  features
    .filter((feature) => !isOn(edition, feature))
    .map(({ kind, verb }) => (verb === undefined ? kind : `${kind}.${verb}`));

describe("the features of an edition", () => {
  it("are all on BaoTa, and if the edition is unknown", () => {
    assert.ok(features.length > 20);
    assert.deepEqual([lacking("baota"), lacking("unknown")], [[], []]);
  });

  it("are those with wires on aaPanel", () => {
    assert.deepEqual(lacking("aapanel"), [
      "certificateOrder.renew",
      "terminalSetting",
      "terminalSetting.turnOn",
      "terminalSetting.turnOff",
      "runtime",
      "runtime.upgrade",
    ]);
    assert.deepEqual([isOnAll({ kind: "site" }), isOnAll({ kind: "runtime" })], [true, false]);
  });

  it("require a read of the kind", () => {
    for (const kind of resourceKinds) assert.equal(operations[resourceOf(kind).listedBy].effect, "read", kind);
  });

  it("determine the groups", () => {
    for (const edition of ["baota", "aapanel", "unknown"] as const)
      assert.deepEqual(groupsOn(edition), topGroups, edition);
    const shown = (edition: Edition) =>
      ["terminalSetting", "dependencyManager"].map((group) => [
        kindsIn(edition, group as "terminalSetting"),
        groupsBelow(edition, group as "terminalSetting"),
      ]);
    const below = ["savedHost", "savedCommand"];
    assert.deepEqual(shown("aapanel"), [
      [[], below],
      [["dependencyManager"], []],
    ]);
    assert.deepEqual(shown("unknown"), [
      [["terminalSetting"], below],
      [["dependencyManager", "runtime"], []],
    ]);
  });
});
