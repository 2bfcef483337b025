import { exactPath } from "../wire/answers/exactPath.ts";
import { failureOf, isNotFoundPage } from "../wire/answers/failure.ts";
import type { Call } from "./resource.ts";

/**
 * When processes began, by the clock of their server, which counts from its start and which nobody sets. In ticks
 * (docs/protocol.md 17.12).
 */
export interface Begun {
  /** The time of the first look at the target; absent: the server does not tell. */
  readonly firstLook?: number;
  /** By process ID, as far as the server tells. */
  readonly at: Readonly<Record<number, number>>;
  /** Those that have ended and wait for their parent alone; absent: none. */
  readonly ended?: readonly number[];
}

const TICKS_PER_SECOND = 100;
const MS_PER_TICK = 1_000 / TICKS_PER_SECOND;

/** The most processes of one look. Nothing is said of the rest, so that they prove nothing. */
const MOST_PROCESSES = 100;

/**
 * Reads when processes began. The first look also reads the clock, and asks nothing more where there is none.
 * @param last what the look before has found; absent at the first look
 */
export async function readBegun(call: Call, pids: readonly number[], last?: Begun): Promise<Begun> {
  if (last !== undefined && last.firstLook === undefined) return { at: {} };
  const isKnown = (pid: number) => hasBegunSince(pid, last);
  const known = pids.filter(isKnown).map((pid) => [pid, last?.at[pid]] as const);
  // one that is older is asked for again: another process may have got its ID
  const asked = pids.filter((pid) => !isKnown(pid)).slice(0, MOST_PROCESSES);
  const read = await Promise.all(asked.map(async (pid) => [pid, await beginningOf(call, pid)] as const));
  const ended = read.flatMap(([pid, ticks]) => (ticks === "ended" ? [pid] : []));
  const at = Object.fromEntries([...known, ...read].filter(([, ticks]) => typeof ticks === "number")) as Begun["at"];
  // after the processes, which have then all begun before
  const firstLook = last === undefined ? await readClock(call) : last.firstLook;
  return { ...(firstLook !== undefined && { firstLook }), at, ...(ended.length > 0 && { ended }) };
}

/** Whether a process began after the first look. */
export function hasBegunSince(pid: number, begun: Begun | undefined): boolean {
  const at = begun?.at[pid];
  return at !== undefined && begun?.firstLook !== undefined && at > begun.firstLook;
}

/** Whether the server was started anew since the first look, which no process outlives: its clock counts from its start. */
export async function hasServerRestarted(call: Call, { firstLook }: Begun): Promise<boolean> {
  const now = firstLook === undefined ? undefined : await readClock(call);
  return firstLook !== undefined && now !== undefined && now < firstLook;
}

/** How long the oldest process had run at the first look, in milliseconds; 0 where that is not known. */
export function ranForMs({ firstLook, at }: Begun = { at: {} }): number {
  const oldest = Math.min(...Object.values(at));
  if (firstLook === undefined || oldest >= firstLook) return 0;
  return (firstLook - oldest) * MS_PER_TICK;
}

/** Where the state of a process stands, after its name, which may hold anything: `PID (name) state …`. */
const STATE = /^\d+ \([^]*\) (?<state>[A-Za-z]) (?<rest>[-\d ]+)/;

/** The place of the start time among the numbers after the state. */
const START_TIME = 18;

/** When a process began, or that it has ended and waits for its parent alone; `undefined`: there is none, or the server does not tell. */
async function beginningOf(call: Call, pid: number): Promise<number | "ended" | undefined> {
  const text = await textOf(call, `/proc/${pid}/stat`);
  const { state, rest = "" } = STATE.exec(text)?.groups ?? {};
  if (state === undefined) return undefined;
  if (/[ZXx]/.test(state)) return "ended";
  const ticks = Number(rest.split(" ")[START_TIME]);
  return Number.isSafeInteger(ticks) ? ticks : undefined;
}

/** The first process of a server begins right after its kernel; a later one is that of a container. */
const LATEST_FIRST_PROCESS = 10 * TICKS_PER_SECOND;

/** Containers may have an uptime of their own, while their processes count from the start of the server around them. */
const OWN_UPTIME = /^\S+ \/proc\/uptime /m;

/** The time by the clock by which processes begin. */
async function readClock(call: Call): Promise<number | undefined> {
  const [uptime, first] = await Promise.all([textOf(call, "/proc/uptime"), beginningOf(call, 1)]);
  const [, seconds] = /^(\d+\.\d+) /.exec(uptime) ?? [];
  if (seconds === undefined || typeof first !== "number") return undefined;
  const ticks = Math.round(Number(seconds) * TICKS_PER_SECOND);
  const isOwn = first > LATEST_FIRST_PROCESS && OWN_UPTIME.test(await textOf(call, "/proc/self/mounts"));
  return isOwn ? ticks + first : ticks;
}

/** The process ID in a file; `undefined` if the file has gone meanwhile, or has none. */
export async function pidIn(call: Call, path: string): Promise<number | undefined> {
  return (await pidsIn(call, path))?.[0];
}

/** The process IDs in a file; `undefined` if the file has gone meanwhile, or has something else. */
export async function pidsIn(call: Call, path: string): Promise<readonly number[] | undefined> {
  const text = await textIn(call, path);
  if (text === undefined || !/^[\d\s]*$/.test(text)) return undefined;
  return text
    .split(/\s+/)
    .map(Number)
    .filter((pid) => pid > 0);
}

const textOf = async (call: Call, path: string): Promise<string> => (await textIn(call, path)) ?? "";

/** The text of a file; `undefined` if the panel does not send it. Throws if nobody knows whether there is one. */
async function textIn(call: Call, path: string): Promise<string | undefined> {
  try {
    return (await call("file.text", { path: exactPath("text", path) })).text ?? "";
  } catch (error) {
    const failure = failureOf(error);
    const isNone = failure?.kind === "rejected" || failure?.kind === "unsupported";
    // a process that ends while it is read is a page
    if (isNone || (failure !== undefined && isNotFoundPage(failure))) return undefined;
    throw error;
  }
}
