import * as l10n from "@vscode/l10n";
import type { Listing } from "../wire/answers/listing.ts";
import type { ResultOf } from "../wire/operations/operations.ts";
import { eitherState } from "./eitherState.ts";
import { facts } from "./facts.ts";
import { lookAtFiles } from "./lookAtFile.ts";
import { scheduleText } from "./scheduleText.ts";
import { nextRun, zoneOf } from "./nextRun.ts";
import { assertAbsent, onlyRow } from "./onlyRow.ts";
import { endedWithoutMark, endOfRun, hasStarted, readTaskRun, type TaskRun } from "./taskRun.ts";
import {
  type Action,
  type ActionWords,
  becomes,
  type Call,
  type Identity,
  latest,
  resource,
  type ResourceState,
  SETTLED_MS,
  type Target,
} from "./resource.ts";

/** A task with what its log file says; `undefined` where the panel does not tell. */
export interface ScheduledTask extends Pick<Listed, "id" | "name" | "on" | "schedule" | "rhythm"> {
  /** Size of the log in bytes, 0 where there is none. */
  readonly logBytes?: number;
  /** The last change of the log, in seconds since the epoch. */
  readonly loggedAt?: number;
  /** How far the server's clock is ahead of UTC, in milliseconds. */
  readonly zoneMs?: number;
  /** Only for runs. */
  readonly run?: TaskRun;
}

type Listed = ResultOf<"scheduledTask.list">["rows"][number];

const logFileOf = ({ file }: Listed): string => `/www/server/cron/${file}.log`;

/** Adds what the log files say, from one look at all of them, and what they tell of the server's clock. */
async function withLogs(call: Call, rows: readonly Listed[]): Promise<readonly ScheduledTask[]> {
  const named = rows.filter(({ file }) => file !== undefined);
  const files = named.length === 0 ? [] : await lookAtFiles(call, named.map(logFileOf));
  const foundOf = (row: Listed) => files.find(({ path }) => path === logFileOf(row));
  // the latest, for the clock may have gone from winter to summer since the others
  const latestFirst = rows
    .map((row) => ({ words: row.loggedOnServer, at: foundOf(row)?.mtime ?? 0 }))
    .toSorted((a, b) => b.at - a.at);
  const [zoneMs] = latestFirst.flatMap(({ words, at }) => zoneOf(words, at) ?? []);
  return rows.map((row) => {
    const { id, name, on, schedule, rhythm } = row;
    const found = foundOf(row);
    const task = { id, name, on, schedule, rhythm, ...(zoneMs !== undefined && { zoneMs }) };
    if (found?.exists === undefined) return task;
    const logBytes = found.exists ? (found.bytes ?? 0) : 0;
    const hasTime = found.exists && found.mtime !== undefined;
    return { ...task, logBytes, ...(hasTime && { loggedAt: found.mtime }) };
  });
}

const keyOf = ({ id }: Pick<Listed, "id">): string | undefined => (id === undefined ? undefined : String(id));

async function observe(call: Call, { key }: Target): Promise<ScheduledTask | undefined> {
  const listing = await call("scheduledTask.list", {});
  const found = taskIn(listing, key);
  return found && (await withLogs(call, listing.rows))[listing.rows.indexOf(found)];
}

/** Also looks for a run of the task. */
async function observeRun(call: Call, { key }: Target, last?: ScheduledTask): Promise<ScheduledTask | undefined> {
  const listing = await call("scheduledTask.list", {});
  const found = taskIn(listing, key);
  const task = found && (await withLogs(call, listing.rows))[listing.rows.indexOf(found)];
  if (task === undefined || found?.file === undefined) return task;
  const { logBytes, loggedAt } = task;
  const read = { id: Number(key), file: found.file, hasNoLog: logBytes === 0, loggedAt };
  return { ...task, run: await readTaskRun(call, read, last?.run) };
}

/** Throws unless the task is certainly in the list or not. */
function taskIn(listing: Listing<Listed>, key: string): Listed | undefined {
  const found = onlyRow(listing.rows, (row) => keyOf(row) === key);
  if (found === undefined) assertAbsent([listing], keyOf);
  return found;
}

const identity = (task: ScheduledTask): Identity => [keyOf(task), task.name];
const look = { observe, identity };

const lastRun = ({ loggedAt }: ScheduledTask) =>
  facts({ "scheduledTask.lastRunAt": loggedAt === undefined ? undefined : new Date(loggedAt * 1000).toISOString() });

/** The next run by the clock of the server; unknown where that is, or where the task is off. */
function nextRunOf({ on, rhythm, zoneMs }: ScheduledTask, now: number) {
  const next = on === true && zoneMs !== undefined ? nextRun(rhythm, now + zoneMs) : undefined;
  return facts({
    "scheduledTask.nextRunOnServer": next === undefined ? undefined : new Date(next).toISOString().replace("Z", ""),
  });
}

function turn(
  on: boolean,
  offered: readonly ResourceState[],
  words: Pick<ActionWords, "title" | "effect" | "done">,
): Action<ScheduledTask, ScheduledTask> {
  return {
    operation: "scheduledTask.toggle",
    words,
    offered,
    send: (call, { key }) => call("scheduledTask.toggle", { id: Number(key) }),
    // the panel only knows the opposite of what it is
    missingField: (before) => (before.on === undefined ? "status" : undefined),
    verification: {
      ...look,
      isAlready: (before) => before.on === on,
      proofs: [becomes((task) => (task.on === undefined ? undefined : task.on === on))],
    },
  };
}

/** The panel's scheduled tasks (docs/protocol.md 19). */
export const scheduledTask = resource<ScheduledTask, ScheduledTask>()({
  words: {
    list: () => l10n.t("Scheduled Tasks"),
    one: () => l10n.t("scheduled task"),
    many: (count) => l10n.t("{0} scheduled tasks", count),
    all: () => l10n.t("scheduled tasks"),
    none: () => l10n.t("No scheduled tasks"),
    whereMade: () => l10n.t("add one in the panel"),
  },
  icon: "calendar",
  factNames: {
    schedule: () => l10n.t("Schedule"),
    lastRunAt: () => l10n.t("Last run"),
    nextRunOnServer: () => l10n.t("Next run (server time)"),
    endOnServer: () => l10n.t("End in its log (server time)"),
  },
  rowFacts: ["scheduledTask.nextRunOnServer", "scheduledTask.schedule"],
  listedBy: "scheduledTask.list",
  async list(call) {
    const listing = await call("scheduledTask.list", {});
    return { ...listing, rows: await withLogs(call, listing.rows) };
  },
  key: keyOf,
  identity,
  label: ({ name, id }) => name ?? String(id ?? ""),
  state: ({ on }) => eitherState(on, "on", "off"),
  facts: (task, now) => [
    ...facts({ "scheduledTask.schedule": scheduleText(task.rhythm) ?? task.schedule }),
    ...lastRun(task),
    ...nextRunOf(task, now),
  ],
  ages: true,
  seenRows: (task) => [task],
  actions: {
    run: {
      operation: "scheduledTask.run",
      words: {
        effect: () => l10n.t("What it does happens now, beside its schedule, whether it is on or off."),
        awaited: () => l10n.t("waiting until it starts…"),
        done: (target, panel) => l10n.t("“{0}” on “{1}” has started.", target, panel),
        partly: () =>
          l10n.t("It has started and is over, but its log has no end mark, as where the script fails or calls exit."),
        caveat: () => l10n.t("Whether its commands succeed is only in its log."),
      },
      offered: ["on", "off", "unknown"],
      logMayExplain: true,
      send: (call, { key }) => call("scheduledTask.run", { id: Number(key) }),
      verification: {
        observe: observeRun,
        identity,
        proofs: [
          {
            isShown: ({ run: now = {} }, { run: before = {} }) => hasStarted(now, before),
            // a script that fails at once is over by then
            lasting: { forMs: () => SETTLED_MS, isSameRun: () => true },
          },
        ],
        otherwise: (before, since) => {
          const [was = {}, now = {}] = [before?.run, latest(since)?.run];
          if (was.begunAt === undefined && was.endedOnServer === undefined) return "unconfirmable";
          if (endedWithoutMark(now, was)) return "partly";
          return "pending";
        },
        evidence: ({ run: now = {} }, before) =>
          facts({ "scheduledTask.endOnServer": endOfRun(now, before?.run ?? {})?.replace(" ", "T") })[0],
      },
    },
    turnOn: turn(true, ["off", "unknown"], {
      effect: () => l10n.t("It runs by its schedule again."),
      done: (target, panel) => l10n.t("“{0}” is now on for “{1}”.", target, panel),
    }),
    turnOff: turn(false, ["on", "unknown"], {
      effect: () => l10n.t("It no longer runs by its schedule."),
      done: (target, panel) => l10n.t("“{0}” is now off for “{1}”.", target, panel),
    }),
  },
  log: {
    offered: ["on", "off", "unknown"],
    mode: "tail",
    pieces: 1_000,
    read: async (call, key) => ({ text: (await call("scheduledTask.log", { id: Number(key) })).text }),
    // a task that never ran has no log
    isThere: async (call, key) => (await observe(call, { key, label: key })) !== undefined,
  },
});
