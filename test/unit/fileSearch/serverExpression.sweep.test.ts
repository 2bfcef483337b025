import assert from "node:assert/strict";
import fc from "fast-check";
import { queryProblem } from "../../../src/fileSearch/queryProblem.ts";
import { queryFor, SearchedServer } from "./searchHere.ts";

const RUNS = process.env["FUZZ"] === "full" ? 3_000 : 60;

const CHARACTERS = ["a", "b", "A", "1", "_", " ", "-", ".", "]", "{", "é", "É", "中", "文", "一"] as const;

const atom = fc.constantFrom(
  " ",
  ...String.raw`a b A 1 _ - \. \] \{ é 中 文 一 . \d \D \w \W \s \S [ab] [^ab] [a-b1] [中文] [^中] [\u4e00-\u9fa5] [^\w] [\d中]`.split(
    " ",
  ),
  ...String.raw`\x61 \u4e2d \- [\]] [.\-] [é-ü]`.split(" "),
);
const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}", "*?", "+?");
const term = fc.tuple(atom, quantifier).map(([one, many]) => one + many);
const sequence = fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(""));
const expression = fc.oneof(
  { weight: 4, arbitrary: sequence },
  fc.tuple(sequence, sequence).map(([one, other]) => `${one}|${other}`),
  fc.tuple(sequence, sequence).map(([one, other]) => `(${one})${other}\\1`),
  fc.tuple(sequence, sequence).map(([one, other]) => `(?<n>${one})(?:${other})?\\k<n>`),
  fc.tuple(sequence, sequence).map(([one, other]) => `${one}(?=${other})`),
  fc.tuple(sequence, sequence).map(([one, other]) => `${one}(?!${other})`),
  sequence.map((one) => `^${one}`),
  sequence.map((one) => `${one}$`),
  sequence.map((one) => `\\b${one}`),
);
/** Expressions that find the wrong bytes easily: two characters of UTF-8 hold one of GBK, and a repeated class may end within a character. */
const EASILY_MISSED: [string, string[], boolean][] = [
  [String.raw`[\u4e00-\u9fa5]`, ["É文", "“中文”", "。文"], false],
  ["[^中]{2}", ["中文字"], false],
  [String.raw`\D*(?=[^\w])`, ["中"], false],
];

const line = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 6 }).map((characters) => characters.join(""));

describe("an expression of JavaScript on a server", () => {
  let server: SearchedServer;

  before(() => {
    server = new SearchedServer();
  });

  after(() => server.remove());

  it("finds the lines that it finds here, and none of ASCII beside them", async () => {
    await fc.assert(
      fc.asyncProperty(
        expression,
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (text, lines, isCaseSensitive) => {
          const query = queryFor(text, { isRegExp: true, isCaseSensitive });
          const here = new RegExp(text, isCaseSensitive ? "" : "i");
          // one that is found in nothing is found everywhere, which nobody searches for; a reference knows no cases beyond ASCII
          const isOtherCase = !isCaseSensitive && /\\1|\\k/.test(text);
          fc.pre(queryProblem(query) === undefined && !here.test("") && !isOtherCase);
          server.put("file", `${lines.join("\n")}\n`);
          const { files, end } = await server.search(query);
          assert.equal(end.kind, "whole", JSON.stringify(end));
          const found = files.flatMap((file) => file.lines.map((each) => each.number - 1));
          const missed = lines.filter((each, index) => here.test(each) && !found.includes(index));
          const more = found.filter((index) => !here.test(lines[index] ?? ""));
          assert.deepEqual(missed, []);
          // bytes of other characters can be read in two ways
          assert.deepEqual(
            more.map((index) => lines[index]).filter((each) => /^[ -~]*$/.test(each ?? "")),
            [],
          );
        },
      ),
      { numRuns: RUNS, examples: EASILY_MISSED },
    );
  });
});
