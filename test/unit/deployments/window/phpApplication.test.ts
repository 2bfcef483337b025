import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { isPhpApplication } from "../../../../src/deployments/window/sources/phpApplication.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";
import { DeployWindow, SITE } from "./deployWindow.ts";
import { serveWebsite } from "./releaseWindow.ts";

async function put(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), path);
  }
}

describe("a folder", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "application-"))));
  afterEach(async () => rm(folder, { recursive: true }));

  const cases: readonly (readonly [readonly string[], boolean])[] = [
    [["artisan"], true],
    [["artisan", "public/index.php"], true],
    [["composer.json", "public/index.php"], true],
    [["composer.json", "index.php"], false],
    [["public/index.php"], false],
    [["package.json", "public/index.html"], false],
    [["artisan/index.php", "composer.json"], false],
  ];
  for (const [paths, isOne] of cases)
    it(`with ${paths.join(" and ")} is ${isOne ? "an" : "no"} application that needs all of itself`, async () => {
      await put(folder, paths);
      assert.equal(await isPhpApplication(folder), isOne);
    });
});

describe("an application in PHP that is deployed ad hoc", () => {
  let window: DeployWindow;
  beforeEach(async () => {
    window = await DeployWindow.open("baota", undefined, { runsCommands: true });
    serveWebsite(window.used);
    window.state();
    window.commands.workspace.found = ["public"];
    await put(window.used.workspace, ["public/index.php", "composer.json"]);
  });
  afterEach(() => window.dispose());

  const deploy = async (source: string, ...then: readonly ScriptedAnswer[]) =>
    window.run(
      deployFolderOn("site"),
      { to: "Deploy to Website", with: SITE },
      { to: "Which folder?", with: source },
      { to: "Deploy to Website", with: "" },
      { to: `Deploy “${source}” to`, with: " > Deploy" },
      ...then,
    );

  it("is whole by itself, and its run path is told and set", async () => {
    const { choices, messages } = await deploy("project", {
      to: "The website serves its root",
      with: "Set Run Path to /public",
    });
    assert.deepEqual(choices[1], ["project", "public", "Other Folder…"]);
    assert.match(
      messages[0]?.message ?? "",
      /was deployed .+ The website serves its root, while visitors of such an application are to see \/public\.$/,
    );
    assert.match(messages.at(-1)?.message ?? "", /“Run Path” of .+ was changed/);
    await put(window.used.workspace, ["public/other.php"]);
    const again = await window.run(
      deployFolderOn("site"),
      { to: "Which deployment?", with: `project → ${SITE}` },
      { to: "Deploy “project” to", with: " > Deploy" },
    );
    assert.doesNotMatch(again.messages[0]?.message ?? "", /serves its root/);
  });

  it("is told nothing about where a part of it is deployed", async () => {
    const { messages } = await deploy("public");
    assert.doesNotMatch(messages[0]?.message ?? "", /serves its root/);
  });
});
