import assert from "node:assert/strict";
import { importsOf, sourceFile } from "./sourceFile.ts";

describe("the reader of imports", () => {
  const found = (text: string) => importsOf(sourceFile("src/a/b.ts", text)).map(({ to, how }) => `${how} ${to}`);

  it("sees every way to import", () => {
    const text = [
      'import "./sideEffect.ts";',
      'import * as fs from "node:fs";',
      'import type { A } from "../c/a.ts";',
      "import {\n  b,\n  type C,\n} from './c.ts';",
      'export { d } from "./d.ts";',
      'export * from "./e.ts";',
      'export type { F } from "./f.ts";',
      'const g = await import("./g.ts");',
      'const h: import("./h.ts").H = require("./h.cjs");',
    ].join("\n");
    assert.deepEqual(found(text), [
      "static src/a/sideEffect.ts",
      "static node:fs",
      "type src/c/a.ts",
      "static src/a/c.ts",
      "static src/a/d.ts",
      "static src/a/e.ts",
      "type src/a/f.ts",
      "dynamic src/a/g.ts",
      "dynamic src/a/h.ts",
      "dynamic src/a/h.cjs",
    ]);
  });

  it("sees none in comments, and what follows texts that look like comments", () => {
    assert.deepEqual(found('// import("./a.ts")\n/*\nimport "./b.ts";\n */\n'), []);
    const text = 'const a = "http://x"; const b = /["/]\\/\\/"/; const c = `/*`; f(import("./c.ts")); // `*/';
    assert.deepEqual(found(text), ["dynamic src/a/c.ts"]);
  });

  it("does not guess", () => {
    assert.throws(() => found("await import(name)"), SyntaxError);
    assert.throws(() => found('await import("./a" + name)'), SyntaxError);
  });
});
