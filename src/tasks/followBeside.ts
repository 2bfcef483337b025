import {
  followedLogId,
  logOf,
  phaseAfter,
  readerOf,
  type FollowedLog,
  type LogTail,
} from "../followedLogs/followedLog.ts";
import { LogFollower } from "../followedLogs/logFollower.ts";
import type { LogTailsOptions } from "../followedLogs/logTails.ts";
import type { ShownLog } from "../followedLogs/shownLog.ts";
import { PanelError } from "../wire/answers/failure.ts";

/** Services for following a log beside an action. */
export type FollowingServices = Pick<LogTailsOptions, "callFor" | "clock" | "onDefect" | "sentenceFor">;

/** A log that is followed while an action runs. */
interface FollowedBeside {
  /** Resolves after the first reading, with which all later ones are compared. */
  readonly begun: Promise<unknown>;
  /** Reads the log once more, for the last words of a target that has died, and ends. */
  readonly finish: () => Promise<void>;
}

/** Shows the lines that are added to a log from now on, and notices about them. */
export function followBeside(
  log: FollowedLog,
  shown: ShownLog,
  { callFor, clock, onDefect, sentenceFor }: FollowingServices,
  signal: AbortSignal,
): FollowedBeside {
  const stop = new AbortController();
  const first = Promise.withResolvers<undefined>();
  const { mode, pieces } = logOf(log);
  const readOnce = readerOf(log, "user", callFor, () => undefined);
  let answers = 0;
  let isFinishing = false;
  let isLast = false;
  const read: typeof readOnce = async (given) => {
    if (isLast) {
      stop.abort();
      throw new PanelError({ kind: "cancelled" });
    }
    isLast = isFinishing;
    // the reading after the last one ends the following, without a pause
    if (isLast) follower.poke();
    try {
      const answer = await readOnce(given);
      answers += 1;
      return answer;
    } finally {
      first.resolve(undefined);
    }
  };
  const follower = new LogFollower({
    source: { read },
    mode,
    pieces,
    clock,
    signal: AbortSignal.any([signal, stop.signal]),
    startWithinMs: 0,
  });
  // by the wall clock: read by people
  const startedAt = clock.wallTime();
  let tail: LogTail = { id: followedLogId(log), log, startedAt, phase: "asking", start: "none" };
  const follow = async () => {
    for await (const event of follower) {
      const isOld = answers === 1 && event.kind !== "reconnecting" && event.kind !== "ended";
      if (event.kind === "lines") {
        if (!isOld) shown.addLines(event);
        continue;
      }
      const sentence = isOld ? undefined : sentenceFor(event, { tail, hasText: true });
      if (sentence !== undefined) shown.say(sentence);
      tail = { ...tail, phase: phaseAfter(event) ?? tail.phase };
    }
  };
  const done = follow().catch(onDefect);
  return {
    begun: Promise.race([first.promise, done]),
    async finish() {
      isFinishing = true;
      follower.poke();
      await done;
    },
  };
}
