import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const TICKS_A_SECOND = 100;
/** What ends between two looks without anyone waiting for it is known as it was at the first of them. */
const LOOK_EVERY_MS = 1_000;

interface ProcessTimes {
  readonly parent: number;
  readonly started: string;
  /** Of the process and of all those that it has waited for. */
  readonly ticks: number;
}

/**
 * The processor time of this process and of all that it starts, directly or not. What the kernel adds up in
 * a process covers only those children that it waits for: a VS Code that is killed with its extension hosts is not among
 * them. So this looks at all processes again and again, and a sum that falls has lost the difference. On other platforms than
 * Linux it is the time of this process alone.
 */
export class ProcessorTime {
  #members: ReadonlyMap<number, ProcessTimes> = new Map();
  #others = new Set<number>();
  #living = 0;
  #lost = 0;

  constructor() {
    setInterval(() => this.seconds(), LOOK_EVERY_MS).unref();
  }

  /** Processor seconds until now. */
  seconds(): number {
    if (process.platform !== "linux") return ownSeconds();
    this.#members = this.#find();
    const living = [...this.#members.values()].reduce((sum, { ticks }) => sum + ticks, 0);
    this.#lost += Math.max(0, this.#living - living);
    this.#living = living;
    return (living + this.#lost) / TICKS_A_SECOND;
  }

  /** The processes that live: what descends from this one, and what did so while its parent lived. */
  #find(): ReadonlyMap<number, ProcessTimes> {
    const pids = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
    // nobody becomes a descendant later, so those of others are read once
    this.#others = new Set(pids.filter((pid) => this.#others.has(pid)));
    const read = new Map(pids.flatMap((pid) => (this.#others.has(pid) ? [] : readTimes(pid))));
    const members = new Map<number, ProcessTimes>();
    const isMember = (pid: number): boolean => {
      if (members.has(pid)) return true;
      const times = read.get(pid);
      if (times === undefined || this.#others.has(pid)) return false;
      const isKnown = pid === process.pid || this.#members.get(pid)?.started === times.started;
      if (isKnown || isMember(times.parent)) members.set(pid, times);
      else this.#others.add(pid);
      return members.has(pid);
    };
    for (const pid of read.keys()) isMember(pid);
    return members;
  }
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A process with its times; none if it has ended meanwhile. */
function readTimes(pid: number): readonly (readonly [number, ProcessTimes])[] {
  try {
    // after the name in brackets, which may have blanks: the third field and all that follow, as in proc(5)
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /s, "").split(" ");
    const [parent = "", started = ""] = [fields[1], fields[19]];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [[pid, { parent: Number(parent), started, ticks }]];
  } catch {
    return [];
  }
}
