import assert from "node:assert/strict";
import * as v from "valibot";
import { commonFields } from "../../../src/deployments/commonFields.ts";
import { folderFields, text } from "../../../src/deployments/deploymentFields.ts";
import { DEPLOYMENTS, readDeployments, type Deployment } from "../../../src/deployments/deploymentSetting.ts";
import { fittingRow, meantBy } from "../../../src/deployments/findTargetKind.ts";
import { jarTarget } from "../../../src/deployments/jarTarget.ts";
import type { TargetKind } from "../../../src/deployments/targetKind.ts";
import {
  broughtAs,
  isSameName,
  isStoppedProcess,
  targetKindCalled,
  targetKindFor,
  targetKinds,
  targetKindRecorded,
  targetKindsOf,
  targetKindsOfRow,
  targetNameIn,
} from "../../../src/deployments/targetKinds.ts";
import { websiteTarget } from "../../../src/deployments/websiteTarget.ts";
import { isOfFolder } from "../../../src/deployments/window/chooseDeployment.ts";
import { commandIds } from "../../../src/manifest/commands.ts";
import { actionsOf, proceduresOf, resourceOf } from "../../../src/resources/resources.ts";
import { packageJson } from "../manifest/packageJson.ts";

const { items } = packageJson.contributes.configuration.properties[DEPLOYMENTS] as unknown as {
  readonly items: { readonly properties: object };
};

/** A valid deployment to one called `who`, with what is brought to it. */
function madeDeployment({ brings, nameField }: TargetKind): Deployment {
  const folder = { name: "name", [nameField]: "who", source: "dist" };
  const entry = brings.what === "folder" ? folder : brings.entryOf("name", "who", "*.what");
  const { deployments, invalid } = readDeployments([entry]);
  assert.deepEqual(invalid, []);
  return deployments[0] ?? assert.fail("no deployment");
}

describe("the table of what can be deployed to", () => {
  for (const target of targetKinds as readonly TargetKind[]) {
    const own = Object.keys(target.entry.entries).filter((field) => !(field in commonFields));

    it(`has what belongs to a ${target.id} elsewhere: changes, commands and fields of the setting`, () => {
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

    it(`knows entries for a ${target.id} by their fields, and who they are for`, () => {
      const entry = { name: "name", ...Object.fromEntries(own.map((field) => [field, `a ${field}`])) };
      assert.equal(targetKindFor(entry), target);
      const deployment = madeDeployment(target);
      assert.deepEqual([targetKindFor(deployment), targetNameIn(deployment)], [target, "who"]);
      const { brings } = target;
      if (brings.what === "file") assert.equal(brings.globIn(deployment), "*.what");
    });

    it(`takes a deployment to a ${target.id} for one of a folder if it has a source folder, and else for one of a file`, () => {
      const deployment = madeDeployment(target);
      const folder = { name: "project", path: "/project" };
      assert.equal(isOfFolder({ folder, deployment }), "source" in deployment);
      assert.equal(target.brings.what, "source" in deployment ? "folder" : "file");
    });

    it(`can restart, start, stop and see a ${target.id} that has a process, and show its log`, () => {
      const verbs = actionsOf(target.kind).map(([verb]) => verb);
      if (target.process === undefined) return;
      for (const verb of ["restart", "start", "stop"] as const) assert.ok(verbs.includes(verb), verb);
      assert.ok(resourceOf(target.kind).log);
    });
  }

  it("has an id for each, of its own", () => {
    const ids = targetKinds.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const target of targetKinds) assert.equal(targetKindCalled(target.id), target);
    assert.equal(targetKindCalled("of a newer version"), undefined);
    assert.equal(targetKindCalled(undefined), undefined);
  });

  it("takes a record without an id for one of the first of its kind, as earlier versions had no other", () => {
    assert.equal(targetKindRecorded("javaProject", undefined), jarTarget);
    assert.equal(targetKindRecorded("javaProject", "website"), websiteTarget);
    assert.equal(targetKindRecorded("javaProject", "of a newer version"), undefined);
    assert.equal(targetKindRecorded("of a newer version", undefined), undefined);
  });

  it("says of nothing else that it can be deployed to", () => {
    assert.throws(() => targetKindsOf("container"), /nothing can be deployed to container/);
    assert.deepEqual(targetKindsOfRow({ kind: "container", row: {} }), []);
    assert.throws(() => broughtAs(websiteTarget, "file"), /a folder is brought to website/);
    assert.throws(() => broughtAs(jarTarget, "folder"), /a file is brought to jar/);
  });

  it("does not tell domains apart by upper and lower case, but names of projects", () => {
    assert.ok(isSameName(websiteTarget, "Example.com", "example.COM"));
    assert.ok(!isSameName(jarTarget, "Shop", "shop"));
    assert.ok(isSameName(jarTarget, "shop", "shop"));
  });

  it("knows which row is stopped, and that a website never is", () => {
    const row = { pids: [], running: false };
    assert.ok(isStoppedProcess({ targetKind: "jar", row }));
    assert.ok(!isStoppedProcess({ targetKind: "jar", row: { pids: [7] } }));
    assert.ok(!isStoppedProcess({ targetKind: "website", row }));
  });
});

describe("several targets of one kind of resource", () => {
  const made = (id: string, fields: v.ObjectEntries, fits?: (row: unknown) => boolean): TargetKind => ({
    ...(jarTarget as TargetKind),
    id,
    kind: "project",
    entry: v.strictObject({ ...commonFields, ...fields }),
    ...(fits && { fits }),
  });
  const isGo = (row: unknown) => (row as { readonly type: string }).type === "go";
  const program = made("program", { project: text, program: text }, isGo);
  const folder = made("folder", { project: text, ...folderFields });
  const all: readonly TargetKind[] = [jarTarget, websiteTarget, program, folder];

  it("are told apart by what an entry brings, not by whom it is for", () => {
    const meant = (...fields: readonly string[]) => meantBy(all, ["name", ...fields])?.id;
    assert.equal(meant("project", "jar"), "jar");
    assert.equal(meant("project", "program"), "program");
    assert.equal(meant("project", "source"), "folder");
    assert.equal(meant("project", "source", "exclude", "check"), "folder");
    assert.equal(meant("website", "source"), "website");
  });

  it("are meant by names with mistakes in them, too", () => {
    const meant = (...fields: readonly string[]) => meantBy(all, ["name", ...fields])?.id;
    assert.equal(meant("javaProject", "Jar"), "jar");
    assert.equal(meant("goProject", "programs"), "program");
    assert.equal(meant("Project", "sourceFolder"), "folder");
    assert.equal(meant("project"), "jar", "the first that it may be");
    assert.equal(meant("task", "check"), undefined);
  });

  it("are all that a row is, as far as it is known", () => {
    assert.deepEqual(fittingRow(all, "project", { type: "go" }), [program, folder]);
    assert.deepEqual(fittingRow(all, "project", { type: "node" }), [folder]);
    assert.deepEqual(fittingRow(all, "project", undefined), [program, folder]);
    assert.deepEqual(fittingRow(all, "javaProject", {}), [jarTarget]);
    assert.deepEqual(fittingRow(all, "container", {}), []);
  });
});
