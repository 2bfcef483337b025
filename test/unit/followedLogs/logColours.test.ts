import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import textmate from "vscode-textmate";
import { packageJson, root } from "../manifest/packageJson.ts";
import { loadGrammar, readGrammar } from "./logGrammar.ts";

describe("the colours of followed logs", () => {
  const { grammars, languages } = packageJson.contributes;
  const [contributed] = grammars;
  let grammar: textmate.IGrammar;

  before(async () => {
    grammar = await loadGrammar();
  });

  /** What a word of a line is coloured as. */
  const scopeOf = (line: string, word: string) => {
    const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
    const at = line.indexOf(word);
    const found = tokens.find(({ startIndex, endIndex }) => startIndex <= at && endIndex >= at + word.length);
    return found?.scopes.slice(1).join(" ");
  };

  it("are those of the language of their Output channels", () => {
    assert.equal(contributed?.language, languages[0]?.id);
    assert.ok(
      readFileSync(join(root, "src/followedLogs/window/logScreens.ts"), "utf8").includes(`"${contributed?.language}"`),
    );
    assert.equal(JSON.parse(readGrammar()).scopeName, contributed?.scopeName);
  });

  // VS Code adds what extensions inject into any part of a scope's name up to a dot
  it("come from no rules but ours", () => {
    assert.doesNotMatch(readGrammar(), /"include"/);
    assert.doesNotMatch(contributed?.scopeName ?? "", /\./);
  });

  it("distinguish the parts of server logs", () => {
    const request = (status: number) =>
      `192.0.2.1 - - [22/Nov/2026:05:42:47 +0000] "GET /ERROR HTTP/2.0" ${status} 5 "-"`;
    const rows: readonly (readonly [line: string, word: string, scope: RegExp | undefined])[] = [
      [request(204), "204", /log\.info/],
      [request(302), "302", /log\.info/],
      [request(404), "404", /log\.warning/],
      [request(502), "502", /log\.error/],
      [request(200), "[22/Nov/2026:05:42:47 +0000]", /log\.date/],
      [request(200), "192.0.2.1", /log\.address/],
      [request(200), "ERROR", /log\.string/],
      ["2026/11/22 05:12:03 [crit] 1#1: x", "2026/11/22", /log\.date/],
      ["2026/11/22 05:12:03 [crit] 1#1: x", "05:12:03", /log\.date/],
      ["2026/11/22 05:12:03 [crit] 1#1: x", "[crit]", /log\.error/],
      ["2026-11-22T05:12:03.123Z  WARN 1 --- [main] c.e.Shop", "2026-11-22", /log\.date/],
      ["2026-11-22T05:12:03.123Z  WARN 1 --- [main] c.e.Shop", "T05:12:03.123Z", /log\.date/],
      ["2026-11-22T05:12:03.123Z  WARN 1 --- [main] c.e.Shop", "WARN", /log\.warning/],
      ["java.lang.IllegalStateException: no cart", "IllegalStateException", /log\.exceptiontype/],
      ["Caused by: no cart", "no cart", /log\.exceptiontype/],
      ["\tat com.example.Cart.open(Cart.java:7)", "Cart.java", /log\.exception/],
      ["── 05:42 The log started over.", "The log started over.", /comment/],
      ["a line ── 05:42 The log started over.", "The log started over.", undefined],
    ];
    for (const [line, word, scope] of rows) {
      const found = scopeOf(line, word);
      if (scope === undefined) assert.equal(found, "", `${word} in ${line}`);
      else assert.match(found ?? "", scope, `${word} in ${line}`);
    }
  });
});
