import type { Clock } from "../../src/storage/ports.ts";

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** What sleeps longer is a limit, for what hangs. */
const LONGEST_PAUSE_MS = 15_000;

/**
 * A clock on which time passes when a test says so; whoever sleeps is woken at their moment. In between it stands still. With a speed
 * it runs as the machine's, and pauses pass so many times as fast: real files, locks and servers take the time that they take,
 * on a busy machine more, and no limit may end them earlier.
 */
export class SteppedClock implements Clock {
  /** What a person has set it on by; only `wallTime` follows. */
  setBy = 0;
  readonly #speed: number;
  readonly #epoch: number;
  readonly #begun = Math.floor(performance.now());
  /** What a test let pass, and what pauses were shorter. */
  #passed = 0;
  readonly #sleepers = new Set<Sleeper>();

  constructor({ speed = 0 }: { readonly speed?: number } = {}) {
    this.#speed = speed;
    this.#epoch = speed === 0 ? 1_700_000_000_000 : Date.now();
  }

  wallTime(): number {
    return Math.floor(this.monotonic() + this.setBy);
  }

  monotonic(): number {
    return this.#epoch + this.#elapsed;
  }

  /** How many sleep now. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  after(milliseconds: number, act: () => void): () => void {
    return afterSleep(this, milliseconds, act);
  }

  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper = { until: this.monotonic() + milliseconds, wake: resolve };
    const wakeByItself = () => {
      this.#reach(sleeper.until);
      resolve();
    };
    const share = milliseconds > LONGEST_PAUSE_MS ? 1 : this.#speed;
    const alarm = this.#speed > 0 ? setTimeout(wakeByItself, milliseconds / share) : undefined;
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop);
    this.#sleepers.add(sleeper);
    try {
      await promise;
    } finally {
      clearTimeout(alarm);
      this.#sleepers.delete(sleeper);
      signal.removeEventListener("abort", stop);
    }
  }

  /** Lets time pass, and everything happen that happens in it. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.monotonic() + milliseconds;
    await settled();
    for (;;) {
      const [next] = [...this.#sleepers].filter(({ until }) => until <= end).toSorted((a, b) => a.until - b.until);
      if (next === undefined) break;
      this.#reach(next.until);
      next.wake();
      await settled();
    }
    this.#reach(end);
  }

  /** Time passes, and nobody is woken before it has: a process that is stopped, or a computer that sleeps. */
  async standStill(milliseconds: number): Promise<void> {
    this.#passed += milliseconds;
    await this.pass(0);
  }

  get #elapsed(): number {
    return this.#passed + (this.#speed > 0 ? performance.now() - this.#begun : 0);
  }

  #reach(moment: number): void {
    this.#passed += Math.max(0, moment - this.monotonic());
  }
}

/** Resolves when everything that waits for nothing outside has been done. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** `Clock.after` of a clock that has `sleep`. */
export function afterSleep(clock: Pick<Clock, "sleep">, milliseconds: number, act: () => void): () => void {
  const off = new AbortController();
  const wake = () => (off.signal.aborted ? undefined : act());
  void clock.sleep(milliseconds, off.signal).then(wake, () => undefined);
  return () => off.abort();
}
