/** Everything that happens later in a demo panel, so that closing it leaves no timer. */
export class Schedule {
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  /** Runs `action` in `ms`; the returned function prevents it. After `close` nothing runs any more. */
  after(ms: number, action: () => void): () => void {
    if (this.#closed) return () => undefined;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, ms);
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  /** Never settles once the schedule is closed. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
