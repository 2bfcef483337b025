import { constants, PerformanceObserver, type PerformanceEntry } from "node:perf_hooks";

/** The longest of the steps that kept an event loop from anything else, in milliseconds. */
export interface LongestStep {
  /** What the thread itself worked in it, to the accuracy of the system's accounting, which can be 4 ms. */
  readonly worked: number;
  /** The same among those in which V8 did not collect all garbage, which takes the longer the busier the machine is. */
  readonly workedUncollected: number;
  /** On the clock: on a busy machine also what other processes were given meanwhile. */
  readonly elapsed: number;
}

interface Step {
  readonly from: number;
  readonly to: number;
  readonly worked: number;
}

/** Shorter steps are of no interest. */
const SHORT_MS = 2;

/** Beats whenever the event loop of this thread lets it, and keeps a processor busy until it is stopped. */
export class Heartbeat {
  #steps: Step[] = [];
  #collections: PerformanceEntry[] = [];
  #isStopped = false;
  readonly #observer = new PerformanceObserver((list) => this.#collected(list.getEntries()));

  constructor() {
    this.#observer.observe({ entryTypes: ["gc"] });
    let [at, used] = [performance.now(), usedMs()];
    const beat = () => {
      const [now, usedNow] = [performance.now(), usedMs()];
      const elapsed = now - at;
      if (elapsed >= SHORT_MS) this.#steps.push({ from: at, to: now, worked: Math.min(elapsed, usedNow - used) });
      [at, used] = [now, usedNow];
      if (!this.#isStopped) setImmediate(beat);
    };
    setImmediate(beat);
  }

  /** The longest since this was last called. */
  take(): LongestStep {
    this.#collected(this.#observer.takeRecords());
    const [steps, collections] = [this.#steps, this.#collections];
    [this.#steps, this.#collections] = [[], []];
    const hasCollection = ({ from, to }: Step) =>
      collections.some(({ startTime, duration }) => startTime < to && startTime + duration > from);
    const longest = (of: readonly Step[], measure: (step: Step) => number) => Math.max(0, ...of.map(measure));
    return {
      worked: longest(steps, ({ worked }) => worked),
      workedUncollected: longest(
        steps.filter((step) => !hasCollection(step)),
        ({ worked }) => worked,
      ),
      elapsed: longest(steps, ({ from, to }) => to - from),
    };
  }

  stop(): void {
    this.#isStopped = true;
    this.#observer.disconnect();
  }

  #collected(entries: readonly PerformanceEntry[]): void {
    const isMajor = ({ detail }: PerformanceEntry & { readonly detail?: unknown }) =>
      (detail as { readonly kind?: number } | undefined)?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    this.#collections.push(...entries.filter(isMajor));
  }
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
