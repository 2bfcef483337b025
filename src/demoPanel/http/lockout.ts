const LIMIT = 20;
const EXPIRES_AFTER_MS = 3_600_000;

interface Count {
  failures: number;
  until: number;
}

/** Counts failed calls per client address as panels do (docs/protocol.md 3.4, 3.6). */
export class Lockout {
  readonly #counts = new Map<string, Count>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  isLocked(address: string): boolean {
    return this.#failures(address) >= LIMIT;
  }

  failed(address: string): void {
    this.#set(address, this.#failures(address) + 1);
  }

  /** Clears the count; but where there is none, a success counts as a failure, so that the lock can come one early. */
  succeeded(address: string): void {
    if (this.#failures(address) > 0) this.#counts.delete(address);
    else this.#set(address, 1);
  }

  #failures(address: string): number {
    const count = this.#counts.get(address);
    return count === undefined || this.#now() >= count.until ? 0 : count.failures;
  }

  #set(address: string, failures: number): void {
    this.#counts.set(address, { failures, until: this.#now() + EXPIRES_AFTER_MS });
  }
}
