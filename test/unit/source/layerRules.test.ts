import assert from "node:assert/strict";
import { cycleIn, layerOf, layersOf, outsideProblemOf, problemOf } from "./layerRules.ts";
import type { Import } from "./sourceFile.ts";

const layers = layersOf(`
| Folder               | Holds | Imports                | Runs in |
| -------------------- | ----- | ---------------------- | ------- |
| \`media\`            | a     | \`form\`               | any     |
| \`src\`              | b     | \`form\` \`wire/http\` | VS Code |
| \`src/form\`         | c     | –                      | any     |
| \`src/wire/http\`    | d     | \`form\`               | Node    |
| \`src/demoPanel\`    | e     | \`form\`               | Node    |
| \`src/views\`        | f     | \`demoPanel\`          | VS Code |
`);

describe("the rules for layers", () => {
  const problem = (from: string, to: string, how: Import["how"] = "static") =>
    problemOf(layers, { from, to, how, isRelative: true });

  it("refuse what a row does not name, types included", () => {
    for (const [from, to] of [
      ["src/form/a.ts", "src/wire/http/b.ts"],
      ["src/wire/http/a.ts", "src/a.ts"],
      ["media/a.ts", "src/wire/http/b.ts"],
      ["src/views/a.ts", "src/form/b.ts"],
    ] as const)
      for (const how of ["static", "type", "dynamic"] as const) assert.ok(problem(from, to, how), `${from} → ${to}`);
  });

  it("allow what a row names, and oneself", () => {
    for (const [from, to] of [
      ["src/extension.ts", "src/wire/http/b.ts"],
      ["src/form/a.ts", "src/form/b.ts"],
      ["media/a.ts", "src/form/b.ts"],
    ] as const)
      assert.equal(problem(from, to), undefined);
  });

  it("load what is bundled apart only when it is asked for", () => {
    for (const [from, to] of [
      ["src/views/a.ts", "src/demoPanel/b.ts"],
      ["src/extension.ts", "src/compose.ts"],
    ] as const) {
      assert.equal(problem(from, to, "dynamic"), undefined);
      assert.equal(problem(from, to, "type"), undefined);
      assert.notEqual(problem(from, to, "static"), undefined, `${from} → ${to}`);
    }
    assert.equal(problem("src/demoPanel/a.ts", "src/demoPanel/b.ts", "static"), undefined);
  });

  it("know what may come from outside", () => {
    const outside = (from: string, to: string) =>
      outsideProblemOf(layers, { from, to, how: "static", isRelative: false }, new Set(["valibot", "@a/b"]));
    assert.equal(outside("src/wire/http/a.ts", "valibot"), undefined);
    assert.equal(outside("src/form/a.ts", "@a/b/c"), undefined);
    assert.equal(outside("src/wire/http/a.ts", "node:fs"), undefined);
    assert.equal(outside("src/views/a.ts", "vscode"), undefined);
    assert.notEqual(outside("src/views/a.ts", "lodash"), undefined);
    assert.notEqual(outside("src/views/a.ts", "fs"), undefined);
    assert.notEqual(outside("src/form/a.ts", "node:fs"), undefined);
    assert.notEqual(outside("src/wire/http/a.ts", "vscode"), undefined);
  });

  it("throw for a folder without a row, and for a row that names one", () => {
    assert.throws(() => layerOf(layers, "src/utils/a.ts"), /no row/);
    assert.throws(() => layersOf("| `src/a` | b | `c` | Node |"), /no row/);
  });

  it("find a cycle", () => {
    const edge = (from: string, to: string) => ({ from, to });
    assert.deepEqual(cycleIn([edge("a", "b"), edge("b", "c"), edge("c", "b")]), ["b", "c", "b"]);
    assert.equal(cycleIn([edge("a", "b"), edge("a", "c"), edge("b", "c")]), undefined);
  });
});
