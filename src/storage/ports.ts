/** A store of secrets that all windows share; VS Code's `SecretStorage` in the product. */
export interface Secrets {
  get(name: string): Promise<string | undefined>;
  store(name: string, value: string): Promise<void>;
  /** Deleting an absent name is not an error. */
  delete(name: string): Promise<void>;
  /** Names of all secrets of this extension, also of other installations that share the store. */
  keys(): Promise<readonly string[]>;
}

/** Lines for the extension's log. The adapter redacts; callers still never pass a secret. */
export interface Log {
  /** A repeated event: shown only if a person has lowered the log's level. */
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Stores small values across windows, only such as a person can simply be asked again. */
export interface Memento {
  /** The stored value, perhaps of another version of this extension. */
  get(key: string): unknown;
  /** `undefined` removes it. */
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Time, so that tests need not wait for it. */
export interface Clock {
  /**
   * Milliseconds since the epoch by the computer's clock, which may be set forward or back at any moment: for what
   * people read, and for what outlives this process.
   */
  wallTime(): number;
  /**
   * Milliseconds since the epoch as if nobody had set the clock since this process began: for every wait, lease and
   * age within it. It may stand still while the computer sleeps.
   */
  monotonic(): number;
  /** Rejects as soon as the signal aborts, with any reason: callers check the signal. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /**
   * Calls `act` after this time, unless the result is called before. Cheaper than `sleep`: every call to a panel has
   * one.
   */
  after(milliseconds: number, action: () => void): () => void;
}

/** A resource that is freed once; further calls do nothing. */
export interface Disposable {
  dispose(): void;
}

/** The screen of a followed log; plain text is added at the end. */
export interface LogScreen {
  append(text: string): void;
  clear(): void;
  /** Brings it to the front without the focus. */
  show(): void;
  isVisible(): boolean;
  /** Removes it; nothing may be added afterwards. */
  dispose(): void;
}

/** Writing to the extension's log. */
export interface Logging {
  readonly log: Log;
}

/** Remembering small things for the next time. */
export interface Remembering {
  readonly memento: Memento;
}

/** Waiting, and telling the time. */
export interface Timed {
  readonly clock: Clock;
}
