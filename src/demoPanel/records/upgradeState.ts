/** What an upgrade will write, and how it ends. */
export interface UpgradeScript {
  /** Appended to the log as they are, one after the other: several lines, one, or a part of one. */
  readonly chunks: readonly string[];
  readonly succeeds: boolean;
}

/** The upgrade of the panel's own Python; tests may write the log and hold the lock themselves. */
export interface UpgradeState {
  /** The whole log file; `undefined` where there is none. */
  log: string | undefined;
  /** The lock file exists: an upgrade runs, or one was killed. */
  locked: boolean;
  /** The new Python is there already. */
  upgraded: boolean;
  /** What the next start plays; `undefined`: it takes the lock and leaves the rest to the test. */
  script: UpgradeScript | undefined;
}
