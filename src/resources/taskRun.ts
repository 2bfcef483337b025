import { failureUnlessCancelled } from "../wire/answers/failure.ts";
import { lookAtFiles } from "./lookAtFile.ts";
import { pidIn } from "./pidFile.ts";
import type { Call } from "./resource.ts";

/** What a server tells of the runs of a scheduled task; `undefined` where it does not tell. */
export interface TaskRun {
  /** When the run began that is under way or has left without its end, in seconds since the epoch. */
  readonly begunAt?: number | "none" | undefined;
  /** Whether the process of that run is there. */
  readonly isUnderWay?: boolean | undefined;
  /** The time in the last end mark of its log, by the server's clock; empty where there is none. */
  readonly endedOnServer?: string | undefined;
  /** Whether the log has nothing after that mark. */
  readonly isAtRest?: boolean | undefined;
}

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
}

export async function readTaskRun(call: Call, { id, file, hasNoLog }: ReadTask): Promise<TaskRun> {
  // the log last: a run that is over has then written all of it
  const process = await readProcess(call, `/www/server/cron/${file}.pl`);
  return { ...process, ...(hasNoLog ? { endedOnServer: "", isAtRest: true } : await readEnd(call, id)) };
}

/** A file with the ID of the process that runs; the run removes it at its end (docs/protocol.md 19.8). */
async function readProcess(call: Call, path: string): Promise<Pick<TaskRun, "begunAt" | "isUnderWay">> {
  const [found] = await lookAtFiles(call, [path]);
  if (found?.exists === undefined) return {};
  if (!found.exists) return { begunAt: "none", isUnderWay: false };
  const pid = await pidIn(call, path);
  const [process] = pid === undefined ? [] : await lookAtFiles(call, [`/proc/${pid}`]);
  return { begunAt: found.mtime, isUnderWay: process?.exists };
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

/** Whether a run has begun that was not there before. */
function hasBegun(now: TaskRun, before: TaskRun): boolean {
  return typeof now.begunAt === "number" && before.begunAt !== undefined && now.begunAt !== before.begunAt;
}

/** Whether a run has reached its end; a log that was cut has an older mark, or none. */
function hasNewEnd({ endedOnServer: now }: TaskRun, { endedOnServer: before }: TaskRun): boolean {
  return now !== undefined && before !== undefined && now > before;
}

/** Whether a run that has begun is over and has left no end mark. */
export function endedWithoutMark(now: TaskRun, before: TaskRun): boolean {
  return hasBegun(now, before) && now.isUnderWay === false && !hasNewEnd(now, before);
}

/** Whether a run has started: it is under way, or no other was and it has reached its end. */
export function hasStarted(now: TaskRun, before: TaskRun): boolean {
  if (hasBegun(now, before)) return !endedWithoutMark(now, before);
  return wasIdle(before) && hasNewEnd(now, before);
}

/** The time in the end mark of the run that has started, by the server's clock; `undefined`: it has none so far, or another run's. */
export function endOfRun(now: TaskRun, before: TaskRun): string | undefined {
  if (wasIdle(before) && hasNewEnd(now, before)) return now.endedOnServer;
  return undefined;
}
