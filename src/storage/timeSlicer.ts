/** How long tasks run before other work gets a turn; VS Code spends about as long again on their results. */
const SLICE_MS = 5;

/** Runs many small tasks in order, a few milliseconds at a time, so that the extension host stays responsive. */
export class TimeSlicer {
  readonly #waiting: (() => void)[] = [];

  /** Resolves to the result of a task, or rejects with what it throws. */
  async run<T>(task: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.push(() => {
      try {
        resolve(task());
      } catch (error) {
        reject(error);
      }
    });
    if (this.#waiting.length === 1) this.#later();
    return promise;
  }

  #later(): void {
    setImmediate(() => {
      const end = performance.now() + SLICE_MS;
      do this.#waiting.shift()?.();
      while (this.#waiting.length > 0 && performance.now() < end);
      if (this.#waiting.length > 0) this.#later();
    });
  }
}
