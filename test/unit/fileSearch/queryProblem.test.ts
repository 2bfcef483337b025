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

  it("is an expression that JavaScript or a server does not take", () => {
    const problem = (text: string) => queryProblem(queryFor(text, { isRegExp: true }));
    const broken = problem("(");
    assert.ok(broken?.kind === "expression" && broken.message.includes("("), JSON.stringify(broken));
    for (const part of ["\\n", "\\p", "\\0", "\\u{110000}", "\\x00", "\\1"])
      assert.deepEqual(problem(`a${part}${part === "\\p" ? "{L}" : ""}`), { kind: "unsupported", part });
    assert.equal(problem(String.raw`(a)\1[\]\d-]{2,}?(?:b|c)(?=d)(?<!e)^$\b\u4e2d\x41{`), undefined);
    assert.equal(queryProblem(queryFor("(")), undefined);
  });

  it("is an expression with more groups in each other than grep takes", () => {
    const nested = (groups: number) => "(".repeat(groups) + "a" + ")".repeat(groups);
    const problem = (text: string) => queryProblem(queryFor(text, { isRegExp: true, isWholeWord: true }));
    for (const groups of [201, 2_000, 4_999]) assert.deepEqual(problem(nested(groups)), { kind: "nested", most: 200 });
    assert.equal(problem(nested(200) + nested(200)), undefined);
    assert.equal(problem(`[${"(".repeat(300)}]`), undefined);
  });

  it("is a glob that cannot be read", () => {
    const problem = (glob: string) => queryProblem(queryFor("a", { exclude: `x, ${glob}` }));
    for (const glob of ["{a", "a}", "[z-a]", "/www/wwwroot", "./", "**"])
      assert.deepEqual(problem(glob), glob === "**" ? undefined : { kind: "glob", glob }, glob);
    assert.deepEqual(queryProblem(queryFor("a", { usuallyExclude: ["{a"] })), { kind: "glob", glob: "{a" });
  });
});
