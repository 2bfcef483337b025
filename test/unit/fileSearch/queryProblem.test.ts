import assert from "node:assert/strict";
import { queryProblem } from "../../../src/fileSearch/queryProblem.ts";
import { queryFor } from "./searchHere.ts";

describe("what cannot be searched for", () => {
  it("is nothing, too long, of several lines, or has a NUL", () => {
    assert.deepEqual(queryProblem(queryFor("")), { kind: "empty" });
    assert.deepEqual(queryProblem(queryFor("x".repeat(10_001))), { kind: "tooLong", most: 10_000 });
    assert.equal(queryProblem(queryFor("x".repeat(10_000))), undefined);
    assert.deepEqual(queryProblem(queryFor("a\nb")), { kind: "lineBreak" });
    assert.deepEqual(queryProblem(queryFor("a", { include: "*.php\r" })), { kind: "lineBreak" });
    assert.deepEqual(queryProblem(queryFor("a\0")), { kind: "nul" });
    assert.deepEqual(queryProblem(queryFor("a", { exclude: "\0" })), { kind: "nul" });
  });

  it("is no expression: only a server knows what its grep takes", () => {
    for (const text of ["(", String.raw`\p{L}++`, "(".repeat(4_999)])
      assert.equal(queryProblem(queryFor(text, { isRegExp: true })), undefined);
  });

  it("is a glob that cannot be read", () => {
    const problem = (glob: string) => queryProblem(queryFor("a", { exclude: `x, ${glob}` }));
    for (const glob of ["{a", "a}", "[z-a]", "/www/wwwroot", "./", "**"])
      assert.deepEqual(problem(glob), glob === "**" ? undefined : { kind: "glob", glob }, glob);
    assert.deepEqual(queryProblem(queryFor("a", { usuallyExclude: ["{a"] })), { kind: "glob", glob: "{a" });
  });
});
