import { sentence } from "./demoSentences.ts";
import { stampedReply } from "./http.ts";
import { isV2, says, type Replying } from "./partReplies.ts";
import type { ProcessClock } from "./processClock.ts";
import { makeDirectory, realPath, writeFile, type ServerFiles } from "./serverFiles.ts";
import type { Fields } from "../wire/answers/operation.ts";

/** The part of a handler's context that projects need. */
interface Context extends Replying {
  readonly fields: Fields;
  readonly state: {
    readonly projects: readonly DemoProject[];
    readonly services: { lastPid: number };
    readonly processes: ProcessClock;
    readonly files: ServerFiles;
  };
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
  /** Where its files are, and what of them its language runs, if not as usual. */
  readonly directory?: string;
  readonly program?: string;
  /** As whom it runs, if not as `www`. */
  readonly user?: string;
  /** Virtual environment of Python. */
  readonly environment?: string;
  /** `since` in seconds since the epoch. */
  run: { readonly pid: number; readonly since: number } | undefined;
  /** It ends as soon as it was started. */
  endsAtOnce?: true;
  /** How often the panel lists its process before that ends; absent: it stays. */
  looksLeft?: number | undefined;
  /** A process that has forked away from an earlier program holds the port, and the panel lists it where there is no other. */
  helper?: number;
  /** Linux gives the ID of its process to the next one. */
  keepsPid?: true;
  /** The panel prepares its environment, and refuses everything meanwhile. */
  isPreparing?: true;
  readonly log: string[];
}

/** What a program writes once it runs. @param since in seconds since the epoch */
function startLines({ name, port }: Pick<DemoProject, "name" | "port">, since: number): readonly string[] {
  const clockAfter = (seconds: number) =>
    new Date((since + seconds) * 1000).toISOString().slice(0, 19).replace("T", " ");
  return [`${clockAfter(0)} ${name} starts`, `${clockAfter(1)} listens on ${port}`];
}

export function seedProjects(now: number): DemoProject[] {
  const since = Math.floor(now / 1000) - UP_SECONDS;
  const sketch = (type: DemoProjectType, name: string, note: string, port: number, pid?: number): DemoProject => ({
    type,
    name,
    note,
    port,
    run: pid === undefined ? undefined : { pid, since },
    log: [...startLines({ name, port }, since)],
  });
  return [
    sketch("nodejs", "storefront", "Shop window", 3000, 5101),
    sketch("nodejs", "chat", "Support chat", 3001),
    sketch("python", "recommender", "Nightly model", 8000, 5120),
    sketch("go", "gateway", "", 9000, 5134),
    sketch("other", "image-resizer", "Rust", 9100, 5140),
  ];
}

/** What a file of a project has in it that ends as soon as it runs: the demo runs nobody's code. */
const ENDS = "ends at once";

/** The same of one that ends after some looks, which are a second apart. */
const ENDS_SOON = "ends soon";
const LOOKS = 6;

/** What tells where the files of a project are. */
type WithFiles = Pick<DemoProject, "type" | "name" | "directory" | "program">;

/** The directory of a project. */
export function projectDirectory({ name, directory = `/www/wwwroot/${name}` }: WithFiles): string {
  return directory;
}

/** The file of a project that its language runs. */
export function projectProgram(project: WithFiles): string {
  const { type, name } = project;
  const usual = { nodejs: "server.js", python: "app.py", go: name, other: name };
  return `${projectDirectory(project)}/${project.program ?? usual[type]}`;
}

/** Lays out the files of a project as somebody has put them there. */
export function makeProjectFiles(files: ServerFiles, project: WithFiles, mtime: number): void {
  const directory = projectDirectory(project);
  const program = projectProgram(project);
  writeFile(files, program, Buffer.from(`${project.name} of the demo\n`), mtime);
  files.set(program, { ...files.get(program), mtime, uid: 1001, gid: 1001, mode: 0o755 });
  if (project.type !== "nodejs") return;
  writeFile(files, `${directory}/package.json`, Buffer.from("{}\n"), mtime);
  makeDirectory(files, `${directory}/node_modules`, mtime);
}

/** What a project is configured to be; the names are those of its language. */
function configOf(project: DemoProject): object {
  const { type, name, user = "www", environment = `/www/server/pyporject_evn/${name}` } = project;
  const directory = projectDirectory(project);
  const program = projectProgram(project);
  switch (type) {
    case "nodejs":
      return { project_cwd: directory, run_user: user, nodejs_version: "v20.20.2", project_script: "start" };
    case "python":
      return { path: directory, user, vpath: environment };
    case "go":
      return { project_path: directory, project_exe: program, run_user: user };
    case "other":
      return { project_exe: program, run_user: user };
    default:
      return type satisfies never;
  }
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

/** What the panel finds of the processes of a project at one look. */
function shownRun(project: DemoProject): DemoProject["run"] {
  const { helper, looksLeft } = project;
  if (project.run === undefined) return helper === undefined ? undefined : { pid: helper, since: 1 };
  if (looksLeft === undefined) return project.run;
  project.looksLeft = looksLeft - 1;
  if (looksLeft === 0) project.run = undefined;
  return project.run;
}

function projectRow(project: DemoProject): object {
  const { type, name, note, port, isPreparing } = project;
  const status = type === "python" ? { prep_status: isPreparing === true ? "running" : "complete" } : {};
  const configured = { port, domains: [], ...configOf(project), ...status };
  const row = { name, ps: note, status: "1", project_config: configured };
  const isPython = type === "python";
  const shown = shownRun(project);
  if (shown === undefined) {
    if (isPython) return { ...row, run: false, listen: [], pids: [] };
    return { ...row, run: false, listen: [], load_info: {}, listen_ok: true };
  }
  const { pid, since: create_time } = shown;
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
      if (project.isPreparing === true)
        return says(
          context,
          false,
          "Project environment installation in progress.....<br>Please do not operate",
          "项目环境安装制作中.....<br>请勿操作",
        );
      return handle(context, project);
    };
  const pageFor = (): never => {
    throw new Error("no such project");
  };
  const launched = (context: Context, project: DemoProject) => {
    const { services } = context.state;
    const why = whyNotUp(context.state.files, project);
    const before = project.run?.pid;
    // what runs is stopped first, whatever comes (docs/protocol.md 18.7)
    project.run = undefined;
    if (why === "modules") return false;
    if (type === "nodejs" && !isV2(context)) project.log.length = 0;
    if (why !== undefined) {
      project.log.push(why);
      return false;
    }
    const pid = project.keepsPid === true && before !== undefined ? before : (services.lastPid += 7);
    const since = Math.floor(context.now() / 1000);
    context.state.processes.begin(pid, context.now());
    project.run = { pid, since };
    project.looksLeft = programOf(context.state.files, project)?.includes(ENDS_SOON) === true ? LOOKS : undefined;
    project.log.push(...startLines(project, since));
    return true;
  };
  const startupFailure = (context: Context, project: DemoProject) => {
    const { log } = project;
    if (whyNotUp(context.state.files, project) === "modules")
      return projectSays(
        context,
        false,
        "Please go to Module Management to install the module dependencies!",
        "请先到模块管理中点击【一键安装项目模块】来安装模块依赖!",
      );
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

function programOf(files: ServerFiles, project: DemoProject): Buffer | undefined {
  return files.get(realPath(files, projectProgram(project)))?.bytes;
}

/** Why a project does not come up; `modules`: the panel does not even try. `undefined`: it does. */
function whyNotUp(files: ServerFiles, project: DemoProject): string | undefined {
  if (project.endsAtOnce === true) return "about to fail";
  if (project.helper !== undefined) return `Error: port ${project.port} is in use`;
  const directory = projectDirectory(project);
  if (project.type === "nodejs" && files.has(`${directory}/package.json`) && !files.has(`${directory}/node_modules`))
    return "modules";
  const program = projectProgram(project);
  const file = files.get(realPath(files, program));
  if (file === undefined) return `Error: cannot find ${program}`;
  const isRun = project.type === "go" || project.type === "other";
  if (isRun && (file.mode & 0o111) === 0) return `nohup: failed to run command '${program}': Permission denied`;
  return file.bytes?.includes(ENDS) === true ? `Error: ${project.name} ends at once` : undefined;
}
