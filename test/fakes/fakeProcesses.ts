import { PanelError } from "../../src/wire/answers/failure.ts";

/** The processes of a fake server, as its kernel tells of them. Its time goes on with each look. */
export class FakeProcesses {
  /** When they began, in ticks; what is asked for the first time has just begun. */
  readonly begun = new Map<number, number>();
  /** Those that have ended, and wait for a parent that does not ask for them. */
  readonly ended = new Set<number>();
  /** The server says nothing of its time. */
  isSilent = false;
  #ticks = 100_000_000;

  /** What a file says; `undefined`: it is none of the kernel's. */
  textOf(path: string): string | undefined {
    if (path === "/proc/uptime") {
      if (this.isSilent) throw new PanelError({ kind: "rejected", message: "no" });
      return `${(++this.#ticks / 100).toFixed(2)} 12.00\n`;
    }
    if (path === "/proc/self/mounts") return "proc /proc proc rw 0 0\n";
    const pid = Number(/^\/proc\/(\d+)\/stat$/.exec(path)?.[1]);
    if (Number.isNaN(pid)) return undefined;
    const at = this.begun.get(pid) ?? ++this.#ticks;
    this.begun.set(pid, at);
    return statLine(pid, at, this.ended.has(pid) ? "Z" : "S");
  }
}

/** A process as Linux describes it. @param at when it began, in ticks */
export function statLine(pid: number, at: number, state = "S", name = "node"): string {
  const before = Array.from({ length: 18 }, () => "0").join(" ");
  return `${pid} (${name}) ${state} ${before} ${at} 1024 0\n`;
}
