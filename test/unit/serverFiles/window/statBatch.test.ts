import assert from "node:assert/strict";
import { StatBatch } from "../../../../src/serverFiles/window/statBatch.ts";

describe("looks at paths", () => {
  it("go together where they are asked for within one turn, each path once", async () => {
    const asked: (readonly string[])[] = [];
    const batch = new StatBatch(async (paths) => {
      asked.push(paths);
      return new Map(paths.filter((path) => path !== "/none").map((path) => [path, path.length]));
    });
    const paths = ["/a", "/bc", "/none", "/a"];
    assert.deepEqual(await Promise.all(paths.map(async (path) => batch.stat(path))), [2, 3, undefined, 2]);
    assert.equal(await batch.stat("/later"), 6);
    assert.deepEqual(asked, [["/a", "/bc", "/none"], ["/later"]]);
  });

  it("fail together, and not the next ones", async () => {
    let fails = true;
    const batch = new StatBatch<number>(async () => {
      if (fails) throw new Error("no answer");
      return new Map([["/a", 1]]);
    });
    const results = await Promise.allSettled([batch.stat("/a"), batch.stat("/b")]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    fails = false;
    assert.equal(await batch.stat("/a"), 1);
  });
});
