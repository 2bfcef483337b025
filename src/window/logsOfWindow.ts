import type { LogTails } from "../logs/logTails.ts";
import type { FollowedLogsBar } from "../views/followedLogsBar.ts";

/** What follows logs, and shows at a glance how they stand. */
export interface FollowedLogs {
  readonly tails: LogTails;
  readonly bar: Pick<FollowedLogsBar, "update">;
  /** Goes on with what the window before followed. */
  readonly resume: () => void;
  /** Resolves when nothing is left of it. */
  readonly dispose: () => Promise<void>;
}

/** The followed logs of a window, whose code is loaded with the first of them. */
export class LogsOfWindow {
  readonly #compose: () => Promise<FollowedLogs>;
  #loading: Promise<FollowedLogs> | undefined;
  #loaded: FollowedLogs | undefined;
  #isDisposed = false;

  constructor(compose: () => Promise<FollowedLogs>) {
    this.#compose = compose;
  }

  /** `undefined`: no log was followed yet. */
  get loaded(): FollowedLogs | undefined {
    return this.#loaded;
  }

  /** Rejects where the code cannot be loaded; the next call tries again. */
  async load(): Promise<FollowedLogs> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Ends everything; what is loaded from then on follows nothing. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    // whoever waits for it is told why there is none
    const logs = this.#loaded ?? (await this.#loading?.catch(() => undefined));
    await logs?.dispose();
  }

  async #load(): Promise<FollowedLogs> {
    try {
      const logs = await this.#compose();
      if (this.#isDisposed) await logs.dispose();
      this.#loaded = logs;
      return logs;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}
