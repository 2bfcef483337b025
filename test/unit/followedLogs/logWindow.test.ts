import assert from "node:assert/strict";
import fc from "fast-check";
import { LogWindow, type WindowChange } from "../../../src/followedLogs/logWindow.ts";
import { LogFile } from "../../fakes/logFile.ts";
import { allOverlaps, distinctLines, Screen } from "./logOracle.ts";

type Step =
  { readonly kind: "write"; readonly text: string } | { readonly kind: "read" } | { readonly kind: "restart" };

const text = fc.constantFrom("", "", "a", "a", "b", "c", ".", "..", " a", "a b", "环", "10%\r20%", "d", "e");
const written: fc.Arbitrary<Step> = fc
  .record({ text, ends: fc.constantFrom("\n", "\n", "\n", "") })
  .map(({ text: line, ends }) => ({ kind: "write", text: line + ends }));
const reads: fc.Arbitrary<Step> = fc.constant({ kind: "read" });
/** A block that comes again and again, as progress does. */
const blocks = fc
  .record({ lines: fc.array(text, { minLength: 1, maxLength: 4 }), times: fc.integer({ min: 1, max: 6 }) })
  .map(({ lines, times }): readonly Step[] =>
    Array.from({ length: times }, () => lines.map((line): Step => ({ kind: "write", text: `${line}\n` }))).flat(),
  );
const runs = (...others: fc.Arbitrary<Step>[]) =>
  fc
    .array(fc.oneof(written, written, written, reads, reads, ...others, blocks), { maxLength: 60, size: "max" })
    .map((steps): readonly Step[] => [...steps.flat(), { kind: "read" }]);

/** One reading, with what is true of it. */
interface Reading {
  readonly change: WindowChange;
  /** The window that was shown before, and this one. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Lines that both windows show; `undefined` where the file was emptied in between, or nothing was shown before. */
  readonly shared: number | undefined;
  readonly hasSlid: boolean;
  /** Blank lines that the panel took off. */
  readonly stripped: number;
  readonly wasEmptied: boolean;
}

interface Options {
  readonly pieces: number;
  readonly slack: number;
}

function replay(steps: readonly Step[], options: Options, check: (reading: Reading, screen: Screen) => void): Screen {
  const file = new LogFile();
  const screen = new Screen();
  const everything: string[] = [];
  const window = new LogWindow(options);
  let before: readonly string[] = [];
  let shownRun = 0;
  let shownTo = 0;
  let wasEmptied = false;
  for (const step of steps)
    if (step.kind === "write") file.append(step.text);
    else if (step.kind === "restart") {
      everything.push(...file.content.split("\n"));
      file.truncate();
    } else {
      const sent = file.window(options.pieces);
      const after = sent === "" ? [] : sent.split("\n");
      const [from, to] = file.shownLines(options.pieces);
      const count = file.content.split("\n").length;
      const isSame = shownRun === file.run && before.length > 0;
      const change = window.advance(sent);
      check(
        {
          change,
          before,
          after,
          shared: isSame ? Math.max(0, shownTo - from) : undefined,
          hasSlid: count > options.pieces,
          stripped: Math.min(count, options.pieces) - (to - from),
          wasEmptied,
        },
        screen,
      );
      screen.show(change);
      if (after.length === 0) wasEmptied ||= before.length > 0;
      else [before, shownRun, shownTo, wasEmptied] = [after, file.run, to, false];
    }
  everything.push(...file.content.split("\n"));
  assert.ok(screen.isSubsequenceOf(everything), "(a) something is shown that was not written, or twice");
  return screen;
}

/** How many of the window's first lines were taken for shown ones. */
const overlapOf = ({ change, after }: Reading): number => after.length - change.lines.length;

const windows = fc.integer({ min: 3, max: 9 });

describe("log window", () => {
  it("shows nothing twice and takes the largest overlap, however the window slides", () => {
    fc.assert(
      fc.property(runs(), windows, (steps, pieces) => {
        replay(steps, { pieces, slack: pieces }, (reading) => {
          const { before, after, shared, change } = reading;
          assert.ok(!change.isSection);
          if (shared === undefined || after.length === 0) return;
          assert.ok(overlapOf(reading) >= shared, "(a) a line is shown twice");
          assert.equal(overlapOf(reading), allOverlaps(before, after)[0] ?? 0);
        });
      }),
      { numRuns: 3000 },
    );
  });

  it("loses nothing where one overlap fits, and only repetitions where several do", () => {
    fc.assert(
      fc.property(runs(), windows, (steps, pieces) => {
        replay(steps, { pieces, slack: pieces }, (reading) => {
          const { before, after, shared } = reading;
          if (shared === undefined || shared === 0 || after.length === 0) return;
          const taken = overlapOf(reading);
          const lost = taken - shared;
          if (allOverlaps(before, after).length === 1) assert.equal(lost, 0, "(b)");
          const repeated = before.slice(before.length - lost);
          after.slice(shared, taken).forEach((line, at) => {
            const old = repeated[at] ?? "";
            const isLast = at === lost - 1;
            const shown = lost === before.length && at === 0 ? old.trimStart() : old;
            assert.ok(isLast ? line.startsWith(shown.trimEnd()) : line === shown, "(c)");
          });
        });
      }),
      { numRuns: 3000 },
    );
  });

  it("reports once that lines may be missing if the overlap may be chance", () => {
    fc.assert(
      fc.property(runs(), windows, (steps, pieces) => {
        replay(steps, { pieces, slack: pieces }, (reading, screen) => {
          const { before, after, shared, change } = reading;
          if (shared === undefined || after.length === 0) return;
          const isEvident = distinctLines(before.slice(before.length - overlapOf(reading))) >= 3;
          const isRepeated = screen.endsInMark && change.grown === undefined;
          assert.equal(change.maybeMissing, !isEvident && !isRepeated, "(d)");
        });
      }),
      { numRuns: 3000 },
    );
  });

  it("shows a log that is read from its start exactly, without marks", () => {
    fc.assert(
      fc.property(runs(), (steps) => {
        const screen = replay(steps, { pieces: 2000, slack: 200 }, ({ change }) => {
          assert.ok(!change.isSection && !change.maybeMissing, "(e)");
        });
        const all = steps.map((step) => (step.kind === "write" ? step.text : "")).join("");
        assert.equal(screen.rows.map((row) => row.text).join("\n"), all.trim());
      }),
    );
  });

  it("starts a section if a log read from its start does not continue", () => {
    const restarts: fc.Arbitrary<Step> = fc.constant({ kind: "restart" });
    let sections = 0;
    fc.assert(
      fc.property(runs(restarts), fc.integer({ min: 6, max: 12 }), (steps, pieces) => {
        const slack = 2;
        replay(steps, { pieces, slack }, ({ change, before, after, shared, hasSlid, stripped, wasEmptied }) => {
          // more blank lines than are thinkable
          fc.pre(!hasSlid || stripped <= slack + 1);
          if (after.length === 0 || before.length === 0) return;
          const isWhole = after.length + 1 + slack < pieces;
          const goesOn = allOverlaps(before, after)[0] === before.length && !wasEmptied;
          if (isWhole) assert.equal(change.isSection, !goesOn, "(e)");
          if (change.isSection) assert.deepEqual(change.lines, after);
          if (shared !== undefined) assert.ok(!change.isSection, "(e) there was no restart");
          if (change.isSection) sections += 1;
        });
      }),
      { numRuns: 3000 },
    );
    assert.ok(sections > 100);
  });

  describe("at its first reading", () => {
    const full = ["a", "b", "c", "d", "e"].join("\n");

    it("may lack lines if it is full", () => {
      assert.ok(new LogWindow({ pieces: 6, fromStart: true }).advance(full).maybeMissing);
      assert.ok(!new LogWindow({ pieces: 60, fromStart: true }).advance(full).maybeMissing);
      assert.ok(!new LogWindow({ pieces: 6 }).advance(full).maybeMissing);
      const empty = new LogWindow({ pieces: 6 });
      empty.advance("");
      assert.ok(empty.advance(full).maybeMissing);
    });
  });

  describe("after the log was empty", () => {
    const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `${from + at}`).join("\n");
    const emptied = (before: string) => {
      const window = new LogWindow({ pieces: 21 });
      window.advance(before);
      assert.ok(window.advance(" \n ").isEmptied);
      assert.ok(!window.advance("").isEmptied, "it was before");
      return window;
    };

    it("starts a section, also with the same lines, and reports possible loss if it is full", () => {
      for (const [after, isFull] of [
        [lines(0, 3), false],
        [lines(0, 9), false],
        [lines(2, 22), true],
      ] as const) {
        const { isSection, maybeMissing, lines: shown } = emptied(lines(0, 3)).advance(after);
        assert.deepEqual([isSection, maybeMissing, shown.join("\n")], [true, isFull, after]);
      }
    });

    it("continues if much overlaps, because the panel failed to read the log", () => {
      const { isSection, lines: shown } = emptied(lines(0, 20)).advance(lines(5, 25));
      assert.deepEqual([isSection, shown.join("\n")], [false, lines(20, 25)]);
    });
  });
});
