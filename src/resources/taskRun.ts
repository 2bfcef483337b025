import { failureUnlessCancelled } from "../wire/answers/failure.ts";
import { type Begun, hasBegunSince, readBegun, pidIn } from "./serverProcesses.ts";
import { lookAtFiles } from "./lookAtFile.ts";
import type { Call } from "./resource.ts";

/** What a server tells of the runs of a scheduled task; `undefined` where it does not tell. */
export interface TaskRun {
  /** When the run began that is under way or has left without its end, in seconds since the epoch. */
  readonly begunAt?: number | "none" | undefined;
  /** Whether the process of that run is there. */
  readonly isUnderWay?: boolean | undefined;
  /** The process of that run. */
  readonly pid?: number | undefined;
  readonly begun?: Begun;
  /** When the directory of the files with process IDs was last changed, in seconds since the epoch. */
  readonly changedAt?: number | undefined;
  /** The time in the last end mark of its log, by the server's clock; empty where there is none. */
  readonly endedOnServer?: string | undefined;
  /** Whether the log has nothing after that mark. */
  readonly isAtRest?: boolean | undefined;
  /** What the first look has found; absent at the first look. */
  readonly first?: TaskRun;
  /** Whether this look, or one before it, has shown that a run began after the first look. */
  readonly hasBegun?: boolean;
}

/** Where each run has a file with its process ID. */
const RUNS = "/www/server/cron";

/** The part of a log that is looked at, from its end, in characters. */
const LOOKED_AT = 20_000;

/** Written where a run reaches its end; neither `exit` nor a failing script leaves one, a failing command does (docs/protocol.md 19.4). */
const END_MARK = /^★\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] Successful[ \t\r]*$/gm;

interface ReadTask {
  readonly id: number;
  /** The name of its script. */
  readonly file: string;
  /** Panels answer with a sentence in place of a log that is not there. */
  readonly hasNoLog: boolean;
  /** The last change of its log, in seconds since the epoch. */
  readonly loggedAt?: number | undefined;
}

/** @param last what the look before has found; absent at the first look */
export async function readTaskRun(call: Call, task: ReadTask, last?: TaskRun): Promise<TaskRun> {
  const { id, file, hasNoLog } = task;
  // the log last: a run that is over has then written all of it
  const process = await readProcess(call, `${RUNS}/${file}.pl`, last?.begun);
  const now = { ...process, ...(hasNoLog ? { endedOnServer: "", isAtRest: true } : await readEnd(call, id)) };
  if (last === undefined) return now;
  const { first = last } = last;
  return { ...now, first, hasBegun: last.hasBegun === true || isNew(now, first) || hasLeft(now, first, task) };
}

/** A file with the ID of the process that runs; the run removes it at its end (docs/protocol.md 19.8). */
async function readProcess(call: Call, path: string, last: Begun | undefined) {
  const [found, directory] = await lookAtFiles(call, [path, RUNS]);
  const changedAt = directory?.mtime;
  if (found?.exists === undefined) return { begun: await readBegun(call, [], last) };
  if (!found.exists)
    return { begunAt: "none", isUnderWay: false, changedAt, begun: await readBegun(call, [], last) } as const;
  const pid = await pidIn(call, path);
  const pids = pid === undefined ? [] : [pid];
  const [process] = pid === undefined ? [] : await lookAtFiles(call, [`/proc/${pid}`]);
  const begun = await readBegun(call, pids, last);
  return { begunAt: found.mtime, isUnderWay: process?.exists, pid, changedAt, begun };
}

async function readEnd(call: Call, id: number): Promise<Pick<TaskRun, "endedOnServer" | "isAtRest">> {
  const text = await textOfLog(call, id);
  if (text === undefined) return {};
  const [, time = ""] = [...text.matchAll(END_MARK)].at(-1) ?? [];
  const rest = text
    .slice(text.lastIndexOf("★") + 1)
    .split("\n")
    .slice(1);
  const isEmpty = (line: string) => /^[-\s]*$/.test(line);
  return { endedOnServer: time, isAtRest: time === "" ? text.trim() === "" : rest.every(isEmpty) };
}

/** The end of the log; `undefined`: it cannot be read. */
async function textOfLog(call: Call, id: number): Promise<string | undefined> {
  try {
    const { text } = await call("scheduledTask.log", { id });
    return text.slice(-LOOKED_AT);
  } catch (error) {
    failureUnlessCancelled(error);
    return undefined;
  }
}

/** Whether no run was under way, whose end could be taken for that of a later one. */
function wasIdle({ begunAt, isUnderWay, isAtRest }: TaskRun): boolean {
  if (begunAt === "none") return isAtRest === true;
  return isUnderWay === false;
}

/** Whether there is a run that began after the first look. */
function isNew({ begunAt, pid, isUnderWay, begun }: TaskRun, first: TaskRun): boolean {
  if (typeof begunAt !== "number" || first.begunAt === undefined) return false;
  const isAnother = begunAt !== first.begunAt || pid !== first.pid;
  if (isUnderWay === true) return isAnother && pid !== undefined && hasBegunSince(pid, begun);
  return isAnother;
}

/** From the last line of a log until the file with the process ID is gone, in seconds without their fraction. */
const LEAVING_SECONDS = 1;

/**
 * Whether a run has come and gone between two looks: its file was removed right after the log got its end. An earlier run may write its
 * end, too, but its file is not there: then nothing is removed.
 */
function hasLeft(now: TaskRun, first: TaskRun, { loggedAt }: ReadTask): boolean {
  const { begunAt, changedAt } = now;
  if (begunAt !== "none" || loggedAt === undefined || changedAt === undefined || changedAt === first.changedAt)
    return false;
  const afterLog = changedAt - loggedAt;
  return wasIdle(first) && hasNewEnd(now, first) && afterLog >= 0 && afterLog <= LEAVING_SECONDS;
}

/** Whether a run has reached its end; a log that was cut has an older mark, or none. */
function hasNewEnd({ endedOnServer: now }: TaskRun, { endedOnServer: before }: TaskRun): boolean {
  return now !== undefined && before !== undefined && now > before;
}

/** Whether a run that has begun is over and has left no end mark. */
export function endedWithoutMark(now: TaskRun, before: TaskRun): boolean {
  return (
    now.hasBegun === true && typeof now.begunAt === "number" && now.isUnderWay === false && !hasNewEnd(now, before)
  );
}

/** Whether a run has started: it is under way, or has reached its end. */
export function hasStarted(now: TaskRun, before: TaskRun): boolean {
  return now.hasBegun === true && !endedWithoutMark(now, before);
}

/** The time in the end mark of the run that has started, by the server's clock; `undefined`: it has none so far, or another run's. */
export function endOfRun(now: TaskRun, before: TaskRun): string | undefined {
  if (now.hasBegun === true && wasIdle(before) && hasNewEnd(now, before)) return now.endedOnServer;
  return undefined;
}
