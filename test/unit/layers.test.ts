import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import {
  cycleIn,
  folderOf,
  layerOf,
  outsideProblemOf,
  problemOf,
  readLayers,
  type Layer,
} from "./source/layerRules.ts";
import { importsOf, readSourceFiles, type Import, type SourceFile } from "./source/sourceFile.ts";

describe("source code", () => {
  let layers: readonly Layer[];
  let files: readonly SourceFile[];
  let paths: ReadonlySet<string>;
  let imports: readonly Import[];
  let ours: readonly Import[];

  // not while loading: a file that cannot be read must fail here and not stop the whole tier
  before(() => {
    layers = readLayers();
    files = readSourceFiles("src");
    paths = new Set(files.map(({ path }) => path));
    imports = files.flatMap(importsOf);
    ours = imports.filter(({ isRelative }) => isRelative);
  });

  /** Paths and lines of what a pattern finds in the code, comments aside. */
  function places(pattern: RegExp): readonly string[] {
    return files.flatMap(({ path, code }) =>
      [...code.matchAll(pattern)].map(({ index }) => `${path}:${code.slice(0, index).split("\n").length}`),
    );
  }

  const filesOf = (found: readonly string[]): readonly string[] => [
    ...new Set(found.map((place) => place.split(":")[0] ?? "")),
  ];

  describe("layers", () => {
    it("are the folders that docs/architecture.md names", () => {
      assert.ok(files.length > 50);
      const named = layers.flatMap(({ folders }) => folders);
      assert.deepEqual([...new Set([...paths].map((path) => folderOf(layers, path)))].toSorted(), named.toSorted());
    });

    it("hold no more than 40 files", () => {
      const counts = new Map<string, number>();
      // what is installed is no part of it, and takes seconds to walk through
      const entries = globSync("{src,media,test,scripts}/**", {
        cwd: projectDir,
        withFileTypes: true,
        exclude: ({ name }) => name === "node_modules",
      });
      for (const entry of entries)
        if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
      const full = [...counts]
        // recorded exchanges
        .filter(([folder, count]) => count > 40 && !folder.includes("transcripts"))
        .map(([folder, count]) => `${relative(projectDir, folder)}: ${count}`);
      assert.ok(counts.size > 60);
      assert.deepEqual(full, []);
    });

    it("import files that are there, by their full name", () => {
      const missing = ours.filter(({ to }) => !paths.has(to)).map(({ from, to }) => `${from}: ${to}`);
      assert.deepEqual(missing, []);
    });

    it("import themselves and layers below them", () => {
      const problems = ours.map((each) => problemOf(layers, each)).filter((problem) => problem !== undefined);
      assert.deepEqual(problems, []);
    });

    it("import only what is installed, and what runs where they run", () => {
      const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
        devDependencies: Readonly<Record<string, string>>;
      };
      const packages = new Set(Object.keys(devDependencies));
      const outside = imports.filter(({ isRelative }) => !isRelative);
      const problems = outside.map((found) => outsideProblemOf(layers, found, packages));
      assert.deepEqual(
        problems.filter((problem) => problem !== undefined),
        [],
      );
    });

    it("have no cycles", () => {
      assert.equal(cycleIn(ours)?.join(" → "), undefined);
      const folders = ours.map(({ from, to }) => ({ from: folderOf(layers, from), to: folderOf(layers, to) }));
      assert.equal(cycleIn(folders.filter(({ from, to }) => from !== to))?.join(" → "), undefined);
    });

    it("that run without VS Code contain no mention of vscode", () => {
      const mentions = files.filter(
        ({ path, text }) => layerOf(layers, path).runsIn !== "VS Code" && /(?<!@)\bvscode\b/.test(text),
      );
      assert.deepEqual(
        mentions.map(({ path }) => path),
        [],
      );
    });
  });

  describe("source files", () => {
    it("have at most 500 lines", () => {
      const long = files.filter(({ text }) => text.trimEnd().split("\n").length > 500);
      assert.deepEqual(
        long.map(({ path }) => path),
        [],
      );
    });

    it("have no default exports", () => {
      assert.deepEqual(places(/\bexport\s+default\b|\bas\s+default\b/g), []);
    });

    it("never write to the console", () => {
      assert.deepEqual(places(/\bconsole\s*[.[]/g), []);
    });

    it("register commands in one place", () => {
      assert.deepEqual(filesOf(places(/\bregister(?:TextEditor)?Command\s*\(/g)), ["src/extension.ts"]);
    });

    it("create output channels in platform only", () => {
      const channels = filesOf(places(/\bcreateOutputChannel\b/g));
      assert.deepEqual([...new Set(channels.map((path) => posix.dirname(path)))], ["src/platform"]);
      // a second logger would be a second way past the redactor
      assert.equal(filesOf(places(/\blog:\s*true\b/g)).length, 1);
    });

    it("accept another certificate in one place at most", () => {
      const found = places(/rejectUnauthorized["']?\s*:\s*(?!true\b)|NODE_TLS_REJECT_UNAUTHORIZED/g);
      assert.ok(found.length <= 1, found.join(", "));
    });
  });
});
