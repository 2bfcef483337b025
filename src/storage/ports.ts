/** A store of secrets that all windows share; VS Code's `SecretStorage` in the product. */
export interface Secrets {
  get(name: string): Promise<string | undefined>;
  store(name: string, value: string): Promise<void>;
  /** Deleting an absent name is not an error. */
  delete(name: string): Promise<void>;
  /** Names of all secrets of this extension, also those of other installations that share the store. */
  keys(): Promise<readonly string[]>;
}

/** Lines for the extension's log. The adapter redacts; callers still never pass a secret. */
export interface Log {
  /** What is repeated: shown only where a person has lowered the log's level. */
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Small values that outlast a window. Losing one must cost no more than a question. */
export interface Memento {
  /** What was stored, by whatever version of this extension. */
  get(key: string): unknown;
  /** `undefined` removes it. */
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Time, so that tests need not wait for it. */
export interface Clock {
  /**
   * Milliseconds since the epoch by the computer's clock, which may be set forward or back at any moment: for what people
   * read, and for what outlives this process.
   */
  wallTime(): number;
  /**
   * Milliseconds since the epoch as if nobody had set the clock since this process began: for every wait, lease and age
   * within it. It may stand still while the computer sleeps.
   */
  monotonic(): number;
  /** Rejects as soon as the signal aborts, with any reason: callers look at the signal. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Calls `act` after so long, unless the result is called before: for what every call to a panel starts and ends. */
  after(milliseconds: number, act: () => void): () => void;
}

/** Something that is freed exactly once; further calls do nothing. */
export interface Disposable {
  dispose(): void;
}

/** Where a person reads a followed log; plain text that is added at the end. */
export interface LogScreen {
  append(text: string): void;
  clear(): void;
  /** Brings it to the front and leaves the keyboard where it is. */
  show(): void;
  isVisible(): boolean;
  /** It is gone; nothing may be added any more. */
  dispose(): void;
}
