import assert from "node:assert/strict";
import { commonFields } from "../../../src/deployments/commonFields.ts";
import { readDeployments, type Deployment } from "../../../src/deployments/deploymentSetting.ts";
import { jarTarget } from "../../../src/deployments/jarTarget.ts";
import { projectFolderTarget } from "../../../src/deployments/projectFolderTarget.ts";
import { projectProgramTarget } from "../../../src/deployments/projectProgramTarget.ts";
import type { TargetKind } from "../../../src/deployments/targetKind.ts";
import {
  broughtAs,
  isSameName,
  isStoppedProcess,
  targetKindCalled,
  targetKindFor,
  targetKindIn,
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
import type { Project, ProjectType } from "../../../src/resources/project.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { packageJson } from "../manifest/packageJson.ts";
import { DEPLOYMENTS } from "../../../src/manifest/manifest.ts";

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
          commandIds.some((id) => id === `serverPanel.${verb}`),
          verb,
        );
      }
      for (const field of [target.nameField, target.broughtField]) assert.ok(own.includes(field), field);
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
  const meant = (...fields: readonly string[]) => {
    const found = targetKindIn(Object.fromEntries(["name", ...fields].map((field) => [field, ""])));
    return "lacks" in found ? found.lacks : found.id;
  };
  const idsOf = (type: ProjectType) => targetKindsOfRow({ kind: "project", row: { type } }).map(({ id }) => id);

  it("are told apart by what an entry brings, not by whom it is for", () => {
    assert.equal(meant("project", "jar"), "jar");
    assert.equal(meant("project", "program"), "projectProgram");
    assert.equal(meant("project", "source"), "projectFolder");
    assert.equal(meant("project", "source", "exclude", "check"), "projectFolder");
    assert.equal(meant("website", "source"), "website");
  });

  it("are not guessed: an entry lacks the fields of which it needs one", () => {
    assert.deepEqual(meant("task", "check"), ["project", "website", "targets"]);
    assert.deepEqual(meant("project"), ["jar", "source", "program"]);
    assert.deepEqual(meant("project", "Jar"), ["jar", "source", "program"]);
    assert.deepEqual(meant("website"), ["source"]);
    assert.throws(() => targetKindFor({ name: "app", project: "app" }), /a deployment lacks jar,source,program/);
  });

  it("are all that a row is, as far as it is known", () => {
    for (const type of ["go", "other"] as const) assert.deepEqual(idsOf(type), ["projectFolder", "projectProgram"]);
    for (const type of ["node", "python"] as const) assert.deepEqual(idsOf(type), ["projectFolder"]);
    assert.equal(targetKindsOfRow({ kind: "project" }).length, 2);
    assert.deepEqual(targetKindsOfRow({ kind: "javaProject", row: {} }), [jarTarget]);
  });
});

describe("where a project takes what is brought to it", () => {
  const row = (given: object) => ({ type: "go", name: "app", ...given }) as Project;
  const { brings: program } = projectProgramTarget;
  const { brings: folder } = projectFolderTarget;

  it("is its own program, but none of the system", () => {
    assert.equal(program.onServer(row({ program: "/www/wwwroot/app/app" })), "/www/wwwroot/app/app");
    for (const path of [
      "/usr/bin/python3",
      "/usr/local/bin/app",
      "/bin/sh",
      "/www/server/x",
      "app",
      "",
      "/a b",
      "/a/../b",
    ])
      assert.equal(program.onServer(row({ program: path })), undefined, path);
  });

  it("is its own directory, or that of its program", () => {
    assert.equal(folder.onServer(row({ directory: "/srv/app", program: "/srv/app/bin/app" })), "/srv/app");
    assert.equal(folder.onServer(row({ program: "/srv/other/app" })), "/srv/other");
    assert.equal(folder.onServer(row({})), undefined);
  });

  it("is told from others in the list of all websites and projects by its type and its name", () => {
    const listed = (type: string, name: string) => ({ type, name }) as Site;
    assert.ok(folder.isListedAs(row({}), listed("Go", "app")));
    assert.ok(!folder.isListedAs(row({}), listed("Node", "app")));
    assert.ok(!folder.isListedAs(row({}), listed("Go", "app2")));
  });

  it("has others that run the very same program", async () => {
    const rows = [row({ program: "/srv/app" }), { ...row({ program: "/srv/app" }), name: "twin" }];
    const { callFor } = new FakeCalls({
      "project.listGo": () => ({ rows, unreadable: [], total: rows.length }),
      "project.listOther": () => ({ rows: [], unreadable: [], total: 0 }),
    });
    assert.deepEqual(await program.sharedBy(callFor(), row({ program: "/srv/app" })), ["twin"]);
  });

  it("has the programs of its own Node.js or Python first, unless their path could be another command", () => {
    const { programs } = projectFolderTarget;
    assert.deepEqual(programs({ ...row({ node: "v20.20.2" }), type: "node" }), ["/www/server/nodejs/v20.20.2/bin"]);
    assert.deepEqual(programs({ ...row({ environment: "/srv/venv" }), type: "python" }), ["/srv/venv/bin"]);
    for (const odd of ["../x", "v20;id", ""]) assert.deepEqual(programs({ ...row({ node: odd }), type: "node" }), []);
    for (const odd of ["/a:/b", "venv", "/a b", ""])
      assert.deepEqual(programs({ ...row({ environment: odd }), type: "python" }), []);
  });
});
