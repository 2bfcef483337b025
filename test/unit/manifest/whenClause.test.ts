import assert from "node:assert/strict";
import { parseWhenClause, type Context } from "./whenClause.ts";

const holds = (clause: string, context: Context = {}): boolean => parseWhenClause(clause).holds(context);

/** Asserts what a clause is in a context. */
function check(clause: string, context: Context, expected: boolean): void {
  assert.equal(holds(clause, context), expected, `${clause} in ${JSON.stringify(context)}`);
}

describe("when clauses", () => {
  it("take a bare key as truth", () => {
    for (const value of [true, 1, "x", []]) check("a", { a: value }, true);
    for (const value of [undefined, false, 0, ""]) check("a", { a: value }, false);
    check("!a", { a: true }, false);
    check("!a", {}, true);
    check("true", {}, true);
    check("false", {}, false);
    check("!false", {}, true);
  });

  it("bind && closer than ||, and ! closest", () => {
    check("a || b && c", { a: true }, true);
    check("a || b && c", { b: true }, false);
    check("a && b || c", { c: true }, true);
    check("(a || b) && c", { a: true }, false);
    check("(a || b) && c", { b: true, c: true }, true);
    check("!a && b", { b: true }, true);
    check("!(a && b)", { a: true, b: true }, false);
    check("!(a && b)", { a: true }, true);
    check("!(a||(b&&!c))", { b: true, c: true }, true);
  });

  it("compare with words and quoted texts", () => {
    check("view == a.b-c", { view: "a.b-c" }, true);
    check("view==a", { view: "a" }, true);
    check("view == 'a b && c'", { view: "a b && c" }, true);
    check("view != a", { view: "a" }, false);
    check("view != a", { view: "b" }, true);
    check("view == a", {}, false);
    check("view == ''", { view: "" }, true);
  });

  it("compare loosely, so that an unset key equals nothing", () => {
    check("count == 0", { count: 0 }, true);
    check("count == 0", { count: "0" }, true);
    check("count == 0", {}, false);
    check("count != 0", {}, true);
    check("count != 0", { count: 0 }, false);
    check("count != 0", { count: 2 }, true);
    check("x == undefined", {}, false);
    check("x == null", { x: null }, false);
  });

  it("take an unquoted true or false as the key's truth, a quoted one as text", () => {
    check("a == true", { a: "something" }, true);
    check("a == false", {}, true);
    check("a != true", {}, true);
    check("a != false", { a: 1 }, true);
    check("a == 'true'", { a: "true" }, true);
    check("a == 'true'", { a: "something" }, false);
  });

  it("order numbers", () => {
    check("n < 2", { n: 1 }, true);
    check("n < 2", { n: 2 }, false);
    check("n<=2", { n: 2 }, true);
    check("n > 2", { n: 3 }, true);
    check("n > 2", { n: 2 }, false);
    check("n>=2", { n: "2" }, true);
    for (const clause of ["n < 2", "n > 2", "n >= x"]) check(clause, {}, false);
  });

  it("match regular expressions", () => {
    check(String.raw`viewItem =~ /^panel\.\w+$/`, { viewItem: "panel.unknown" }, true);
    check(String.raw`viewItem =~ /^panel\.\w+$/`, { viewItem: "panelXunknown" }, false);
    check(String.raw`viewItem =~ /^(a|b)\.[/)\]]+$/ && c`, { viewItem: "a./)]", c: true }, true);
    check(String.raw`path =~ /^a\/b$/`, { path: "a/b" }, true);
    check("x =~ /ABC/i", { x: "abc" }, true);
    check("x =~ /ABC/", { x: "abc" }, false);
    check("x =~ /a/ || y", { y: true }, true);
  });

  it("start a global regular expression afresh each time", () => {
    const { holds: matches } = parseWhenClause("x =~ /a/g");
    assert.deepEqual([matches({ x: "a" }), matches({ x: "a" })], [true, true]);
  });

  it("look values up in lists and objects", () => {
    check("a in list", { a: "x", list: ["w", "x"] }, true);
    check("a in list", { a: "x", list: [] }, false);
    check("a not in list", { a: "x", list: ["w"] }, true);
    check("a not in list", { a: "x", list: ["x"] }, false);
    check("a in object", { a: "x", object: { x: 1 } }, true);
    check("a in object", { a: "toString", object: {} }, false);
    check("a in list", { a: "x" }, false);
    check("a in list && b", { a: "x", list: ["x"] }, false);
  });

  it("name the keys that they read", () => {
    const { keys } = parseWhenClause("view == a && (b =~ /c/ || !d) && e in f && g != 'h' && true");
    assert.deepEqual([...keys].toSorted(), ["b", "d", "e", "f", "g", "view"]);
  });

  it("are refused where VS Code would drop them", () => {
    for (const clause of [
      "",
      "   ",
      "a &&",
      "|| a",
      "a b",
      "(a",
      "a)",
      "a = b",
      "a & b",
      "a | b",
      "!a == b",
      "!!a",
      "! 'a'",
      "'a' == b",
      "a ==",
      "a == && b",
      "a === b",
      "a == 'b",
      "a =~ b",
      "a =~ /b",
      "a =~ /b/x",
      "a =~ /(/",
      "a not b",
      "in list",
      "in",
      "not",
      "/a",
    ])
      assert.throws(() => parseWhenClause(clause), SyntaxError, clause);
  });
});
