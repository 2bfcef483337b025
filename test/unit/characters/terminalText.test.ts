import assert from "node:assert/strict";
import fc from "fast-check";
import { cleanTerminalText } from "../../../src/characters/terminalText.ts";

describe("terminal text", () => {
  for (const [what, line, shown] of [
    ["plain text as it is", "a\tb  ", "a\tb  "],
    ["no colours", "\u001b[1;31;40mError:\u001b[0m x", "Error: x"],
    ["no single-byte control sequences", "\u009b31mred", "red"],
    ["no titles and links", "\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\b", "ab"],
    ["no other sequences", "\u001b(Ba\u001b7\u001b=b\u001bPq\u001b\\", "ab"],
    ["what overwrote the rest", "10%\r20%\r30%", "30%"],
    ["a line that ends in \\r\\n", "abc\r", "abc"],
    ["a line that only went back", "abc\r\r", "abc"],
    ["nothing of an erased line", "10%\r\u001b[K", ""],
    ["what follows an erased line", "\u001b[2K10%\r\u001b[2Kdone", "done"],
    ["what stands before the rest was erased", "done\u001b[K", "done"],
    ["what backspaces left", "|\b/\b-\bok", "ok"],
    ["what a spinner has written over", "⠙\u001b[1G\u001b[0K⠹\u001b[1G\u001b[0K", ""],
    ["what comes behind a spinner", "⠙\u001b[1G⠹\u001b[1Gup to date in 1s", "up to date in 1s"],
    ["what stays of a longer text that was written over", "longer\rab", "abnger"],
    ["what was written after a move to the left", "50%\u001b[3D100%", "100%"],
    ["what was written after a move to the right", "a\u001b[2Cb", "a  b"],
    ["nothing before what was erased up to its end", "10%\u001b[1K\rdone", "done"],
    ["no more of a line than was kept where a move goes up", "a\u001b[1Ab", "ab"],
    ["a bar of pip", "\u001b[2K   ━━━ 1.0/2.0 MB\r\u001b[2K   ━━━━━ 2.0/2.0 MB", "   ━━━━━ 2.0/2.0 MB"],
    ["blanks as far as a terminal is wide", `\u001b[99999Gx`, `${" ".repeat(200)}x`],
    ["no title that would move the cursor", "ab\u001b]0;title\rX\u0007c", "abc"],
    ["no cut sequence", "abc\u001b[3", "abc"],
    ["no cut escape", "abc\u001b", "abc"],
    ["no cut title", "abc\u001b]0;ti", "abc"],
    ["no control characters", "a\u0000b\u0007c\u007f\u0085d", "abcd"],
    ["no turned direction", "a\u202egpj.exe", "agpj.exe"],
    ["no more after no more", "", ""],
  ] as const)
    it(`shows ${what}`, () => {
      assert.equal(cleanTerminalText(line), shown);
    });

  it("shows nothing that could control a terminal, and all text that is not overwritten", () => {
    const parts = fc.array(
      fc.constantFrom("a", "环", " ", "\t", "\u001b", "[", "3", "m", "K", "]", "\\", "\u0007", "\b", "\r"),
      {
        maxLength: 30,
        size: "max",
      },
    );
    fc.assert(
      fc.property(parts, (characters) => {
        const shown = cleanTerminalText(characters.join(""));
        assert.match(shown.replaceAll("\t", ""), /^\P{Cc}*$/u);
      }),
      { examples: [[["a"]]] },
    );
  });
});
