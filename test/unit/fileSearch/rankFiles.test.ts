import assert from "node:assert/strict";
import fc from "fast-check";
import { FileRanking } from "../../../src/fileSearch/rankFiles.ts";

const rank = async (paths: readonly string[], typed: string, most = 10) => {
  const ranking = new FileRanking();
  ranking.add(paths);
  return ranking.find(typed, most, new AbortController().signal);
};
const pathsFor = async (paths: readonly string[], typed: string) => (await rank(paths, typed)).map(({ path }) => path);

describe("files by what is typed", () => {
  it("have names before paths, and what stands together before what is scattered", async () => {
    const best = ["x/index", "y/index.php", "app/my-index.js", "x/i-n-d-e-x.js", "index/a.js", "in/de/x"];
    assert.deepEqual(await pathsFor(best.toReversed(), "INDEX"), best);
  });

  it("have all words, in any order", async () => {
    const paths = ["wp-content/themes/index.php", "wp-admin/index.php", "wp-content/a.php"];
    assert.deepEqual(await pathsFor(paths, "index content"), ["wp-content/themes/index.php"]);
    assert.deepEqual(await pathsFor(paths, "content/themes"), ["wp-content/themes/index.php"]);
    assert.deepEqual(await pathsFor(paths, "zzz"), []);
  });

  it("are the shortest ones where nothing is typed", async () => {
    assert.deepEqual(await pathsFor(["bbb", "a", "cc"], " "), ["a", "cc", "bbb"]);
  });

  it("have where it stands", async () => {
    assert.deepEqual(await rank(["src/中文.php"], "文"), [{ path: "src/中文.php", ranges: [{ start: 5, end: 6 }] }]);
    assert.deepEqual((await rank(["src/a-b"], "ab"))[0]?.ranges, [
      { start: 4, end: 5 },
      { start: 6, end: 7 },
    ]);
  });

  it("are no more than asked for, and the best of all", async () => {
    const path = fc.string({ unit: fc.constantFrom("a", "b", "/", "."), minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(path, { maxLength: 30 }), path, async (paths, typed) => {
        const all = await rank(paths, typed, 100);
        assert.deepEqual(await rank(paths, typed, 3), all.slice(0, 3));
        const inOrder = new RegExp(Array.from(typed, (sign) => `[${sign}]`).join(".*"));
        assert.deepEqual(
          all.map((file) => file.path).toSorted(),
          paths.filter((file) => inOrder.test(file)).toSorted(),
        );
      }),
    );
  });

  it("are looked through no further once something else is typed", async () => {
    const ranking = new FileRanking();
    ranking.add(Array.from({ length: 5_000 }, (_, index) => `file ${index}`));
    const abort = new AbortController();
    const finding = ranking.find("file", 10, abort.signal);
    abort.abort();
    await assert.rejects(finding);
  });
});
