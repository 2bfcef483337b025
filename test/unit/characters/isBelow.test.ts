import assert from "node:assert/strict";
import { isBelow, isIn } from "../../../src/characters/isBelow.ts";

describe("a path", () => {
  it("lies in a directory, and not in one that its name begins with", () => {
    for (const [path, directory] of [
      ["/www/a", "/www"],
      ["/www/a/b", "/www"],
      ["/www", "/"],
      ["a/b", "a"],
    ] as const)
      assert.ok(isBelow(path, directory) && isIn(path, directory), path);
    for (const [path, directory] of [
      ["/www2", "/www"],
      ["/www", "/www/a"],
      ["/wwwroot/a", "/www"],
    ] as const)
      assert.ok(!isBelow(path, directory) && !isIn(path, directory), path);
  });

  it("is in itself, and not below itself", () => {
    for (const path of ["/www", "/", "a"])
      assert.deepEqual([isIn(path, path), isBelow(path, path)], [true, false], path);
  });
});
