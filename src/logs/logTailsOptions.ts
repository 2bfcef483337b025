import type { FollowedLog, LogTail, StoredTail } from "./followedLog.ts";
import type { LogEnding } from "./logEnding.ts";
import type { LogNotice, NoticeContext } from "./logNotice.ts";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import type { Clock, LogScreen } from "../storage/ports.ts";
import type { Call } from "../resources/resource.ts";

/** What the followed logs of a window work with. */
export interface LogTailsOptions {
  readonly clock: Clock;
  /** Where a panel is reached now; `undefined`: it is gone. */
  readonly addressOf: (panelId: string) => string | undefined;
  /** A call to a panel as it is now; `undefined`: it is gone. */
  readonly callFor: (panelId: string, signal: AbortSignal, by: CalledBy) => Call | undefined;
  /** A new screen for a log. */
  readonly screenOf: (log: FollowedLog) => LogScreen;
  /** A sentence for the screen; `undefined`: nothing is said. */
  readonly sentenceFor: (moment: LogNotice, context: NoticeContext) => string | undefined;
  readonly staleAfterMs: () => number;
  /** Another log is followed now, one less is, or its phase is another. */
  readonly onChange: (following: LogTail) => void;
  /** Not called for what a person stopped. */
  readonly onEnded: (following: LogTail, ending: LogEnding) => void;
  /** For the log: what was thrown is no failure of a panel. */
  readonly onDefect: (error: unknown) => void;
  /** Keeps what is followed for the next window. */
  readonly keep: (logTails: readonly StoredTail[]) => void;
}
