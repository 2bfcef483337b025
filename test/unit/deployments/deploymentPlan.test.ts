import assert from "node:assert/strict";
import { pathsToLookAt, planDeployment, type Compared } from "../../../src/deployments/deploymentPlan.ts";
import type { PlacedFile } from "../../../src/deployments/deploymentRecord.ts";
import type { Looked } from "../../../src/deployments/exchange/exchangeLook.ts";
import type { SourceFile } from "../../../src/deployments/sourceFiles.ts";
import type { ServerFile } from "../../../src/serverFiles/remoteFiles.ts";

const ONE = "1".repeat(40);
const TWO = "2".repeat(40);

const file = (path: string, sha1 = ONE): SourceFile => ({
  path,
  size: 3,
  sha1,
  mtime: 1_000,
  mode: 0o644,
  realPath: `/source/${path}`,
});
const placedFile = (path: string): PlacedFile => ({
  path,
  size: 3,
  sha1: ONE,
  mtime: 1_000,
  deployment: path.startsWith("other") ? "other" : "site",
});
const there = (sha1: string): Looked => ({ kind: "file", mode: 0o644, size: 3, sha1 });
const directory = (entries: number): Looked => ({ kind: "directory", mode: 0o755, entries });

interface Case {
  readonly source: readonly SourceFile[];
  readonly placed?: readonly string[];
  readonly server?: Readonly<Record<string, Partial<ServerFile>>>;
  readonly looked?: Readonly<Record<string, Looked>>;
  readonly alongside?: readonly string[];
}

function compared({ source, placed = [], server = {}, alongside = [] }: Case): Compared {
  const files = new Map(
    Object.entries(server).map(([path, facts]) => [path, { isFile: true, size: 3, mtime: 1_000, ...facts }]),
  );
  return { source, placed: placed.map(placedFile), server: files, target: "/www/site", deployment: "site", alongside };
}

function plan(given: Case) {
  const { added, changed, unchanged, removed, kept, others, emptied } = planDeployment(
    compared(given),
    new Map(Object.entries(given.looked ?? {})),
  );
  const paths = (list: readonly { readonly path: string }[]) => list.map(({ path }) => path).join(" ");
  return {
    added: paths(added),
    changed: changed.map(({ path, isOurs }) => `${path}${isOurs ? "" : " (foreign)"}`).join(" "),
    unchanged: paths(unchanged),
    removed: paths(removed),
    kept: kept.join(" "),
    others: paths(others),
    emptied: paths(emptied),
  };
}

const lookAt = (given: Case) => pathsToLookAt(compared(given)).join(" ");

describe("a deployment's plan", () => {
  const nothing = { added: "", changed: "", unchanged: "", removed: "", kept: "", others: "", emptied: "" };

  it("adds what the server lacks, also if it was placed before", () => {
    const given = { source: [file("a"), file("b")], placed: ["b"] };
    assert.equal(lookAt(given), "");
    assert.deepEqual(plan(given), { ...nothing, added: "a b" });
  });

  it("leaves alone what is as it was placed, and has nobody look at it", () => {
    const given = { source: [file("a")], placed: ["a"], server: { a: {} } };
    assert.equal(lookAt(given), "");
    assert.deepEqual(plan(given), { ...nothing, unchanged: "a" });
  });

  it("replaces what has changed here, or on the server, or was never ours, and tells these apart", () => {
    const given = {
      source: [file("here", TWO), file("there"), file("touched"), file("never")],
      placed: ["here", "there", "touched"],
      server: { here: {}, there: { size: 4 }, touched: { mtime: 1_001 }, never: {} },
      looked: { there: there(TWO), touched: there(TWO), never: there(TWO) },
    };
    assert.equal(lookAt(given), "there touched never");
    assert.deepEqual(plan(given), { ...nothing, changed: "here there (foreign) touched (foreign) never (foreign)" });
  });

  it("takes what has the same bytes for unchanged, whoever has put it there, and whatever its time is", () =>
    assert.deepEqual(
      plan({
        source: [file("touched"), file("never")],
        placed: ["touched"],
        server: { touched: { mtime: 1_001 }, never: {} },
        looked: { touched: there(ONE), never: there(ONE) },
      }),
      { ...nothing, unchanged: "touched never" },
    ));

  it("removes only what it has placed and nobody has changed since", () => {
    const given = {
      source: [file("a")],
      placed: ["a", "old", "edited", "gone", "same"],
      server: { a: {}, old: {}, edited: { size: 9 }, upload: {}, ".user.ini": {}, same: {} },
      looked: { old: there(ONE), same: there(TWO) },
    };
    assert.equal(lookAt(given), "old same");
    assert.deepEqual(plan(given), { ...nothing, unchanged: "a", removed: "old", kept: "edited same" });
  });

  it("removes what it has placed under another name, but not what other deployments of the settings have", () => {
    const given = { source: [], placed: ["mine", "other.js"], server: { mine: {}, "other.js": {} } };
    const looked = { mine: there(ONE), "other.js": there(ONE) };
    assert.deepEqual(plan({ ...given, looked }), { ...nothing, removed: "mine other.js" });
    const alongside = ["other"];
    assert.equal(lookAt({ ...given, alongside }), "mine");
    assert.deepEqual(plan({ ...given, looked, alongside }), { ...nothing, removed: "mine", others: "other.js" });
  });

  it("replaces links, and leaves alone what lies behind one", () => {
    const link: Looked = { kind: "link", sha1: TWO };
    const given = { source: [file("link")], server: { link: {} }, looked: { link } };
    assert.deepEqual(plan(given), { ...nothing, changed: "link (foreign)" });
    const behind: Looked = { kind: "behindLink" };
    const leftover = { source: [], placed: ["a/b"], server: { "a/b": {} }, looked: { "a/b": behind } };
    assert.deepEqual(plan(leftover), { ...nothing, kept: "a/b" });
    assert.throws(() => plan({ source: [file("a/b")], server: { "a/b": {} }, looked: { "a/b": behind } }), {
      problem: { kind: "link", path: "a/b" },
    });
  });

  it("takes the place of a directory only if all in it goes, and that of nothing else", () => {
    const given = {
      source: [file("d")],
      placed: ["d/x", "d/e/y"],
      server: { d: { isFile: false }, "d/x": {}, "d/e/y": {} },
      looked: { d: directory(2), "d/e": directory(1), "d/x": there(ONE), "d/e/y": there(ONE) },
    };
    assert.equal(lookAt(given), "d/x d/e/y d d/e");
    assert.deepEqual(plan(given), { ...nothing, added: "d", removed: "d/x d/e/y", emptied: "d/e d" });
    const inTheWay = { problem: { kind: "inTheWay", path: "d" } };
    assert.throws(() => plan({ ...given, looked: { ...given.looked, d: directory(3) } }), inTheWay);
    for (const kind of ["special", "unreadable"] as const)
      assert.throws(() => plan({ ...given, placed: [], looked: { d: { kind } } }), inTheWay);
  });
});
