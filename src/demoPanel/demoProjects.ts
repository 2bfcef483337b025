import { sentence } from "./demoSentences.ts";
import { stampedReply } from "./http.ts";
import { isV2, says, type Replying } from "./partReplies.ts";
import type { Fields } from "../wire/answers/operation.ts";

/** The part of a handler's context that projects need. */
interface Context extends Replying {
  readonly fields: Fields;
  readonly state: { readonly projects: readonly DemoProject[]; readonly services: { lastPid: number } };
}

const UP_SECONDS = 1_000_000;

/** The type of a project, with its name in the names of operations. */
const nameOfType = { nodejs: "Node", python: "Python", go: "Go", other: "Other" } as const;

type DemoProjectType = keyof typeof nameOfType;

/** A project of any type but Java. */
export interface DemoProject {
  readonly type: DemoProjectType;
  readonly name: string;
  note: string;
  readonly port: number;
  /** `since` in seconds since the epoch. */
  run: { readonly pid: number; readonly since: number } | undefined;
  /** It ends as soon as it was started. */
  endsAtOnce?: true;
  readonly log: string[];
}

export function seedProjects(now: number): DemoProject[] {
  const since = Math.floor(now / 1000) - UP_SECONDS;
  const clockAfter = (index: number) => new Date((since + index) * 1000).toISOString().slice(0, 19).replace("T", " ");
  const sketch = (type: DemoProjectType, name: string, note: string, port: number, pid?: number): DemoProject => ({
    type,
    name,
    note,
    port,
    run: pid === undefined ? undefined : { pid, since },
    log: [`${clockAfter(0)} ${name} starts`, `${clockAfter(1)} listens on ${port}`],
  });
  return [
    sketch("nodejs", "storefront", "Shop window", 3000, 5101),
    sketch("nodejs", "chat", "Support chat", 3001),
    sketch("python", "recommender", "Nightly model", 8000, 5120),
    sketch("go", "gateway", "", 9000, 5134),
    sketch("other", "image-resizer", "Rust", 9100, 5140),
  ];
}

/** What a project says of a change: Python in one sentence, others with a code and the sentence twice. */
function projectSays(context: Context, ok: boolean, inEnglish: string, inChinese: string, code?: unknown): object {
  const { route, now } = context;
  if (/python|^v2go|^v2other/.test(route)) return says(context, ok, inEnglish, inChinese);
  const words = isV2(context) ? inEnglish : inChinese;
  const status = ok ? { status_code: code ?? 1, error_msg: "" } : { status_code: -1, error_msg: words };
  const body = { ...status, data: words };
  if (isV2(context)) return stampedReply(ok ? 0 : -1, body, now());
  return { status: ok, ...body };
}

function projectRow({ type, name, note, port, run }: DemoProject): object {
  const row = { name, ps: note, status: "1", project_config: { port, domains: [] } };
  const isPython = type === "python";
  if (run === undefined) {
    if (isPython) return { ...row, run: false, listen: [], pids: [] };
    return { ...row, run: false, listen: [], load_info: {}, listen_ok: true };
  }
  const { pid, since: create_time } = run;
  if (isPython) return { ...row, run: true, listen: [port], pids: [pid] };
  return { ...row, run: true, listen: [port], load_info: { [pid]: { pid, create_time } }, listen_ok: true };
}

/** What projects in Go and others say in English of what was done. */
const goWords = {
  notStarted: "Project not started",
  started: "Startup successful",
  stopped: "Stop successfully",
  restarted: "Restart successful",
};
const otherWords: typeof goWords = {
  notStarted: "Project did not start",
  started: "Successfully started",
  stopped: "Stopped successfully",
  restarted: "Successful restart",
};

/** Handles the projects of one type (docs/protocol.md 18). */
export function projectHandlers<const Type extends DemoProjectType>(type: Type) {
  const isPython = type === "python";
  const nameField = isPython ? "name" : "project_name";
  const find = ({ state, fields }: Context) =>
    state.projects.find((project) => project.type === type && project.name === fields[nameField]);
  const unknown = (context: Context) => {
    if (isPython) return says(context, false, "Python Site Not Found!", "没有该项目，请尝试刷新页面后重试");
    return projectSays(context, false, "Item does not exist", "项目不存在");
  };
  const onProject =
    (missing: (context: Context) => object, handle: (context: Context, project: DemoProject) => object) =>
    (context: Context) => {
      const project = find(context);
      if (project === undefined) return missing(context);
      return handle(context, project);
    };
  const pageFor = (): never => {
    throw new Error("no such project");
  };
  const launched = (context: Context, project: DemoProject) => {
    const { services } = context.state;
    if (project.endsAtOnce === true) {
      project.log.push("about to fail");
      project.run = undefined;
      return false;
    }
    services.lastPid += 7;
    project.run = { pid: services.lastPid, since: Math.floor(context.now() / 1000) };
    return true;
  };
  const startupFailure = (context: Context, { log }: DemoProject) => {
    const lines = log.slice(-2).join("<br>");
    return projectSays(context, false, `Startup failure:<br>${lines}`, `启动失败<br>${lines}`);
  };
  const words = type === "go" ? goWords : otherWords;
  const notStarted = (context: Context) => projectSays(context, false, words.notStarted, "项目未启动");
  const handlers = {
    list: (context: Context) => {
      const rows = context.state.projects.filter((project) => project.type === type).map(projectRow);
      const totalText = sentence(context.language, "total", rows.length);
      const page = `<div><span class='Pcurrent'>1</span><span class='Pcount'>${totalText}</span></div>`;
      const content = { page, shift: "0", row: "20", data: rows };
      if (isV2(context)) return stampedReply(0, content, context.now());
      return content;
    },
    /** Says true of Python whatever happens; of Node, it stops what runs first. */
    start: onProject(unknown, (context, project) => {
      const isUp = project.run !== undefined;
      if (isPython) {
        if (!isUp) launched(context, project);
        return says(
          context,
          true,
          "Start command has been executed, please check the log",
          "启动指令已执行，请注意查看日志",
        );
      }
      // a second process finds the port taken
      if (isUp && type === "other") throw new Error("bad port");
      if (isUp && type === "go") return startupFailure(context, project);
      if (!launched(context, project)) return startupFailure(context, project);
      const code = type === "nodejs" ? [project.run?.pid] : undefined;
      return projectSays(context, true, words.started, "启动成功", code);
    }),
    stop: onProject(type === "other" ? pageFor : unknown, (context, project) => {
      const wasUp = project.run !== undefined;
      project.run = undefined;
      if (isPython)
        return says(
          context,
          true,
          "Stop command has been executed, please check the log",
          "停止指令已执行，请注意查看日志",
        );
      if (!wasUp && type === "other") return projectSays(context, true, "", "项目未启动");
      if (!wasUp) return notStarted(context);
      return projectSays(context, true, words.stopped, "停止成功");
    }),
    restart: onProject(
      (context) => {
        const isAnswered = isPython || (isV2(context) && type === "nodejs");
        if (isAnswered) return unknown(context);
        return pageFor();
      },
      (context, project) => {
        const isRefused = project.run === undefined && (type === "go" || (type === "nodejs" && isV2(context)));
        if (isRefused) return notStarted(context);
        const isUp = launched(context, project);
        if (isPython)
          return says(
            context,
            true,
            "Project Restart command has been executed, please check the log",
            "项目重启指令已执行，请注意查看日志",
          );
        if (!isUp) return startupFailure(context, project);
        return projectSays(context, true, words.restarted, "重启成功");
      },
    ),
    log: onProject(
      (context) => says(context, false, "The project does not exist.", "项目不存在"),
      (context, { name, log }) => {
        const data = log.join("\n");
        const path = `/www/wwwlogs/${type}/${name}.log`;
        const content = { path, data, size: `${data.length}.00 b` };
        if (!isV2(context)) return { status: true, ...content };
        if (type === "nodejs") return stampedReply(0, { result: data }, context.now());
        return stampedReply(0, content, context.now());
      },
    ),
  };
  const namedHandlers = Object.entries(handlers).map(([verb, handler]) => [
    `project.${verb}${nameOfType[type]}`,
    handler,
  ]);
  return Object.fromEntries(namedHandlers) as Record<
    `project.${keyof typeof handlers}${(typeof nameOfType)[Type]}`,
    (context: Context) => object
  >;
}
