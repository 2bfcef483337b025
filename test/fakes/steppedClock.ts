import type { Clock } from "../../src/storage/ports.ts";

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/**
 * A clock on which time passes when a test says so; whoever sleeps is woken at their moment. In between it stands still,
 * or runs as many times as fast as the machine's: real files, locks and servers take a while.
 */
export class SteppedClock implements Clock {
  /** What a person has set it on by; only `wallTime` follows. */
  setBy = 0;
  readonly #speed: number;
  readonly #epoch: number;
  readonly #begun = Math.floor(performance.now());
  /** What a test let pass. */
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
    const alarm = this.#speed > 0 ? setTimeout(resolve, milliseconds / this.#speed) : undefined;
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
    return this.#passed + (performance.now() - this.#begun) * this.#speed;
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
