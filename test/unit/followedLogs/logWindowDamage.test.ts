import assert from "node:assert/strict";
import fc from "fast-check";
import { LogWindow } from "../../../src/followedLogs/logWindow.ts";
import { LogFile } from "../../fakes/logFile.ts";

const PIECES = 400;

/** Bytes that a panel decodes at a time. */
const CHUNK = 4096;

const words = ["正在安装", "环境检查通过", "下载失败，重试", "解压到临时目录", "完成", "pip", "ok", "🚀", "第", "个包"];
const sentence = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 12, size: "max" })
  .map((parts) => parts.join(""));

interface Burst {
  readonly lines: readonly string[];
  /** The beginning of the last line, that goes on in the next burst. */
  readonly isCut: boolean;
}

const burstsOf = (line: fc.Arbitrary<string>) =>
  fc.array(
    fc.record<Burst>({
      lines: fc.array(line, { minLength: 0, maxLength: 120, size: "max" }),
      isCut: fc.boolean(),
    }),
    { minLength: 2, maxLength: 12, size: "max" },
  );

interface Counts {
  /** Lines that were written, and that were shown. */
  readonly written: number;
  readonly shown: number;
  /** Readings in which a character was missing. */
  readonly damaged: number;
  readonly marks: number;
}

function follow(bursts: readonly Burst[], nameOf: (line: string, at: number) => string): Counts {
  const file = new LogFile();
  const window = new LogWindow({ pieces: PIECES });
  let [written, shown, damaged, marks, shownTo] = [0, 0, 0, 0, 0];
  for (const { lines, isCut } of bursts) {
    for (const line of lines) file.append(`${nameOf(line, written++)}\n`);
    // a cut line is finished by the first line of the next burst
    if (isCut) file.append("进度…");
    const sent = file.damagedWindow(PIECES);
    if (sent !== file.window(PIECES)) damaged += 1;
    const [from, to] = file.damagedShownLines(PIECES);
    const change = window.advance(sent);
    const count = sent === "" ? 0 : sent.split("\n").length;
    assert.equal(count, to - from);
    assert.ok(!change.isSection);
    if (count > 0) {
      const first = from + count - change.lines.length;
      assert.ok(first >= shownTo, "a line is shown twice");
      shown += change.lines.length;
      marks += change.maybeMissing ? 1 : 0;
      shownTo = to;
    }
  }
  return { written: file.damagedShownLines(PIECES)[1], shown, damaged, marks };
}

describe("log window without the characters that the panel cut", () => {
  it(`goes on after the line shown last`, () => {
    let damaged = 0;
    fc.assert(
      fc.property(burstsOf(sentence), (bursts) => {
        const counts = follow(bursts, (line, at) => `${at} ${line}`);
        assert.equal(counts.shown, counts.written);
        damaged += counts.damaged;
      }),
      { numRuns: 150, endOnFailure: true },
    );
    assert.ok(damaged > 100);
  });

  it(`shows nothing twice where lines repeat`, () => {
    let damaged = 0;
    fc.assert(
      fc.property(burstsOf(sentence), (bursts) => {
        damaged += follow(bursts, (line) => line).damaged;
      }),
      { numRuns: 150, endOnFailure: true },
    );
    assert.ok(damaged > 100);
  });

  // seeds and paths of windows whose first line has lost its only character
  for (const [seed, path] of [
    [-1_984_954_537, "132"],
    [-1_513_604_268, "89"],
  ] as const)
    it(`shows nothing twice in run ${seed}`, () => {
      const property = fc.property(burstsOf(sentence), (bursts) => void follow(bursts, (line) => line));
      fc.assert(property, { seed, path, numRuns: 1, endOnFailure: true });
    });

  it("continues if the only character of the first line is lost or found again", () => {
    const file = new LogFile();
    const window = new LogWindow({ pieces: PIECES });
    const read = (text: string) => {
      file.append(text);
      const { isSection, maybeMissing, lines } = window.advance(file.damagedWindow(PIECES));
      return { first: file.damagedWindow(PIECES).slice(0, 1), isSection, maybeMissing, lines };
    };
    const goesOn = { isSection: false, maybeMissing: false };
    assert.deepEqual(read("第\na\nb\n"), { first: "第", ...goesOn, lines: ["第", "a", "b"] });
    // the last chunk begins in the middle of the character
    const long = "x".repeat(CHUNK - 7);
    assert.deepEqual(read(`${long}\n`), { first: "a", ...goesOn, lines: [long] });
    assert.deepEqual(read("c\n"), { first: "第", ...goesOn, lines: ["c"] });
  });

  it("does not confuse lines that differ in a character", () => {
    const window = new LogWindow({ pieces: PIECES });
    const lines = Array.from({ length: 3 * PIECES }, (_, at) => `步骤${String.fromCodePoint(0x4e00 + at)}`);
    window.advance(lines.slice(0, PIECES).join("\n"));
    const change = window.advance(lines.slice(PIECES - 10, 2 * PIECES - 10).join("\n"));
    assert.deepEqual(change.lines, lines.slice(PIECES, 2 * PIECES - 10));
    assert.ok(!change.maybeMissing);
  });
});
