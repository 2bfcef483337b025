import assert from "node:assert/strict";
import { endOfLog, LogWindow } from "../../../src/followedLogs/logWindow.ts";

const MEBI = 2 ** 20;
const numbered = (from: number, to: number, width = 10) =>
  Array.from({ length: to - from }, (_, at) => `${from + at} `.padEnd(width, "x")).join("\n");

describe("the end of a log", () => {
  it("is all of it where it is short, without outer whitespace", () => {
    assert.deepEqual(endOfLog(" \n a\nb \n\n"), { text: "a\nb", isCut: false });
    assert.deepEqual(endOfLog("\n \u001c"), { text: "", isCut: false });
    assert.deepEqual(endOfLog(numbered(0, 20_000)).isCut, false);
  });

  it("is whole lines", () => {
    const { text, isCut } = endOfLog(numbered(0, 10_000, 200));
    assert.ok(isCut && text.length <= MEBI && text.length > MEBI - 201, String(text.length));
    assert.match(text, /^\d+ x+\n/);
    assert.ok(text.endsWith(numbered(9_999, 10_000, 200)));
  });

  it("is no more than twenty thousand lines", () => {
    const { text, isCut } = endOfLog(numbered(0, 20_001, 3));
    assert.deepEqual([isCut, text.split("\n").length, text.split("\n")[0]], [true, 20_000, "1 x"]);
  });

  it("is the end of a line that is too long", () => {
    const { text, isCut } = endOfLog(`${"x".repeat(MEBI)}end`);
    assert.ok(isCut && text.length === MEBI && text.endsWith("end"));
  });
});

describe("a log of which only the end is read", () => {
  it("continues, and is not taken for another log", () => {
    const window = new LogWindow({ pieces: 3_000 });
    window.advance(numbered(0, 1_000, 2_000));
    const change = window.advance(numbered(0, 1_010, 2_000));
    assert.deepEqual([change.isSection, change.maybeMissing, change.lines.length], [false, false, 10]);
    const far = window.advance(numbered(2_000, 3_000, 2_000));
    assert.deepEqual([far.isSection, far.maybeMissing], [false, true]);
  });
});
