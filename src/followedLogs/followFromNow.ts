import { logOf, readerOf, type FollowedLog } from "./followedLog.ts";
import { LogFollower, type LogEvent } from "./logFollower.ts";
import type { LogTailsOptions } from "./logTails.ts";
import { PanelError } from "../wire/answers/failure.ts";

/** A log that is followed from now on. */
export interface FollowedFromNow {
  /** Resolves after the first reading, with which all later ones are compared. */
  readonly begun: Promise<unknown>;
  /** Reads the log once more, and ends. */
  readonly finish: () => void;
  /** Resolves when it has ended; rejects with what is no failure of a panel. */
  readonly done: Promise<void>;
}

/**
 * Follows a log from now on.
 * @param handle takes each event; `isOld`: of what was there before
 * @param signal ends it without another reading
 */
export function followFromNow(
  log: FollowedLog,
  { callFor, clock }: Pick<LogTailsOptions, "callFor" | "clock">,
  handle: (event: LogEvent, isOld: boolean) => void,
  signal: AbortSignal,
): FollowedFromNow {
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
  const follow = async () => {
    for await (const event of follower)
      handle(event, answers === 1 && event.kind !== "reconnecting" && event.kind !== "ended");
  };
  const done = follow();
  return {
    begun: Promise.race([first.promise, done.catch(() => undefined)]),
    finish() {
      isFinishing = true;
      follower.poke();
    },
    done,
  };
}
