import { assertAbsent } from "../resources/onlyRow.ts";
import type { Call } from "../resources/resource.ts";
import { Wait } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";
import { isTransient, mayHaveHappened, needsLook, PanelError, panelFailureOf } from "../wire/answers/failure.ts";
import { neverAborted } from "../storage/neverAborted.ts";

/** A command that the server runs as root. */
export interface ServerCommand<Result> {
  /** Of the task that runs it, while it does; no other task has it. */
  readonly name: string;
  /** Stays in the panel's database for good, so it only names what to run. */
  readonly line: string;
  /** What the log of the run is read for; `undefined` as long as it is not there. */
  readonly read: (log: string) => Result | undefined;
  /** How long it may take. */
  readonly longestMs: number;
}

/** What runs a command. */
export interface CommandContext {
  /** The panel's calls under a signal of their own: what a command leaves is removed after a cancel, too. */
  readonly callFor: (signal: AbortSignal) => Call;
  readonly clock: Clock;
  /** Ends the waiting, not the command: nothing ends that. */
  readonly signal: AbortSignal;
  /** The names of tasks of ours that may be in the panel's list still: a command that leaves one adds it, however it ends. */
  readonly leftTasks: Set<string>;
}

/** The pauses between looks at the log grow from the first to the second. */
const FIRST_LOOK_MS = 150;
const SLOWEST_LOOK_MS = 2_000;

/** How often a call is made that certainly did not arrive, and the pause between: a panel restarts in some seconds. */
const TRIES = 4;
const PAUSE_MS = 1_000;

/**
 * Runs a command on the server by a scheduled task that never runs by itself (docs/protocol.md 19.9): adds it, turns it off, starts it once, reads its log
 * until the end is there, and removes it. Returns what was read; `undefined`: it was not seen to end, which does not mean that it has failed,
 * or is over. Throws `PanelError` if the command has not begun.
 */
export async function runOnServer<Result>(
  command: ServerCommand<Result>,
  context: CommandContext,
): Promise<Result | undefined> {
  const { callFor, signal, clock, leftTasks } = context;
  const call = untilSent(callFor(signal), clock, signal);
  const id = await add(command, call, context);
  try {
    await turnOff(id, call);
    await start(id, call);
    return await readUntil(id, command, context);
  } finally {
    if (!(await removeTask(id, callFor(neverAborted), clock))) leftTasks.add(command.name);
  }
}

/** Makes a call again that certainly did not arrive. */
function untilSent(call: Call, clock: Clock, signal: AbortSignal): Call {
  return async (id, params) => {
    for (let tries = 1; ; tries++) {
      try {
        return await call(id, params);
      } catch (error) {
        const failure = panelFailureOf(error);
        if (mayHaveHappened(failure) || !isTransient(failure) || tries >= TRIES) throw error;
        await clock.sleep(PAUSE_MS * tries, signal).catch(() => undefined);
      }
    }
  };
}

/** Half a month from the day of the server, whatever its zone: until it is turned off, it must not run by itself. */
function farDay(clock: Clock): number {
  // by the wall clock: it is a day of the server's calendar
  return ((new Date(clock.wallTime()).getUTCDate() + 13) % 28) + 1;
}

async function add(
  { name, line }: Pick<ServerCommand<unknown>, "name" | "line">,
  call: Call,
  { clock, leftTasks }: CommandContext,
): Promise<number> {
  try {
    const { id } = await call("scheduledTask.add", { name, script: line, day: farDay(clock) });
    if (id !== undefined) return id;
  } catch (error) {
    if (!mayHaveHappened(panelFailureOf(error))) throw error;
    // as long as the list does not say otherwise
    leftTasks.add(name);
    const id = await find(name, call);
    leftTasks.delete(name);
    if (id === undefined) throw error;
    return id;
  }
  const id = await find(name, call);
  if (id === undefined) throw new PanelError({ kind: "malformed", fields: ["id"] });
  return id;
}

async function find(name: string, call: Call): Promise<number | undefined> {
  const { rows } = await call("scheduledTask.list", {});
  return rows.find((row) => row.name === name)?.id;
}

/** Turns it off once: a second time would turn it on. */
async function turnOff(id: number, call: Call): Promise<void> {
  try {
    await call("scheduledTask.toggle", { id });
  } catch (error) {
    if (!mayHaveHappened(panelFailureOf(error))) throw error;
    const { rows } = await call("scheduledTask.list", {});
    if (rows.find((row) => row.id === id)?.on !== false) await call("scheduledTask.toggle", { id });
  }
}

/** Starts it once, for a second time would be a second run. Whether a lost call has arrived is seen in the log. */
async function start(id: number, call: Call): Promise<void> {
  try {
    await call("scheduledTask.run", { id });
  } catch (error) {
    if (!mayHaveHappened(panelFailureOf(error))) throw error;
  }
}

/** Reads the log until the end is in it. A look that fails is no failure of the command, for panels restart. */
async function readUntil<Result>(
  id: number,
  command: ServerCommand<Result>,
  { callFor, clock, signal }: CommandContext,
) {
  const call = callFor(signal);
  const wait = new Wait(clock, command.longestMs);
  for (let pause = FIRST_LOOK_MS; wait.left() > 0; pause = Math.min(SLOWEST_LOOK_MS, pause * 1.5)) {
    await wait.pause(pause, signal);
    if (signal.aborted) return undefined;
    try {
      const { text } = await call("scheduledTask.log", { id });
      const found = command.read(text);
      if (found !== undefined) return found;
    } catch (error) {
      // before there is a log, BaoTa refuses to read it
      if (!needsLook(panelFailureOf(error))) return undefined;
    }
  }
  return undefined;
}

/** Removes a task, and says whether it is gone from the panel's list. */
export async function removeTask(id: number, call: Call, clock: Clock): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      await call("scheduledTask.remove", { id });
      return true;
    } catch (error) {
      // a panel that refuses may not have it any more
      if (!isTransient(panelFailureOf(error)) || tries >= TRIES) return isGone(id, call);
      await clock.sleep(PAUSE_MS, neverAborted);
    }
  }
}

/** Whether a task is not in the panel's list, as far as that can be read. */
async function isGone(id: number, call: Call): Promise<boolean> {
  try {
    const listing = await call("scheduledTask.list", {});
    assertAbsent([listing], (row) => (row.id === undefined ? undefined : String(row.id)));
    return listing.rows.every((row) => row.id !== id);
  } catch (error) {
    panelFailureOf(error);
    return false;
  }
}
