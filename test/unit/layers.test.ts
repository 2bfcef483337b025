import assert from "node:assert/strict";
import { dirname } from "node:path";
import { cycleIn, folderOf, outsideProblemOf, problemOf, readLayers, type Layer } from "./source/layerRules.ts";
import { importsOf, readSourceFiles, type Import, type SourceFile } from "./source/sourceFile.ts";

describe("Layers", () => {
  let layers: readonly Layer[];
  let files: readonly SourceFile[];
  let imports: readonly Import[];
  let ours: readonly Import[];
  // not while loading: a file that cannot be read must fail here and not stop the whole tier
  before(() => {
    layers = readLayers();
    files = readSourceFiles("src");
    imports = files.flatMap(importsOf);
    ours = imports.filter(({ isRelative }) => isRelative);
  });
  const isProblem = (problem: string | undefined) => problem !== undefined;

  it("import themselves and layers below them", () => {
    assert.ok(layers.length > 5 && ours.length > 500);
    assert.deepEqual(ours.map((each) => problemOf(layers, each)).filter(isProblem), []);
  });

  it("import what runs where they run", () => {
    const others = imports.filter(({ isRelative }) => !isRelative);
    assert.deepEqual(others.map((each) => outsideProblemOf(layers, each)).filter(isProblem), []);
  });

  it("have no cycles", () => {
    assert.equal(cycleIn(ours)?.join(" → "), undefined);
    const folders = ours.map(({ from, to }) => ({ from: folderOf(layers, from), to: folderOf(layers, to) }));
    assert.equal(cycleIn(folders.filter(({ from, to }) => from !== to))?.join(" → "), undefined);
  });

  it("have at most 40 files in a folder, and so have the tests", () => {
    const folders = [...files, ...readSourceFiles("test")].map(({ path }) => dirname(path));
    const counts = Map.groupBy(folders, (folder) => folder);
    assert.deepEqual(
      [...counts].filter(([, all]) => all.length > 40).map(([folder]) => folder),
      [],
    );
  });

  it("have one way past the redactor and one past the check of certificates", () => {
    const places = (pattern: RegExp) => files.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
    assert.deepEqual(places(/\bconsole\s*[.[]/), []);
    assert.equal(places(/\blog:\s*true\b/).length, 1, "loggers");
    const unchecked = places(/rejectUnauthorized["']?\s*:\s*(?!true\b)|NODE_TLS_REJECT_UNAUTHORIZED/);
    assert.ok(unchecked.length <= 1, unchecked.join(", "));
  });
});
