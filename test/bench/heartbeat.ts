/** The longest of the steps that kept an event loop from anything else, in milliseconds. */
export interface LongestStep {
  /** What the thread itself worked in it, to the accuracy of the system's accounting, which can be 4 ms. */
  readonly worked: number;
  /** On the clock: on a busy machine also what other processes were given meanwhile. */
  readonly elapsed: number;
}

/** Beats whenever the event loop of this thread lets it, and keeps a processor busy until it is stopped. */
export class Heartbeat {
  #longest: LongestStep = { worked: 0, elapsed: 0 };
  #isStopped = false;

  constructor() {
    let [at, used] = [performance.now(), usedMs()];
    const beat = () => {
      const [now, usedNow] = [performance.now(), usedMs()];
      const elapsed = now - at;
      this.#longest = {
        worked: Math.max(this.#longest.worked, Math.min(elapsed, usedNow - used)),
        elapsed: Math.max(this.#longest.elapsed, elapsed),
      };
      [at, used] = [now, usedNow];
      if (!this.#isStopped) setImmediate(beat);
    };
    setImmediate(beat);
  }

  /** The longest since this was last called. */
  take(): LongestStep {
    const taken = this.#longest;
    this.#longest = { worked: 0, elapsed: 0 };
    return taken;
  }

  stop(): void {
    this.#isStopped = true;
  }
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
