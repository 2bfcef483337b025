import assert from "node:assert/strict";
import { tornDocstringsIn } from "./docstrings.ts";
import { readSourceFiles } from "./sourceFile.ts";

describe("docstrings", () => {
  it("stand at what they are about: none directly before another one", () => {
    const files = readSourceFiles("src", "test", "scripts");
    assert.ok(files.length > 500, "far fewer than there are");
    assert.deepEqual(files.flatMap(tornDocstringsIn), []);
  });

  it("are found where one follows another, and nowhere else", () => {
    const torn = [
      "/** Of the second. */",
      "/**",
      " * Of the first.",
      " */",
      "interface First {}",
      "interface Second {}",
    ];
    const each = ["/** Of the first. */", "interface First {}", "/** Of the second. */", "interface Second {}"];
    const found = (...lines: readonly string[]) => tornDocstringsIn({ path: "a.ts", text: lines.join("\n") });
    assert.deepEqual(found("", ...torn), ["a.ts:2"]);
    assert.deepEqual(found(torn[0] ?? "", "", ...torn.slice(1)), ["a.ts:1"]);
    assert.deepEqual(found(...each), []);
  });
});
