import assert from "node:assert/strict";
import fc from "fast-check";
import { growthOf, isSameLine } from "../../../src/followedLogs/windowOverlap.ts";
import { LogWindow } from "../../../src/followedLogs/logWindow.ts";
import { LogFile } from "../../fakes/logFile.ts";

const characters = fc.array(fc.constantFrom("环", "境", "🚀", "a", "1", " "), { maxLength: 12, size: "max" });
/** A line without the character at a place, if it is one that can be lost. */
const without = (line: readonly string[], place: number): string =>
  line.filter((character, at) => at !== place % (line.length + 1) || character < "\u0080").join("");

describe("two readings of a line", () => {
  it("are of the same line if each lacks a character that was cut", () => {
    fc.assert(
      fc.property(characters, fc.nat(), fc.nat(), (line, one, other) => {
        assert.ok(isSameLine(without(line, one), without(line, other)));
      }),
      { numRuns: 5000 },
    );
  });

  it("are of different lines if more or other characters differ", () => {
    for (const [one, other] of [
      ["环境准备失败", "环境准备完成"],
      ["步骤1", "步骤2"],
      ["abc", "ab"],
      ["环境准备", "环境"],
      ["a环", "b环"],
    ] as const)
      assert.ok(!isSameLine(one, other) && !isSameLine(other, one), `${one} ${other}`);
  });

  it("may lack several characters of a line that is longer than what is decoded at once", () => {
    const long = "环境 ok ".repeat(400);
    const cut = long.replaceAll(/([^]{599})境?/g, "$1");
    assert.ok(isSameLine(long, cut));
    assert.ok(!isSameLine(long, cut.replace("ok", "no")));
  });

  it("show how a line has grown, also if one lacks a character", () => {
    fc.assert(
      fc.property(characters, fc.nat(), fc.boolean(), (line, lost, isBefore) => {
        const whole = line.join("");
        const cut = without(line, lost);
        const [before, after] = isBefore ? [cut, whole] : [whole, cut];
        const growth = growthOf(before, `${after}; more`, true);
        // which of equal characters is missing cannot be told
        assert.ok(growth?.endsWith("; more"));
        if (!/(.)\1|[^\0-\x7f]$/u.test(whole)) assert.equal(growth, "; more");
      }),
      { numRuns: 5000 },
    );
    assert.equal(growthOf("🚀环", "环 and", true), " and");
    assert.equal(growthOf("🚀环", "环 and", false), undefined);
    assert.equal(growthOf("abc", "abd", true), undefined);
  });

  it("are compared by each letter in a text that is too short to be cut", () => {
    const shown = (length: number) => {
      const file = new LogFile();
      file.append(`环${"x".repeat(length)}\n环\nend\n`);
      const window = new LogWindow({ pieces: 100 });
      window.advance(file.window(100));
      const before = file.window(100);
      return window.advance(`${before.slice(1)}\nmore`).lines.length;
    };
    assert.equal(shown(100), 4, "another log");
    // with the line break that was stripped, the file may be longer than what is decoded at once
    assert.equal(shown(4_070), 1);
  });
});
