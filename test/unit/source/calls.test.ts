import assert from "node:assert/strict";
import { callsOf, hasWords, literalOf } from "./calls.ts";
import { sourceFile } from "./sourceFile.ts";

describe("the reader of calls", () => {
  const args = (code: string) => callsOf(sourceFile("a.ts", code), /\bf\(/g).map((call) => call.args);

  it("splits arguments of one level", () => {
    assert.deepEqual(args('f("a, (b", g(1, 2), [3, 4], { c: ")" }); f(); f(\n  d,\n);'), [
      ['"a, (b"', "g(1, 2)", "[3, 4]", '{ c: ")" }'],
      [],
      ["d"],
    ]);
    assert.deepEqual(args("f(`a${b(1, 2)}, c`, (d) => ({ e, g }))"), [["`a${b(1, 2)}, c`", "(d) => ({ e, g })"]]);
  });

  it("finds nested calls, and says where", () => {
    const calls = callsOf(sourceFile("a.ts", "\nf(\n  f(1), 2)"), /\bf\(/g);
    assert.deepEqual(calls, [
      { place: "a.ts:2", args: ["f(1)", "2"] },
      { place: "a.ts:3", args: ["1"] },
    ]);
  });

  it("reads literals", () => {
    assert.equal(literalOf(String.raw`"a \"b\"\n\u201c"`), 'a "b"\n“');
    assert.equal(literalOf("'a'"), "a");
    assert.equal(literalOf("`a`"), undefined);
    assert.equal(literalOf('"a" + b'), undefined);
    assert.equal(literalOf("a"), undefined);
  });

  it("knows texts with words", () => {
    for (const text of ['"Hello"', '"Hello " + name', "`${a} of ${b}`", '"重启"']) assert.ok(hasWords(text), text);
    for (const text of ['""', '" · "', "`${a}, ${b}`", "name", 'l10n.t("Hello")', '"https://a:1"', "42"])
      assert.ok(!hasWords(text), text);
  });
});
