import assert from "node:assert/strict";
import { commonFields } from "../../../src/deployments/commonFields.ts";
import { DEPLOYMENTS } from "../../../src/deployments/deploymentSetting.ts";
import type { TargetKind } from "../../../src/deployments/targetKind.ts";
import { broughtTo, targetKindFor, targetKindOf, targetKinds } from "../../../src/deployments/targetKinds.ts";
import { commandIds } from "../../../src/manifest/commands.ts";
import { proceduresOf } from "../../../src/resources/resources.ts";
import { packageJson } from "../manifest/packageJson.ts";

const { items } = packageJson.contributes.configuration.properties[DEPLOYMENTS] as unknown as {
  readonly items: { readonly properties: object };
};

describe("the table of what can be deployed to", () => {
  for (const target of Object.values<TargetKind>(targetKinds)) {
    const own = Object.keys(target.entry.entries).filter((field) => !(field in commonFields));

    it(`has what belongs to ${target.kind} elsewhere: changes, commands and fields of the setting`, () => {
      for (const verb of ["deploy", "rollBack"] as const) {
        assert.ok(proceduresOf(target.kind).includes(verb), verb);
        assert.ok(
          commandIds.some((id) => id === `serverPanel.${target.kind}.${verb}`),
          verb,
        );
      }
      assert.deepEqual(Object.keys(target.values).toSorted(), own.toSorted());
      for (const field of [...own, ...Object.keys(commonFields)]) assert.ok(field in items.properties, field);
    });

    it(`knows entries for ${target.kind} by their fields, and who they are for`, () => {
      const entry = { name: "name", ...Object.fromEntries(own.map((field) => [field, `a ${field}`])) };
      assert.equal(targetKindFor(entry), target);
      assert.ok(own.some((field) => target.nameIn(entry) === `a ${field}`));
      const { file } = target;
      if (file === undefined) return;
      const made = file.entryOf("name", "who", "*.what");
      assert.deepEqual([targetKindFor(made), target.nameIn(made), file.globIn(made)], [target, "who", "*.what"]);
    });
  }

  it("says of nothing else that it can be deployed to", () => {
    assert.throws(() => targetKindOf("container"), /nothing can be deployed to container/);
    assert.throws(() => broughtTo("site"), /a folder is brought to site/);
  });
});
