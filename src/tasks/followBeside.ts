import { followedLogId, phaseAfter, type FollowedLog, type LogTail } from "../followedLogs/followedLog.ts";
import { followFromNow } from "../followedLogs/followFromNow.ts";
import type { LogTailsOptions } from "../followedLogs/logTails.ts";
import type { ShownLog } from "../followedLogs/shownLog.ts";

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
  services: FollowingServices,
  signal: AbortSignal,
): FollowedBeside {
  const { clock, onDefect, sentenceFor } = services;
  // by the wall clock: read by people
  const startedAt = clock.wallTime();
  let tail: LogTail = { id: followedLogId(log), log, startedAt, phase: "asking", start: "none" };
  const followed = followFromNow(
    log,
    services,
    (event, isOld) => {
      if (event.kind === "lines") {
        if (!isOld) shown.addLines(event);
        return;
      }
      const sentence = isOld ? undefined : sentenceFor(event, { tail, hasText: true });
      if (sentence !== undefined) shown.say(sentence);
      tail = { ...tail, phase: phaseAfter(event) ?? tail.phase };
    },
    signal,
  );
  const done = followed.done.catch(onDefect);
  return {
    begun: followed.begun,
    async finish() {
      followed.finish();
      await done;
    },
  };
}
