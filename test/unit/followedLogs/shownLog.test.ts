import assert from "node:assert/strict";
import fc from "fast-check";
import type { LogEvent } from "../../../src/followedLogs/logFollower.ts";
import { ShownLog } from "../../../src/followedLogs/shownLog.ts";
import { written } from "./scriptedLog.ts";
import { logSentence } from "../../../src/followedLogs/window/logTexts.ts";
import { FakeScreen } from "../../fakes/tailsFixture.ts";

const LOG = { panelId: "p1", kind: "container", key: "web", label: "web" } as const;
const MARK = "── mark";
const line = fc.constantFrom("a", "b", "", " c", "\u200b", MARK, "—", "│");

/** As far as is seen. */
const LIKE_MARK = /^[\u200b ]*[─—]/;

/** Events as the follower sends them: text goes on only behind text. */
const streams = fc
  .array(
    fc.oneof(
      fc.record({
        kind: fc.constant("lines" as const),
        continued: fc.constantFrom("", "", "d", MARK),
        lines: fc.array(line, { maxLength: 3 }),
      }),
      fc.constant({ kind: "maybeMissing" as const }),
    ),
    { maxLength: 12 },
  )
  .map((events) =>
    events
      .map((event, at): LogEvent => {
        const isInText = events[at - 1]?.kind === "lines";
        return event.kind === "lines" && !isInText ? { ...event, continued: "", lines: ["e", ...event.lines] } : event;
      })
      .filter((event) => event.kind !== "lines" || event.continued !== "" || event.lines.length > 0),
  );

/** A log's screen, and what stands on it. */
function shownLog() {
  const screen = new FakeScreen();
  return { screen, shown: new ShownLog(LOG, screen) };
}

function play(events: readonly LogEvent[]): string {
  const { screen, shown } = shownLog();
  for (const event of events)
    if (event.kind === "lines") shown.addLines(event);
    else shown.say(MARK);
  return screen.text;
}

describe("the screen of a log", () => {
  it("shows the lines and, on lines of their own, notices that no line of the log can imitate", () => {
    fc.assert(
      fc.property(streams, (events) => {
        const isMark = (row: string) => row === "[maybeMissing]";
        const rows = written(events);
        const shown = play(events).split("\n");
        const ends = isMark(rows.at(-1) ?? "") ? "\n" : "";
        assert.equal(
          shown.map((row) => row.replace("│ ", "")).join("\n"),
          rows.map((row) => (isMark(row) ? MARK : row)).join("\n") + ends,
        );
        for (const [at, row] of rows.entries()) assert.equal(LIKE_MARK.test(shown[at] ?? ""), isMark(row), shown[at]);
      }),
      { numRuns: 2000 },
    );
  });

  it("puts a bar before each line that looks like a notice", () => {
    const shownLine = (text: string) => play([{ kind: "lines", continued: "", lines: [text] }]);
    const tail = { id: "1", log: LOG, startedAt: 0, phase: "following", start: "none" } as const;
    const notice = logSentence({ kind: "section" }, { tail, hasText: true }, "shop", 15, 0) ?? "";
    const marks = [
      "── ",
      "\u200b── ",
      " ── ",
      "\u00ad\u2003── ",
      "\u3164── ",
      "—— ",
      "━━ ",
      "⸺ ",
      "══ ",
      "－－ ",
      "\u2800─ ",
    ];
    for (const text of [notice, ...marks]) assert.equal(shownLine(text), `│ ${text}`);
    for (const text of ["a ── b", "--- a", "- a", "     ━━━━ 1.3/1.3 MB", "一键", "[error]", ""])
      assert.equal(shownLine(text), text);
  });

  it("continues an open line unless a notice came between", () => {
    const { screen, shown } = shownLog();
    assert.equal(shown.hasText, false);
    shown.addLines({ continued: "", lines: ["a"] });
    assert.equal(shown.hasText, true);
    shown.addLines({ continued: "b", lines: ["c"] });
    shown.say(MARK);
    shown.say(MARK);
    assert.equal(screen.text, `ab\nc\n${MARK}\n${MARK}\n`);
  });

  it("puts a bar also before the rest of a line below a notice or at the top", () => {
    for (const part of [(shown: ShownLog) => shown.say("sentence"), (shown: ShownLog) => shown.clear()]) {
      const { screen, shown } = shownLog();
      shown.addLines({ continued: "", lines: ["a"] });
      part(shown);
      shown.addLines({ continued: MARK, lines: [] });
      assert.equal(screen.text.split("\n").at(-1), `│ ${MARK}`);
    }
  });

  it("starts at the top after it was cleared", () => {
    const { screen, shown } = shownLog();
    shown.addLines({ continued: "", lines: ["a"] });
    shown.clear();
    assert.equal(shown.hasText, true);
    shown.addLines({ continued: "", lines: ["b"] });
    assert.equal(screen.text, "b");
    shown.forget();
    assert.deepEqual([shown.hasText, screen.text], [false, ""]);
  });
});
