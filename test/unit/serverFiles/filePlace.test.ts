import assert from "node:assert/strict";
import { placeIn, typedPath } from "../../../src/serverFiles/filePlace.ts";

const addressOf = (path: string) => ({ scheme: "serverpanel", authority: "p1", path, query: "" });

describe("the address of a file", () => {
  it("means the path that it has", () => {
    for (const [path, meant] of [
      ["/www/中文/a b.txt", "/www/中文/a b.txt"],
      ["/www//a/", "/www/a"],
      // another file than `/www/a`
      ["/www/a ", "/www/a "],
      ["/", "/"],
      ["", "/"],
    ] as const)
      assert.equal(placeIn(addressOf(path))?.path, meant, path);
  });

  it("means nothing where it goes up or has control characters", () => {
    for (const path of ["/www/../etc", "/www/./a", "/www/a\n", "www"])
      assert.equal(placeIn(addressOf(path)), undefined, path);
  });
});

describe("a typed path", () => {
  it("loses blanks around it, and needless slashes", () => {
    assert.equal(typedPath(" /www//wwwroot/ "), "/www/wwwroot");
  });
});
