import assert from "node:assert/strict";
import { planDeployment, type PlacedFile } from "../../../src/deployments/deploymentPlan.ts";
import type { ServerFile } from "../../../src/serverFiles/remoteFiles.ts";

const file = (path: string, sha1 = "1".repeat(40)) => ({
  path,
  realPath: `/source/${path}`,
  size: 3,
  sha1,
  mtime: 1_000,
  mode: 0o644,
});
const placedFile = (path: string): PlacedFile => ({
  ...file(path),
  deployment: path.startsWith("other") ? "other" : "site",
});

function plan(
  source: readonly ReturnType<typeof file>[],
  placed: readonly string[],
  server: Readonly<Record<string, Partial<ServerFile>>>,
) {
  const files = new Map(
    Object.entries(server).map(([path, facts]) => [path, { isFile: true, size: 3, mtime: 1_000, ...facts }]),
  );
  const { added, changed, unchanged, removed, kept, others } = planDeployment(
    source,
    placed.map(placedFile),
    files,
    "site",
  );
  const paths = (list: readonly { readonly path: string }[]) => list.map(({ path }) => path).join(" ");
  return {
    added: paths(added),
    changed: changed.map(({ path, isOurs }) => `${path}${isOurs ? "" : " (foreign)"}`).join(" "),
    unchanged: paths(unchanged),
    removed: paths(removed),
    kept: kept.join(" "),
    others: paths(others),
  };
}

describe("a deployment's plan", () => {
  const nothing = { added: "", changed: "", unchanged: "", removed: "", kept: "", others: "" };

  it("adds what the server lacks, also if it was placed before", () =>
    assert.deepEqual(plan([file("a"), file("b")], ["b"], {}), { ...nothing, added: "a b" }));

  it("leaves alone what is as it was placed", () =>
    assert.deepEqual(plan([file("a")], ["a"], { a: {} }), { ...nothing, unchanged: "a" }));

  it("replaces what has changed here, or on the server, or was never ours, and tells these apart", () =>
    assert.deepEqual(
      plan(
        [file("here", "2".repeat(40)), file("there"), file("touched"), file("never")],
        ["here", "there", "touched"],
        {
          here: {},
          there: { size: 4 },
          touched: { mtime: 1_001 },
          never: {},
        },
      ),
      { ...nothing, changed: "here there (foreign) touched (foreign) never (foreign)" },
    ));

  it("removes only what it has placed and nobody has changed since", () =>
    assert.deepEqual(
      plan([file("a")], ["a", "old", "edited", "gone"], {
        a: {},
        old: {},
        edited: { size: 9 },
        upload: {},
        ".user.ini": {},
      }),
      { ...nothing, unchanged: "a", removed: "old", kept: "edited" },
    ));

  it("does not remove what another deployment has placed", () =>
    assert.deepEqual(plan([], ["mine", "other.js"], { mine: {}, "other.js": {} }), {
      ...nothing,
      removed: "mine",
      others: "other.js",
    }));
});
