import assert from "node:assert/strict";
import fc from "fast-check";
import { LogFollower, type LogEvent } from "../../../src/followedLogs/logFollower.ts";
import { LogWindow } from "../../../src/followedLogs/logWindow.ts";
import { cleanTerminalText } from "../../../src/characters/terminalText.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { ScriptedLog, written, type Happening } from "./scriptedLog.ts";

const failure: fc.Arbitrary<PanelFailure> = fc.constantFrom(
  { kind: "network", code: "ECONNRESET" },
  { kind: "page", status: 404 },
  { kind: "timeout", afterMs: 15_000 },
);
const soon = fc.integer({ min: 0, max: 9_000 });

/** Texts that are appended at some moments, with failures of some length in between. */
const scriptsOf = (texts: fc.Arbitrary<string>, truncates: boolean) =>
  fc
    .array(
      fc.record({
        after: soon,
        text: texts,
        down: fc.option(fc.record({ failure, lasts: soon }), { freq: 5 }),
        truncates: truncates ? fc.integer({ min: 0, max: 9 }).map((n) => n === 0) : fc.constant(false),
      }),
      { minLength: 1, maxLength: 40, size: "max" },
    )
    .map((steps) => {
      const script: Happening[] = [];
      let at = 0;
      for (const step of steps) {
        at += step.after;
        script.push({ at, append: step.text, ...(step.truncates ? { truncate: true } : {}) });
        if (step.down !== null) {
          // a panel that gives pages before its first answer is left alone
          at += 1;
          script.push({ at, failure: step.down.failure });
          at += step.down.lasts;
          script.push({ at, failure: undefined });
        }
      }
      return script;
    });

async function play(script: readonly Happening[], pieces: number, slack: number): Promise<readonly LogEvent[]> {
  const clock = new LeapingClock();
  const log = new ScriptedLog(clock, script, { pieces, running: true });
  const stop = new AbortController();
  let readsAfter = 0;
  clock.onSlept = () => {
    if (log.isOver && (readsAfter += 1) > 20) stop.abort();
  };
  const events: LogEvent[] = [];
  const window = new LogWindow({ pieces, slack, fromStart: true });
  const follower = new LogFollower({ source: log, mode: "upgrade", clock, signal: stop.signal, window });
  for await (const event of follower) events.push(event);
  return events;
}

describe("log follower, for generated logs", () => {
  it("loses no line without a mark, and shows none twice", async () => {
    const bursts = fc.tuple(fc.nat({ max: 30 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(
        fc.array(bursts, { minLength: 1, maxLength: 40, size: "max" }),
        scriptsOf(fc.constant(""), false),
        async (sizes, script) => {
          let count = 0;
          const numbered = script.map((step, at) => {
            const [size, isCut] = sizes[at % sizes.length] ?? [0, false];
            const lines = Array.from({ length: size }, () => `\nline ${count++};`).join("");
            return { ...step, append: isCut ? `${lines}\n...` : lines };
          });
          const rows = written(await play(numbered, 50, 5));
          let last = -1;
          let isMarked = true;
          for (const row of rows) {
            const number = Number(/^line (\d+);$/.exec(row)?.[1] ?? Number.NaN);
            if (Number.isNaN(number)) isMarked ||= row === "[maybeMissing]";
            else {
              assert.ok(number > last, `${number} after ${last}`);
              if (number !== last + 1) assert.ok(isMarked, `${number} after ${last} without a mark`);
              [last, isMarked] = [number, false];
            }
          }
          assert.equal(last, count - 1);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("shows only what was written, in its order", async () => {
    const text = fc
      .array(fc.constantFrom("a", "b", ".", "\n", "\n", "\n\n", " ", "\r\u001b[K", "10%", "\u001b[1m", "环"), {
        maxLength: 12,
        size: "max",
      })
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(scriptsOf(text, true), fc.integer({ min: 6, max: 30 }), async (script, pieces) => {
        const events = await play(script, pieces, pieces);
        const runs = [""];
        for (const { truncate, append = "" } of script)
          if (truncate === true) runs.push(append);
          else runs.push((runs.pop() ?? "") + append);
        const characters = (texts: readonly string[]) => texts.join("").replaceAll(/\s/g, "");
        const all = characters(runs.map((run) => run.split("\n").map(segments).flat().join("\n")));
        const shown = characters(
          events.flatMap((event) => (event.kind === "lines" ? [event.continued, ...event.lines] : [])),
        );
        let at = 0;
        for (const character of shown) {
          at = all.indexOf(character, at) + 1;
          assert.ok(at > 0, "something is shown that was not written, or twice");
        }
        assert.notEqual(events.at(-1)?.kind, "ended");
      }),
      { numRuns: 500 },
    );
  });
});

/** What one line showed, one after the other. */
function segments(line: string): readonly string[] {
  return line.split("\r\u001b[K").map(cleanTerminalText);
}
