import assert from "node:assert/strict";
import { LogFollower, type LogEvent } from "../../../src/followedLogs/logFollower.ts";
import { LogWindow } from "../../../src/followedLogs/logWindow.ts";
import { assertProportional, shortestOf } from "../../fakes/longestStep.ts";
import { hostileText, UNITS } from "../../fakes/hostileJson.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";

const IS_FULL = process.env["FUZZ"] === "full";

/** In characters: more than the decoder leaves of a log. */
const LONGEST = (IS_FULL ? 8 : 3) * 2 ** 20;

const units = IS_FULL ? UNITS : (["\n", " ", "环\n", "*** ", "失败 ", "\u001b[", "\b"] as const);

/** Follows a log through these readings until it ends. */
async function followed(texts: readonly string[]): Promise<readonly LogEvent[]> {
  let at = 0;
  const events: LogEvent[] = [];
  const source = {
    read: async () => {
      const text = texts[Math.min(at, texts.length - 1)] ?? "";
      at += 1;
      return { text, running: at < texts.length };
    },
  };
  const clock = new LeapingClock();
  const { signal } = new AbortController();
  for await (const event of new LogFollower({ source, mode: "upgrade", clock, signal, startWithinMs: 0 }))
    events.push(event);
  return events;
}

const shownOf = (events: readonly LogEvent[]) =>
  events.flatMap((event) => (event.kind === "lines" ? [event.continued, ...event.lines] : []));

describe("hostile logs", () => {
  for (const unit of units)
    it(`that repeat ${JSON.stringify(unit)} are followed to their end within bounds`, async () => {
      const json = hostileText(unit, LONGEST);
      const yardstick = shortestOf(() => JSON.parse(json) as unknown);
      const log = JSON.parse(json) as string;
      let events: readonly LogEvent[] = [];
      const used: number[] = [];
      for (let attempt = 0; attempt < 2; attempt++) {
        const before = process.cpuUsage();
        events = await followed([log, `${log}x`, `${log}x`, `${log}x`]);
        const { user, system } = process.cpuUsage(before);
        used.push((user + system) / 1_000);
      }
      // four readings and their end
      assertProportional(unit, Math.min(...used) / 4, yardstick.ms);
      assert.equal(events.at(-1)?.kind, "ended");
      const shown = shownOf(events);
      assert.ok(shown.length <= 4 * 20_000 && shown.join("").length <= 4 * 2 ** 20, `${shown.length} lines`);
    });

  it("that nearly fit in many places are compared within bounds", () => {
    // one number for both, see `keyOf`
    const [one, other] = ["a环", "a环境环境"];
    const before = `${`${one}\n`.repeat(19_000)}${one}`;
    const after = `${`${one}\n`.repeat(9_000)}${`${other}\n`.repeat(9_000)}${one}`;
    const follow = (first: string, second: string) =>
      shortestOf(() => {
        const window = new LogWindow({ pieces: 20_000 });
        window.advance(first);
        return window.advance(second);
      });
    const ordinary = Array.from({ length: 19_001 }, (_, line) => `${line} ${one}`);
    const yardstick = follow(ordinary.join("\n"), [...ordinary.slice(1), "one more"].join("\n"));
    const { ms } = follow(before, after);
    assertProportional("near fits", ms / 5, yardstick.ms);
  });
});
