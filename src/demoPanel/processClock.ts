/**
 * The clock of a demo server by which its processes begin, in ticks since its start (docs/protocol.md 17.12). It goes on with each use,
 * so that no two times are the same where the clock of a test stands still.
 */
export class ProcessClock {
  readonly #bootedAt: number;
  readonly #begun = new Map<number, number>();
  #last = 0;

  /** @param bootedAt milliseconds since the epoch */
  constructor(bootedAt: number) {
    this.#bootedAt = bootedAt;
    this.#begun.set(1, 3);
  }

  /** A process begins, also with the ID of one that has ended. @param at milliseconds since the epoch */
  begin(pid: number, at: number): void {
    this.#begun.set(pid, Math.max(this.#ticksAt(at), this.#last + 1));
  }

  /** What the kernel says in one of its files; `undefined`: there is no such file. */
  read(path: string, now: number): string | undefined {
    if (path === "/proc/uptime") {
      this.#last = Math.max(this.#ticksAt(now), this.#last + 1);
      return `${(this.#last / 100).toFixed(2)} 8.00\n`;
    }
    const pid = Number(/^\/proc\/(\d+)\/stat$/.exec(path)?.[1]);
    const at = this.#begun.get(pid);
    if (at === undefined) return undefined;
    return `${pid} (demo) S 1 ${"0 ".repeat(17)}${at} 1024 0\n`;
  }

  #ticksAt(time: number): number {
    return Math.floor((time - this.#bootedAt) / 10);
  }
}
