import { createHash } from "node:crypto";
import type { DemoShell } from "./demoShell.ts";
import { htmlEscape, stampedReply } from "./http.ts";
import { isV2, says, type Replying } from "./partReplies.ts";
import type { ProcessClock } from "./processClock.ts";
import { type ServerFiles, writeFile } from "./serverFiles.ts";
import type { Fields } from "../wire/answers/operation.ts";

/** The part of a handler's context that scheduled tasks need. */
interface Context extends Replying {
  readonly state: {
    readonly scheduledTasks: DemoScheduledTask[];
    readonly files: ServerFiles;
    readonly services: { lastPid: number };
    readonly processes: ProcessClock;
  };
  readonly fields: Fields;
  readonly delays: { readonly task: number };
  readonly schedule: { readonly after: (ms: number, action: () => void) => unknown };
  readonly shell: Pick<DemoShell, "run">;
}

/** A scheduled task, whose log is a file. */
export interface DemoScheduledTask {
  readonly id: number;
  name: string;
  readonly cycle: readonly [inEnglish: string, inChinese: string];
  /** When that is, in the panel's own fields. */
  readonly rhythm: {
    readonly type: string;
    readonly where1: string;
    readonly where_hour: number;
    readonly where_minute: number;
  };
  /** The name of its log file, without `.log`. */
  readonly echo: string;
  on: boolean;
  /** What it writes. */
  readonly writes: string;
  /** The words after `sh`, of a task that was added with such a line. */
  readonly script?: readonly string[];
  /** It leaves by `exit`, so that its log gets no end mark. */
  exits?: true;
}

const LINE = "-".repeat(76);

/** The tasks of a new server, with the logs of those that have run. */
export function seedScheduledTasks(now: number, files: ServerFiles): DemoScheduledTask[] {
  const tasks: DemoScheduledTask[] = [
    {
      id: 3,
      name: "Renew certificates",
      cycle: ["Execute once a day for 0:10", "每天的00:10执行一次"],
      rhythm: { type: "day", where1: "", where_hour: 0, where_minute: 10 },
      echo: "c3",
      on: true,
      writes: "All certificates are valid",
    },
    {
      id: 2,
      name: "Back up databases",
      cycle: ["Execute once a day for 2:30", "每天的02:30执行一次"],
      rhythm: { type: "day", where1: "", where_hour: 2, where_minute: 30 },
      echo: "c2",
      on: true,
      writes: "|-Backup completed",
    },
    {
      id: 1,
      name: "Clear cache",
      cycle: ["Execute every 30 minutes", "每隔30分钟执行一次"],
      rhythm: { type: "minute-n", where1: "30", where_hour: 0, where_minute: 0 },
      echo: "c1",
      on: false,
      writes: "cleared",
    },
  ];
  // one has never run
  for (const task of tasks.slice(0, 2)) endScheduled(task, files, now - 7_200_000);
  return tasks;
}

const RUNS = "/www/server/cron";

const logPathOf = ({ echo }: DemoScheduledTask): string => `${RUNS}/${echo}.log`;

/** A time by the clock of the server, whose zone is UTC. */
const clockOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace("T", " ");

/** The file with the process ID of a run, which the script removes where it reaches its end. */
const runPathOf = ({ echo }: DemoScheduledTask): string => `${RUNS}/${echo}.pl`;

/** Notes in the directory of runs that a file has come or gone. */
function touchRuns(files: ServerFiles, now: number): void {
  const directory = files.get(RUNS);
  if (directory !== undefined) files.set(RUNS, { ...directory, mtime: Math.floor(now / 1000) });
}

/** Starts a run in the background. */
function startScheduled(task: DemoScheduledTask, context: Context): void {
  const { state, now, schedule, delays } = context;
  const { services, files, processes } = state;
  const startedAt = Math.floor(now() / 1000);
  const pid = (services.lastPid += 7);
  processes.begin(pid, now());
  writeFile(files, runPathOf(task), Buffer.from(`${pid}\n`), startedAt);
  touchRuns(files, now());
  files.set(`/proc/${pid}`, { mtime: startedAt, uid: 0, gid: 0, mode: 0o555 });
  if (task.script !== undefined) {
    void runScript(task, task.script, context).finally(() => files.delete(`/proc/${pid}`));
    return;
  }
  // what leaves by `exit` does so at once
  schedule.after(task.exits === true ? 0 : delays.task, () => {
    files.delete(`/proc/${pid}`);
    endScheduled(task, files, now());
  });
}

/** Runs a script on the server's files. After a kill its log gets no end mark. */
async function runScript(task: DemoScheduledTask, script: readonly string[], context: Context): Promise<void> {
  const { state, now, shell } = context;
  const isThere = () => state.scheduledTasks.includes(task);
  const ending = await shell
    .run(script, (text) => {
      if (isThere()) appendToLog(task, state.files, text, now());
    })
    .catch(() => "killed");
  if (ending === "killed") return;
  if (!isThere()) {
    state.files.delete(runPathOf(task));
    return;
  }
  // what our script itself says of a program that is missing
  if (ending === "noShell") appendToLog(task, state.files, `\nserver-panel ${script[3]} missing sh\n`, now());
  endScheduled(task, state.files, now());
}

function endScheduled(task: DemoScheduledTask, files: ServerFiles, endedAt: number): void {
  const lines: string[] = [];
  if (task.script === undefined) lines.push(task.writes);
  if (task.exits !== true) lines.push(LINE, `★[${clockOf(endedAt)}] Successful`, LINE);
  appendToLog(task, files, [...lines, ""].join("\n"), endedAt);
  if (task.exits === true || !files.delete(runPathOf(task))) return;
  touchRuns(files, endedAt);
}

function appendToLog(task: DemoScheduledTask, files: ServerFiles, text: Buffer | string, writtenAt: number): void {
  const path = logPathOf(task);
  const bytesBefore = files.get(path)?.bytes ?? Buffer.alloc(0);
  writeFile(files, path, Buffer.concat([bytesBefore, Buffer.from(text)]), Math.floor(writtenAt / 1000));
}

/** How much of a log's end an edition sends. */
const MOST_BYTES = 8_196;
const MOST_LINES = 2_000;

/** The end of a log as an edition sends it (docs/protocol.md 19.12): without bytes that are no UTF-8, and escaped; aaPanel cuts it. */
function logEnd(context: Context, bytes: Buffer): string {
  const decoded = (part: Buffer) => part.toString("utf8").replaceAll("\uFFFD", "");
  if (isV2(context))
    return htmlEscape(
      decoded(bytes)
        .split(/(?<=\n)/)
        .slice(-MOST_LINES)
        .join("")
        .trim(),
    ).replaceAll("&#x27;", "'");
  return decoded(bytes.subarray(-MOST_BYTES)).replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What panels cut out of a script, in this order (docs/protocol.md 19.10). */
const CUT_WORDS = ["shutdown", "init 0", "mkfs", "passwd", "chpasswd", "--stdin", "mke2fs"];

/** A script as a panel keeps it: it says nothing of what it has cut out. */
function keptScript(body: string): string {
  return CUT_WORDS.reduce((kept, word) => kept.replaceAll(word, "[***]"), body.replaceAll("\r\n", "\n"));
}

/** A line that runs a script of the server; nothing else is run on the computer of whoever tries the demo. */
const SCRIPT_LINE = /^sh (\/[\w./[\]*-]+(?: [\w.[\]*-]+)*)$/;

/** What a panel says to a task without a script. */
const NO_BODY = "'NoneType' object has no attribute 'replace'";

/** Handles scheduled tasks (docs/protocol.md 19). */
export const scheduledTaskHandlers = (() => {
  const onTask = (handle: (context: Context, task: DemoScheduledTask) => object) => (context: Context) => {
    const task = context.state.scheduledTasks.find(({ id }) => String(id) === context.fields["id"]);
    if (task !== undefined) return handle(context, task);
    return says(
      context,
      false,
      "No data was found for the corresponding scheduled task. Please refresh the page to check if the scheduled task exists!",
      "未找到对应计划任务的数据，请刷新页面查看该计划任务是否存在！",
    );
  };
  return {
    "scheduledTask.list": (context: Context) => {
      const rows = context.state.scheduledTasks.map((task) => {
        const { id, name, rhythm, echo, on: isOn } = task;
        const [inEnglish, inChinese] = task.cycle;
        const log = context.state.files.get(logPathOf(task));
        return {
          id,
          name,
          rname: name,
          ...rhythm,
          echo,
          addtime: log === undefined ? " " : clockOf(log.mtime * 1000),
          status: isOn ? 1 : 0,
          cycle: isV2(context) ? inEnglish : inChinese,
        };
      });
      if (isV2(context)) return stampedReply(0, rows, context.now());
      return rows;
    },
    "scheduledTask.run": onTask((context, task) => {
      startScheduled(task, context);
      return says(context, true, "Task has been executed!", "任务已执行!");
    }),
    "scheduledTask.toggle": onTask((context, task) => {
      task.on = !task.on;
      return says(context, true, "Setup successfully!", "设置成功");
    }),
    "scheduledTask.add": (context: Context) => {
      const { scheduledTasks } = context.state;
      const { name = "", where1 = "", hour = "", minute = "" } = context.fields;
      if (name === "") return says(context, false, "Name of task cannot be empty!", "任务名称不能为空!");
      const body = context.fields["sBody"];
      if (body === undefined) return says(context, false, NO_BODY, NO_BODY);
      const [, script] = SCRIPT_LINE.exec(keptScript(body)) ?? [];
      const id = Math.max(0, ...scheduledTasks.map((task) => task.id)) + 1;
      scheduledTasks.unshift({
        id,
        name,
        cycle: [`Execute on day ${where1} of each month at ${hour}:${minute}`, `每月${where1}日 ${hour}:${minute}执行`],
        rhythm: { type: "month", where1, where_hour: Number(hour), where_minute: Number(minute) },
        echo: createHash("md5").update(`${id}`).digest("hex"),
        on: true,
        writes: "",
        ...(script !== undefined && { script: script.split(" ") }),
      });
      if (isV2(context)) return stampedReply(0, { result: "Successfully added", id }, context.now());
      return { status: true, msg: "添加成功", id };
    },
    "scheduledTask.remove": (context: Context) => {
      const { scheduledTasks, files } = context.state;
      const index = scheduledTasks.findIndex(({ id }) => String(id) === context.fields["id"]);
      const task = scheduledTasks[index];
      if (task === undefined) return says(context, false, "The specified task does not exist!", "指定任务不存在!");
      scheduledTasks.splice(index, 1);
      files.delete(logPathOf(task));
      return says(context, true, "Successfully deleted", "删除成功");
    },
    /** Has a sentence in place of a log that is not there, on BaoTa as a failure. */
    "scheduledTask.log": onTask((context, task) => {
      const bytes = context.state.files.get(logPathOf(task))?.bytes;
      const log = bytes && logEnd(context, bytes);
      return says(context, log !== undefined || isV2(context), log ?? "Task logs are empty!", log ?? "当前日志为空!");
    }),
  };
})();
