import assert from "node:assert/strict";
import type { DeploymentPlan } from "../../../src/deployments/deploymentPlan.ts";
import { recordsOf } from "../../../src/deployments/exchangeRecords.ts";
import type { SourceFile } from "../../../src/deployments/sourceFiles.ts";

const ONE = "1".repeat(40);

const file = (path: string, mode = 0o644): SourceFile => ({
  path,
  size: 3,
  sha1: ONE,
  mtime: 1_000,
  mode,
  realPath: `/source/${path}`,
});
const placed = (path: string) => ({ path, size: 3, sha1: ONE, mtime: 1_000, deployment: "site" });
const nothing: DeploymentPlan = {
  added: [],
  changed: [],
  unchanged: [],
  removed: [],
  emptied: [],
  kept: [],
  others: [],
};

function linesOf(plan: Partial<DeploymentPlan>, directories: readonly string[] = [], directory = "") {
  const place = { site: "/ours", root: "/www/site", directory };
  const made = directories.map((path) => ({ path, mode: 0o700 }));
  return recordsOf({ ...nothing, ...plan }, made, place).map(({ record, source }) => {
    const { there, comes, mode, path } = record;
    return `${path}: ${there.kind} to ${comes.kind} ${mode.toString(8)}${source === undefined ? "" : ", sent"}`;
  });
}

describe("the records of a deployment", () => {
  it("make directories first, put assets before pages, and remove last", () =>
    assert.deepEqual(
      linesOf(
        {
          added: [file("new/page.html"), file("new/deep/app.js")],
          changed: [{ ...file("index.php"), isOurs: true, there: { kind: "file", sha1: ONE } }],
          removed: [placed("old.js")],
        },
        ["new", "new/deep"],
      ),
      [
        "new: nothing to directory 700",
        "new/deep: later to directory 700",
        "new/deep/app.js: later to file 644, sent",
        "new/page.html: later to file 644, sent",
        "index.php: file to file 644, sent",
        "old.js: file to nothing 0",
      ],
    ));

  it("make room first where a file becomes a directory, or a directory a file", () =>
    assert.deepEqual(
      linesOf(
        {
          added: [file("thing/x.js"), file("tree")],
          removed: [placed("last"), placed("thing"), placed("tree/a/b"), placed("tree/c")],
          emptied: [
            { path: "tree/a", entries: 1 },
            { path: "tree", entries: 2 },
          ],
        },
        ["thing"],
      ),
      [
        "thing: file to nothing 0",
        "tree/a/b: file to nothing 0",
        "tree/c: file to nothing 0",
        "tree/a: directory to nothing 0",
        "tree: directory to nothing 0",
        "thing: later to directory 700",
        "thing/x.js: later to file 644, sent",
        "tree: later to file 644, sent",
        "last: file to nothing 0",
      ],
    ));

  it("are relative to the website's root, and never give a wider mode than the source's or that of the kind", () =>
    assert.deepEqual(
      linesOf({ added: [file("run.sh", 0o777), file("secret", 0o600), file("all", 0o666)] }, ["app"], "app"),
      [
        "app: nothing to directory 700",
        "app/run.sh: later to file 755, sent",
        "app/secret: later to file 600, sent",
        "app/all: later to file 644, sent",
      ],
    ));
});
