/** Half of what a person begins to notice, for VS Code works on what it was given as long again. */
const STEP_MS = 5;

/** Does many small tasks in their order, but only so many at a time that nothing else has to wait for long. */
export class Steps {
  readonly #waiting: (() => void)[] = [];

  /** What a task gives or throws, in the next step of the event loop that has time for it. */
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
      const end = performance.now() + STEP_MS;
      do this.#waiting.shift()?.();
      while (this.#waiting.length > 0 && performance.now() < end);
      if (this.#waiting.length > 0) this.#later();
    });
  }
}
