import assert from "node:assert/strict";
import { LastLine } from "../../../../src/deployments/steps/lastLine.ts";

describe("LastLine", () => {
  const cases: readonly (readonly [string, readonly string[], string | undefined])[] = [
    ["of nothing", [], undefined],
    ["of blanks", ["\n  \n", "\t"], undefined],
    ["that comes in pieces", ["one\ntw", "o"], "two"],
    ["before blank lines", ["one\ntwo\n\n", "  \n"], "two"],
    ["of a program that erases what it drew", ["done\n100 %\r\u001b[K"], "done"],
    ["with colours", ["\u001b[31mError: x\u001b[0m\n"], "Error: x"],
    ["of a program that draws its progress anew", ["1 %\r50 %\r100 %\r\n"], "100 %"],
  ];
  for (const [what, pieces, line] of cases)
    it(`is the last line with anything on it, ${what}`, () => {
      const last = new LastLine();
      for (const piece of pieces) last.add(piece);
      assert.equal(last.line, line);
    });
});
