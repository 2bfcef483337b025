import { constants, PerformanceObserver, type PerformanceEntry } from "node:perf_hooks";

/** The longest steps that blocked an event loop, in milliseconds. */
export interface LongestStep {
  /** CPU time of the thread itself, to the accuracy of the system's accounting, which can be 4 ms. */
  readonly worked: number;
  /** The same without steps in which V8 collected all garbage, which takes longer on a busy machine. */
  readonly workedUncollected: number;
  /** Wall time, which includes what other processes do on a busy machine. */
  readonly elapsed: number;
}

interface Step {
  readonly from: number;
  readonly to: number;
  readonly worked: number;
}

/** Steps shorter than this are ignored. */
const SHORT_MS = 2;

/** Measures the steps of this thread's event loop; keeps a processor busy until it is stopped. */
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

  /** Returns the longest steps since the last call. */
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
