import assert from "node:assert/strict";
import fc from "fast-check";
import type { FoundFile } from "../../../src/fileSearch/foundFile.ts";
import { SearchResults, type Result } from "../../../src/fileSearch/searchResults.ts";

const found = (path: string, ...numbers: readonly number[]): FoundFile => ({
  path,
  isExact: true,
  key: path,
  lines: numbers.map((number) => ({
    number,
    text: `text ${number}`,
    ranges: [{ start: 0, end: 4 }],
    isCutBefore: false,
    isCutAfter: false,
  })),
  hasMore: false,
});

/** All lines as they stand in the list. */
const lines = (results: SearchResults) =>
  results.servers.flatMap(({ panelId, files }) =>
    files.flatMap((file) => file.lines.map(({ number }) => `${panelId}${file.path}:${number}`)),
  );

describe("the results of a search", () => {
  it("stand in the order of their paths, whenever they come, with those of a directory together", () => {
    const results = new SearchResults(["a", "b"]);
    results.add("b", [found("/x", 1)]);
    results.add("a", [found("/dir.php", 2), found("/dir/z", 3)]);
    results.add("a", [found("/dir/b/c", 4, 5)]);
    assert.deepEqual(lines(results), ["a/dir/b/c:4", "a/dir/b/c:5", "a/dir/z:3", "a/dir.php:2", "b/x:1"]);
    assert.deepEqual([results.lineCount, results.fileCount], [5, 4]);
  });

  it("are gone once they are removed, with a file that has no more", () => {
    const results = new SearchResults(["a"]);
    const [first, second] = results.add("a", [found("/1", 1, 2), found("/2", 3)]);
    assert.ok(first?.lines[0] !== undefined && second?.lines[0] !== undefined);
    const line = first.lines[0];
    results.remove(line);
    results.remove(line);
    assert.deepEqual(lines(results), ["a/1:2", "a/2:3"]);
    results.remove(second.lines[0]);
    results.remove(second);
    assert.deepEqual([results.lineCount, results.fileCount], [1, 1]);
    results.add("a", [found("/3", 1), found("/4", 1), found("/5", 1)]);
    results.remove(first.server);
    assert.deepEqual([results.lineCount, results.fileCount], [0, 0]);
    assert.equal(results.step(undefined, 1), undefined);
  });

  it("follow one another around the end, also from what is gone", () => {
    const file = fc.record({
      panelId: fc.constantFrom("a", "b", "c"),
      path: fc.constantFrom("/1", "/1/2", "/1.a", "/2", "/z"),
      numbers: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(file, { selector: ({ panelId, path }) => panelId + path, maxLength: 8 }),
        fc.nat(),
        fc.boolean(),
        (files, from, isRemoved) => {
          const results = new SearchResults(["a", "b", "c"]);
          for (const { panelId, path, numbers } of files)
            results.add(panelId, [found(path, ...numbers.toSorted((left, right) => left - right))]);
          const all = results.servers.flatMap((server) => server.files.flatMap((each) => each.lines));
          if (all.length < 2) return;
          const index = from % all.length;
          const start = all[index];
          if (isRemoved && start !== undefined) results.remove(start);
          assert.equal(results.step(start, 1), all[(index + 1) % all.length]);
          assert.equal(results.step(start, -1), all.at(index - 1));
          assert.equal(results.step(undefined, 1), all[isRemoved && index === 0 ? 1 : 0]);
        },
      ),
    );
  });

  it("begin with the first line of a file or server, and before it with the last one before", () => {
    const results = new SearchResults(["a", "empty", "b"]);
    results.add("a", [found("/1", 1, 2)]);
    const [file] = results.add("b", [found("/2", 3)]);
    assert.equal(results.step(file, 1)?.number, 3);
    assert.equal(results.step(file, -1)?.number, 2);
    assert.equal(results.step(results.servers[1], 1)?.number, 3);
    assert.equal(results.step(results.servers[1], -1)?.number, 2);
    assert.equal(results.step(results.servers[0], -1)?.number, 3);
  });

  it("are copied file by file", () => {
    const results = new SearchResults(["a", "b"]);
    const [file] = results.add("a", [found("/1", 1, 2)]);
    results.add("b", [found("/2", 3)]);
    const text = (within?: Result) => [...results.text(within)].join("");
    assert.equal(text(), "/1\n  1: text 1\n  2: text 2\n/2\n  3: text 3\n");
    assert.equal(text(results.servers[1]), "/2\n  3: text 3\n");
    assert.equal(text(file), "/1\n  1: text 1\n  2: text 2\n");
    assert.equal(text(file?.lines[1]), "text 2");
  });

  it("say how each server's search ended", () => {
    const results = new SearchResults(["a", "b"]);
    results.end("b", { kind: "busy" });
    assert.deepEqual(
      results.servers.map(({ end }) => end?.kind),
      [undefined, "busy"],
    );
  });
});
