import assert from "node:assert/strict";
import type { FoundLine } from "../../../../src/fileSearch/foundFile.ts";
import { shownLine } from "../../../../src/fileSearch/window/shownLine.ts";

/** A line in which the part between the brackets was found; each pair is one match. */
function lineOf(marked: string, more: Partial<FoundLine> = {}): FoundLine {
  const ranges: { start: number; end: number }[] = [];
  let text = "";
  for (const part of marked.split(/(\[[^\]]*\])/)) {
    const isMatch = part.startsWith("[");
    const plain = isMatch ? part.slice(1, -1) : part;
    if (isMatch) ranges.push({ start: text.length, end: text.length + plain.length });
    text += plain;
  }
  return { number: 1, text, ranges, isCutBefore: false, isCutAfter: false, ...more };
}

/** What is shown of a line, with brackets round what is highlighted. */
function marked(line: FoundLine): string {
  const { label, highlights } = shownLine(line);
  return highlights
    .toReversed()
    .reduce((text, [from, to]) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`, label);
}

describe("The row of a line", () => {
  for (const [name, given, expected] of [
    ["shows it without its indent", "    return [needle];", "return [needle];"],
    ["highlights each match", "[a] b [a]", "[a] b [a]"],
    ["keeps blanks that were looked for", "  [  ]x", "[  ]x"],
    ["is cut not far before the first match", `${"x".repeat(100)}[needle]`, `…${"x".repeat(26)}[needle]`],
    ["keeps both halves of a sign", `${"x".repeat(80)}😀${"x".repeat(25)}[needle]`, `…${"x".repeat(25)}[needle]`],
    ["shows signs that nobody would see, or that turn text round, as blanks", "a\u202e\tb[\u0007]", "a  b[ ]"],
    ["shows a line without a place of the match", "\tneedle", "needle"],
  ] as const)
    it(name, () => assert.equal(marked(lineOf(given)), expected));

  it("says where something is left out, also of what the server has cut", () => {
    assert.equal(marked(lineOf("b [a] c", { isCutBefore: true, isCutAfter: true })), "…b [a] c…");
    const { label, highlights } = shownLine(lineOf(`[${"a".repeat(1_000)}]`));
    assert.deepEqual([label.length, label.endsWith("…"), highlights], [251, true, [[0, 250]]]);
  });
});
