import assert from "node:assert/strict";
import fc from "fast-check";
import type { LogEvent } from "../../../src/logs/logFollower.ts";
import { LogTranscript } from "../../../src/logs/logTranscript.ts";
import { written } from "../../fakes/scriptedLog.ts";

const MARK = "── mark";
const line = fc.constantFrom("a", "b", "", " c");

/** Events as the follower sends them: text goes on only behind text. */
const streams = fc
  .array(
    fc.oneof(
      fc.record({
        kind: fc.constant("lines" as const),
        continued: fc.constantFrom("", "", "d"),
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

function play(events: readonly LogEvent[]): string {
  const transcript = new LogTranscript();
  return events.map((event) => transcript.textOf(event, event.kind === "lines" ? undefined : MARK)).join("");
}

describe("log transcript", () => {
  it("is the lines that were sent, with marks on lines of their own", () => {
    fc.assert(
      fc.property(streams, (events) => {
        const rows = written(events).map((row) => (row === "[maybeMissing]" ? MARK : row));
        const ends = rows.at(-1) === MARK ? "\n" : "";
        assert.equal(play(events), rows.join("\n") + ends);
      }),
      { numRuns: 2000 },
    );
  });

  it("says nothing of an event without a sentence, and stays where it was", () => {
    const transcript = new LogTranscript();
    assert.equal(transcript.isEmpty, true);
    assert.equal(transcript.textOf({ kind: "lines", continued: "", lines: ["a"] }, undefined), "a");
    assert.equal(transcript.isEmpty, false);
    assert.equal(transcript.textOf({ kind: "state", state: "running" }, undefined), "");
    assert.equal(transcript.textOf({ kind: "lines", continued: "b", lines: ["c"] }, undefined), "b\nc");
    assert.equal(transcript.markOf(MARK), `\n${MARK}\n`);
    assert.equal(transcript.markOf(MARK), `${MARK}\n`);
  });

  it("starts at the top where what was written is gone", () => {
    const transcript = new LogTranscript();
    transcript.textOf({ kind: "lines", continued: "", lines: ["a"] }, undefined);
    transcript.cleared();
    assert.equal(transcript.isEmpty, false);
    assert.equal(transcript.textOf({ kind: "lines", continued: "", lines: ["b"] }, undefined), "b");
  });
});
