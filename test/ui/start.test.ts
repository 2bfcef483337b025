import { strict as assert } from "node:assert";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import { seeNpmStart } from "./seeNpmStart.ts";
import { zipEntries } from "../zipEntries.ts";

const START_DEADLINE = 120_000;

/** What is not in the repository. */
const MADE = new Set(["node_modules", "dist", "out", "coverage", ".git"]);

describe("npm start", () => {
  const clone = mkdtempSync(join(tmpdir(), "clone-"));

  before(function () {
    this.timeout(START_DEADLINE);
    cpSync(projectDir, clone, { recursive: true, filter: (path) => !MADE.has(relative(dirname(path), path)) });
    // as after npm ci
    for (const directory of ["", "scripts", "scripts/server"])
      symlinkSync(join(projectDir, directory, "node_modules"), join(clone, directory, "node_modules"));
  });

  after(() => rmSync(clone, { recursive: true, force: true, maxRetries: 5 }));

  it("shows the demo panel's resources where nothing was built before, and leaves no process when it stops", async function () {
    this.timeout(START_DEADLINE * 2);
    for (const made of ["dist", "out"]) assert.ok(!existsSync(join(clone, made)), made);
    await seeNpmStart(clone, START_DEADLINE);
  });

  it("has packed the licences of all that is bundled", () => {
    const entries = zipEntries(readFileSync(join(clone, "out/server-panel.vsix")));
    const notices = entries.get("extension/dist/THIRD_PARTY_NOTICES.txt")?.toString("utf8");
    assert.ok(notices !== undefined);
    const { inputs } = JSON.parse(readFileSync(join(clone, "dist/meta.json"), "utf8")) as { readonly inputs: object };
    const packages = new Set(
      Object.keys(inputs).flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
    );
    for (const name of ["valibot", "p-limit"]) assert.ok(packages.has(name), name);
    for (const name of packages) {
      const [licence] = globSync("{license,LICENSE}*", { cwd: join(projectDir, "node_modules", name) });
      // one without a file of its own names the licence that it has
      const file =
        licence === undefined ? join(projectDir, "LICENSE") : join(projectDir, "node_modules", name, licence);
      const text = readFileSync(file, "utf8")
        .trim()
        .slice(licence === undefined ? -600 : 0);
      assert.ok(notices.includes(`\n${name} `) && notices.includes(text), name);
    }
  });
});
