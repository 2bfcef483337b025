import assert from "node:assert/strict";
import { cycleIn, layerOf, outsideProblemOf, problemOf } from "./layerRules.ts";
import type { Import } from "./sourceFile.ts";

describe("the rules for layers", () => {
  const problem = (from: string, to: string, how: Import["how"] = "static") =>
    problemOf({ from, to, how, isRelative: true });

  it("refuse what stands to the right", () => {
    for (const [from, to] of [
      ["src/shared/a.ts", "src/panel/b.ts"],
      ["src/panel/a.ts", "src/model/b.ts"],
      ["src/panel/operations/a.ts", "src/model/b.ts"],
      ["src/model/a.ts", "src/manifest.ts"],
      ["src/model/a.ts", "src/platform/b.ts"],
      ["src/manifest.ts", "src/platform/b.ts"],
      ["src/platform/a.ts", "src/views/b.ts"],
      ["src/views/a.ts", "src/commands/b.ts"],
      ["src/commands/a.ts", "src/webview/b.ts"],
      ["src/agents/a.ts", "src/views/b.ts"],
      ["src/commands/a.ts", "src/extension.ts"],
      ["src/demoPanel/a.ts", "src/model/b.ts"],
      ["src/model/a.ts", "src/demoPanel/b.ts"],
      ["src/platform/a.ts", "src/demoPanel/b.ts"],
      ["src/views/a.ts", "src/demoPanel/b.ts"],
      ["media/a.ts", "src/panel/b.ts"],
      ["src/webview/a.ts", "media/b.ts"],
    ] as const) {
      assert.notEqual(problem(from, to, "type"), undefined, `${from} → ${to}`);
      assert.notEqual(problem(from, to, "dynamic"), undefined, `${from} → ${to}`);
    }
  });

  it("allow what stands to the left, and oneself", () => {
    for (const [from, to] of [
      ["src/panel/a.ts", "src/shared/b.ts"],
      ["src/model/a.ts", "src/panel/operations/b.ts"],
      ["src/platform/a.ts", "src/manifest.ts"],
      ["src/commands/a.ts", "src/commands/b.ts"],
      ["src/commands/a.ts", "src/shared/b.ts"],
      ["src/features.ts", "src/views/b.ts"],
      ["src/demoPanel/a.ts", "src/panel/b.ts"],
      ["media/a.ts", "src/shared/b.ts"],
    ] as const)
      assert.equal(problem(from, to), undefined);
  });

  it("load what is bundled apart only when it is asked for", () => {
    for (const [from, to] of [
      ["src/commands/a.ts", "src/demoPanel/b.ts"],
      ["src/extension.ts", "src/demoPanel/b.ts"],
      ["src/extension.ts", "src/features.ts"],
    ] as const) {
      assert.equal(problem(from, to, "dynamic"), undefined);
      assert.equal(problem(from, to, "type"), undefined);
      assert.notEqual(problem(from, to, "static"), undefined, `${from} → ${to}`);
    }
    assert.equal(problem("src/demoPanel/a.ts", "src/demoPanel/b.ts", "static"), undefined);
  });

  it("know what may come from outside", () => {
    const outside = (from: string, to: string) =>
      outsideProblemOf({ from, to, how: "static", isRelative: false }, new Set(["valibot", "@a/b"]));
    assert.equal(outside("src/panel/a.ts", "valibot"), undefined);
    assert.equal(outside("src/panel/a.ts", "@a/b/c"), undefined);
    assert.equal(outside("src/panel/a.ts", "node:fs"), undefined);
    assert.equal(outside("src/views/a.ts", "vscode"), undefined);
    assert.notEqual(outside("src/panel/a.ts", "lodash"), undefined);
    assert.notEqual(outside("src/panel/a.ts", "fs"), undefined);
    assert.notEqual(outside("src/shared/a.ts", "node:fs"), undefined);
    assert.notEqual(outside("src/manifest.ts", "vscode"), undefined);
    assert.notEqual(outside("src/demoPanel/a.ts", "vscode"), undefined);
  });

  it("throw for a folder without a layer", () => {
    assert.throws(() => layerOf("src/utils/a.ts"), /in no layer/);
    assert.throws(() => layerOf("src/a.ts"), /in no layer/);
  });

  it("find a cycle", () => {
    const edge = (from: string, to: string): Import => ({ from, to, how: "type", isRelative: true });
    assert.deepEqual(cycleIn([edge("a", "b"), edge("b", "c"), edge("c", "b")]), ["b", "c", "b"]);
    assert.equal(cycleIn([edge("a", "b"), edge("a", "c"), edge("b", "c")]), undefined);
  });
});
