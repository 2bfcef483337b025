import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { UNITS } from "../../fakes/hostileJson.ts";
import { shortestOf } from "../../fakes/longestStep.ts";
import { packageJson, root } from "../manifest/packageJson.ts";

const WASM = join(root, "node_modules/vscode-oniguruma/release/onig.wasm");

/** Units of which strangers make lines, besides those of other hostile texts: what the rules begin with, or nearly match. */
const units = [
  ...UNITS.filter((unit) => !unit.includes("\n")),
  ...Array.from("D1\"'[]/\\(-_.:T\t─é\u0301环"),
  ...'D |1.|1 |" |"a|"\'|" 200 |── |[1/|[crit|[error]|a.|a.b|A_|A |at |12:|12:34:56|2026-|2026-11-22T|192.168.'.split(
    "|",
  ),
  ...'[22/Nov/2026:|ERROR|ERROR |INFO |WARN|Error|AError|AException|Caused by: | at |http://a |{"a":1,|true '.split(
    "|",
  ),
];

const ordinary =
  '192.0.2.7 - - [22/Nov/2026:05:42:47 +0000] "GET /a/b.html HTTP/2.0" 200 5123 "-" "Mozilla/5.0 (X11)" ';

/** In characters; VS Code colours no longer line. */
const lengths = [2_000, 8_000, 20_000];

/** Hostile lines take up to three times as long as an ordinary one; rules that are not linear take a hundred times. */
const MOST_TIMES = 10;

const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

describe("the colours of followed logs", () => {
  const { grammars, languages } = packageJson.contributes;
  const [contributed] = grammars;
  const read = () => readFileSync(join(root, contributed?.path ?? ""), "utf8");
  let grammar: textmate.IGrammar;

  before(async () => {
    await oniguruma.loadWASM(Uint8Array.from(readFileSync(WASM)).buffer);
    const registry = new textmate.Registry({
      onigLib: Promise.resolve({
        createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
        createOnigString: (text) => new oniguruma.OnigString(text),
      }),
      loadGrammar: async () => textmate.parseRawGrammar(read(), contributed?.path),
    });
    const loaded = await registry.loadGrammar(contributed?.scopeName ?? "");
    assert.ok(loaded);
    grammar = loaded;
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
    assert.equal(JSON.parse(read()).scopeName, contributed?.scopeName);
  });

  // VS Code adds what extensions inject into any part of a scope's name up to a dot
  it("come from no rules but ours", () => {
    assert.doesNotMatch(read(), /"include"/);
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

  for (const length of lengths)
    it(`take about as long on hostile lines of ${length} characters as on ordinary ones`, () => {
      const timeOf = (unit: string) => {
        const line = filled(unit, length);
        return shortestOf(() => {
          // as many characters at each length
          for (let done = 0; done < 20_000; done += length) grammar.tokenizeLine2(line, textmate.INITIAL);
        }).ms;
      };
      timeOf(ordinary);
      const fair = timeOf(ordinary);
      // measured again on a busy machine: what is not linear is slow every time
      const isSlow = (unit: string) => [1, 2, 3, 4, 5].every(() => timeOf(unit) / fair > MOST_TIMES);
      assert.deepEqual(units.filter(isSlow), []);
    });
});
