import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectDir } from "../../scripts/paths.ts";

const WORKFLOWS = ".github/workflows/*.yml";

describe("a release", () => {
  const directory = mkdtempSync(join(tmpdir(), "release-"));

  after(() => rmSync(directory, { recursive: true, force: true }));

  /** What is wrong with a tag of version 1.2.3. */
  function problemOf(heading: string, ...args: readonly string[]): string {
    writeFileSync(join(directory, "package.json"), '{ "version": "1.2.3" }');
    writeFileSync(join(directory, "CHANGELOG.md"), `# Changelog\n\n## Unreleased\n\n${heading}\n\n## [0.9.0]\n`);
    const script = join(projectDir, "scripts/checkTag.mjs");
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: directory, encoding: "utf8" });
    assert.equal(status === 0, stderr === "");
    return stderr;
  }

  it("is made of the tag that is the version, and is in the changelog", () => {
    for (const heading of ["## [1.2.3] - 2026-11-22", "## 1.2.3"]) assert.equal(problemOf(heading, "v1.2.3"), "");
    for (const tag of ["1.2.3", "v1.2.3-rc", "v1.2.4", "refs/tags/v1.2.3"])
      assert.match(problemOf("## 1.2.3", tag), /The tag is/, tag);
    assert.match(problemOf("## 1.2.3"), /The tag is/);
    for (const heading of ["", "## 1.2.30", "## 1.2.3-rc", "### 1.2.3"])
      assert.match(problemOf(heading, "v1.2.3"), /CHANGELOG/, heading);
  });

  it("runs steps of others by their content alone", () => {
    for (const path of globSync(WORKFLOWS, { cwd: projectDir })) {
      const used = [...readFileSync(join(projectDir, path), "utf8").matchAll(/\buses: (\S+)/g)];
      assert.ok(used.length > 0, path);
      for (const [, action = ""] of used) assert.match(action, /@[\da-f]{40}$/, path);
    }
  });
});
