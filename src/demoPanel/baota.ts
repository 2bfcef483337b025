import { containerHandlers } from "./demoContainers.ts";
import { fileHandlers } from "./files.ts";
import { statusReply, htmlEscape, dataReply, classic } from "./http.ts";
import { javaLog, startServer, stopServer } from "./javaServers.ts";
import { sentence } from "./demoSentences.ts";
import { siteSettingHandlers } from "./siteSettings.ts";
import { rewriteEachRoot, runPathOf, setRunPath, startServing, stopBlock, stopServing } from "./runPath.ts";
import { sharedHandlers, systemHandlers } from "./server.ts";
import { COMPLETION_PACKAGE, makeDirectory, writeFile } from "./serverFiles.ts";
import {
  addSite as addSiteBy,
  allDomains,
  allSites,
  domainOf,
  isKeyDirectory,
  keyDirectories,
  cutPage,
  accountHandlers,
  domainRows,
  removeSite,
  siteOf,
  hasSite,
  siteLog,
  certificateField,
  matching,
  siteColumns,
} from "./demoSites.ts";
import {
  type SiteLogs,
  type SiteRecord,
  type HandlerContext,
  integer,
  required,
  type DemoJavaProject,
  type DemoState,
  type TerminalSettingsFile,
  type UpgradeScript,
  type DemoHandlers,
} from "./state.ts";

/** Creates a site on any port. */
export const addSite = addSiteBy({
  rootProblem({ state, language }, root) {
    if (/[ \n]/.test(root)) return "目录中不能包含空格或换行符，请重新选择！";
    if (state.files.get(root)?.bytes !== undefined) return "选中的必须是一个目录而不是一个文件";
    if (isKeyDirectory(root)) return sentence(language, "systemDirectory", keyDirectories);
    if (root === "/www/wwwroot" || root === "/www/backup") return "不能以系统关键目录作为站点目录";
    return undefined;
  },
  arePorts: (port, more) => [port, ...more].map((text) => text.trim()).every(isPort),
  domainProblem({ state, language }, { host, port }) {
    if (host.includes("*")) return "主域名不能为泛解析";
    if (allDomains(state).includes(domainOf(`${host}:${port}`))) return sentence(language, "siteExists");
    return undefined;
  },
  nameOf(state, { host, port }) {
    const isTaken = allSites(state).some((site) => site.name === host);
    if (isTaken) return `${host}_${port}`;
    return host;
  },
  more: { gitStatus: false },
});

function isPort(port: string): boolean {
  return /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
}

/** Websites (docs/protocol.md 6). */
export const siteHandlers = {
  ...accountHandlers,
  /** Lists PHP and static sites, on the older route projects of every kind (docs/protocol.md 6.1). */
  "site.list": (context: HandlerContext) => {
    const { state, fields, now, route } = context;
    const isOlder = route === "getData";
    // without a type the newer list uses the page number as the type
    const type = integer(fields, "type", isOlder ? -1 : integer(fields, "p", 1));
    const sites = isOlder ? allSites(state) : state.sites.filter(({ projectType }) => projectType === "PHP");
    const foundSites = matching(sites, fields["search"] ?? "");
    const ofType = foundSites.filter(({ typeId }) => type === -1 || typeId === type);
    const { html, rows } = cutPage(context, ofType, 20);
    const data = rows.map((site) => ({
      ...siteColumns(site),
      ssl: certificateField(site.certificate, now()),
      php_version: site.php,
      project_config: isOlder ? JSON.stringify(configOf(site)) : configOf(site),
      ...(!isOlder && { cn_name: site.name }),
    }));
    return { page: html, data };
  },
  "site.domains": ({ state, fields }: HandlerContext) => domainRows(siteOf(state, integer(fields, "search", 0))),
  "site.phpVersions": ({ state: { web } }: HandlerContext) => [
    { version: "00", name: "纯静态", status: true },
    ...web.phpVersions.map((version) => ({ version, name: `PHP-${version}`, status: true })),
  ],
  "site.types": ({ state }: HandlerContext) => [
    { id: 0, name: "默认分类" },
    { id: -2, name: "已停止网站" },
    ...state.web.categories,
  ],
  "site.create": addSite,
  /** Finds the row by its id; the name only matters for configuration files. */
  "site.delete": (context: HandlerContext) => {
    const { state, fields } = context;
    const site = siteOf(state, integer(fields, "id", 0));
    if (site === undefined) return statusReply(false, "指定站点不存在!");
    required(fields, "webname");
    removeSite(context, site);
    return statusReply(true, "站点删除成功!");
  },
  "site.accessLog": (context: HandlerContext) => readLog(context, "access"),
  "site.errorLog": (context: HandlerContext) => readLog(context, "error"),
  "site.start": (context: HandlerContext) => setRunning(context, true, "站点已启用"),
  "site.stop": (context: HandlerContext) => setRunning(context, false, "站点已停用"),
  "site.setRunPath": setRunPath(rewriteEachRoot, "设置成功"),
  ...siteSettingHandlers("baota"),
};

/** Throws for a site that does not exist, because the panel takes its configuration for granted. */
function readLog(context: HandlerContext, which: keyof SiteLogs): unknown {
  if (!hasSite(context)) throw new Error("no such site");
  const text = siteLog(context, which);
  if (text === undefined) return statusReply(false, "日志为空");
  return statusReply(true, text);
}

/** What a stop notes in the row, and nobody ever clears (docs/protocol.md 6.49). */
function configOf({ stoppedRunPath }: SiteRecord): object {
  return stoppedRunPath === undefined ? {} : { php_run_path: stoppedRunPath };
}

/** Answers alike whether or not the site was running; throws for one that does not exist. What a stop remembers comes back at each start. */
function setRunning({ state, fields, now }: HandlerContext, running: boolean, message: string): unknown {
  const site = siteOf(state, integer(fields, "id", 0));
  required(fields, "name");
  if (site === undefined) throw new Error("no such site");
  site.running = running;
  if (running) {
    startServing(state, site, now(), site.stoppedRunPath, stopBlock);
  } else {
    const runPath = runPathOf(state, site);
    if (runPath !== undefined) site.stoppedRunPath = runPath;
    stopServing(state, site, now(), stopBlock);
  }
  return statusReply(true, message);
}

/**
 * Describes a project in the Java list (docs/protocol.md 7.2). `port` follows the ports of a running jar; `starting` means processes
 * without a port, and stays where none is ever opened.
 */
export function javaRow(project: DemoJavaProject): Readonly<Record<string, unknown>> {
  const { id, name, note, javaType, path, logFile, domains, server } = project;
  const { run, ports } = server;
  const listen = run?.listening === true ? ports : [];
  const isJar = javaType === "springboot";
  const port = isJar ? run && listen.join(",") : ports[0];
  const project_jar = isJar ? path : undefined;
  return {
    id,
    name,
    ps: htmlEscape(note),
    project_config: { java_type: javaType, port, logs: logFile, project_jar, domains },
    pid: run === undefined ? null : run.pids.join(","),
    pid_info: run === undefined ? null : { pid: run.pids[0], create_time: run.since / 1000 },
    listen,
    starting: run !== undefined && listen.length === 0,
  };
}

/** Java projects (docs/protocol.md 7). Changes answer at once and happen later. */
export const javaHandlers = {
  "java.list": (context: HandlerContext) => {
    const { state, fields, now } = context;
    try {
      const type = fields["type_id"] ?? "";
      const foundProjects = matching(state.javaProjects, fields["search"] ?? "").filter(
        ({ typeId }) => type === "" || typeId === integer(fields, "type_id", 0),
      );
      const { html, rows } = cutPage(context, foundProjects, 12);
      return { page: html, data: rows.map(javaRow) };
    } catch {
      return dataReply(false, "参数错误", now());
    }
  },
  "java.restart": (context: HandlerContext) =>
    withProject(context, (project) => {
      startServer(project.server, context);
      if (project.javaType === "springboot") return "操作已执行";
      return "项目重启已执行";
    }),
  /** Answers alike for a project that already runs, and leaves it alone. */
  "java.start": (context: HandlerContext) =>
    withProject(context, (project) => {
      if (project.server.run === undefined) startServer(project.server, context);
      if (project.javaType === "springboot") return "操作已执行";
      return "项目启动成功";
    }),
  "java.stop": (context: HandlerContext) =>
    withProject(context, (project) => {
      stopServer(project.server, context);
      if (project.javaType === "springboot") return "项目停止指令已执行";
      return "项目停止成功";
    }),
  "java.log": ({ state, fields }: HandlerContext) => {
    const project = find(state, fields["project_name"]);
    if (project === undefined) return statusReply(false, "项目不存在");
    return javaLog(project);
  },
  /** Restarts the project; it does not come up if the path is a file, but the answer is the same. */
  "java.changeLogPath": (context: HandlerContext) => {
    const { state, fields, now } = context;
    const { project_name: name, path } = fields;
    const reply = (status: boolean, msg: string) => dataReply(status, msg, now());
    if (!name || !path) return reply(false, "参数错误");
    const project = find(state, name);
    if (project === undefined) return reply(false, "项目不存在");
    if (!path.startsWith("/")) return reply(false, "路径格式错误");
    if (project.javaType !== "springboot") return reply(false, "项目日志路径修改失败");
    const directory = path.replace(/\/$/, "");
    const isFile = state.files.get(directory)?.bytes !== undefined;
    if (!isFile) makeDirectory(state.files, directory, Math.floor(now() / 1000));
    project.logFile = `${directory}/${project.name}.log`;
    project.server.log.length = 0;
    if (isFile) stopServer(project.server, context);
    else startServer(project.server, context);
    return reply(true, "项目日志路径修改成功");
  },
};

function find({ javaProjects }: DemoState, name: string | undefined): DemoJavaProject | undefined {
  return javaProjects.find((project) => project.name === name);
}

function withProject({ state, fields, now }: HandlerContext, handle: (project: DemoJavaProject) => string): unknown {
  const name = fields["project_name"];
  if (name === undefined) return dataReply(false, "项目名称参数错误", now());
  const project = find(state, name);
  if (project === undefined) return dataReply(false, "项目不存在", now());
  return dataReply(true, handle(project), now());
}

const PACKAGE_BYTES = 312_514;

/** The web terminal (docs/protocol.md 11). */
const terminalHandlers = {
  "terminal.settings": ({ state }: HandlerContext) => {
    const { settings } = state.terminal;
    const hasPackage = state.files.has(COMPLETION_PACKAGE);
    const file = settings ?? { use_completion: false, terminal_theme: false, ai_shell: false };
    const { use_completion = true, ai_shell = false, ai_shell_analyze = true } = file;
    // first the keys of the file, in their order
    return { ...file, use_completion: use_completion && hasPackage, ai_shell, ai_shell_analyze };
  },
  /** Downloads the package first if it is missing. */
  "terminal.setCompletion": async ({ state, fields, schedule, delays, now }: HandlerContext) => {
    const { terminal, files } = state;
    const isOn = isOnIn(fields);
    if (isOn && !files.has(COMPLETION_PACKAGE)) {
      await schedule.sleep(delays.completionDownload);
      writeFile(files, COMPLETION_PACKAGE, Buffer.alloc(PACKAGE_BYTES), Math.floor(now() / 1000));
    }
    const file = terminal.settings ?? { use_completion: false, terminal_theme: false };
    terminal.settings = { ...file, use_completion: isOn };
    return statusReply(true, isOn ? "开启成功" : "关闭成功");
  },
  "terminal.setTheme": ({ state, fields }: HandlerContext) => {
    const isOn = isOnIn(fields);
    const { settings } = state.terminal;
    const file = settings ?? { terminal_theme: isOn, use_completion: true };
    state.terminal.settings = { ...file, terminal_theme: isOn };
    return statusReply(true, "设置成功");
  },
  "terminal.setAiShell": (context: HandlerContext) => setPlain(context, "ai_shell"),
  "terminal.setAiAnalysis": (context: HandlerContext) => setPlain(context, "ai_shell_analyze"),
};

/** Sets a key without adding the others to a new file. */
function setPlain({ state, fields }: HandlerContext, name: keyof TerminalSettingsFile): unknown {
  const isOn = isOnIn(fields);
  state.terminal.settings = { ...state.terminal.settings, [name]: isOn };
  return statusReply(true, isOn ? "开启成功" : "关闭成功");
}

function isOnIn(fields: HandlerContext["fields"]): boolean {
  return integer(fields, "status", 0) !== 0;
}

type Context = Pick<HandlerContext, "state" | "delays" | "schedule">;

/** Takes the lock after a delay, writes the log piece by piece, and releases the lock. */
function runUpgrade(context: Context): void {
  const { state, delays, schedule } = context;
  const { upgrade } = state;
  schedule.after(delays.upgradeStart, () => {
    if (upgrade.locked) {
      append(context, "另一个实例已在运行\n");
      return;
    }
    upgrade.log ??= "";
    upgrade.locked = true;
    if (upgrade.script !== undefined) play(context, upgrade.script, 0);
  });
}

function play(context: Context, script: UpgradeScript, position: number): void {
  const { state, delays, schedule } = context;
  const chunk = script.chunks[position];
  if (chunk === undefined) {
    state.upgrade.locked = false;
    state.upgrade.upgraded = script.succeeds;
    return;
  }
  append(context, chunk);
  schedule.after(delays.upgradeChunk, () => play(context, script, position + 1));
}

function append({ state: { upgrade } }: Context, text: string): void {
  upgrade.log = (upgrade.log ?? "") + text;
}

/** The upgrade of the panel's own Python (docs/protocol.md 12). */
const runtimeHandlers = {
  "runtime.upgradeLog": ({ state: { upgrade }, now }: HandlerContext) => {
    const { log, locked } = upgrade;
    const reply = (message: string) =>
      dataReply(true, message, now(), { env_update_running: locked, log: (log ?? "").trim() });
    if (log === undefined) return reply("暂无日志信息");
    if (locked) return reply("获取成功");
    return reply("环境升级已结束");
  },
  "runtime.startUpgrade": (context: HandlerContext) => {
    const { state, now } = context;
    const { upgrade } = state;
    if (upgrade.upgraded) return dataReply(true, "当前环境已升级为Python3.13", now());
    if (upgrade.locked) return dataReply(false, "当前环境正在升级中，请勿重复操作", now());
    if (upgrade.log !== undefined) upgrade.log = "";
    runUpgrade(context);
    return dataReply(true, "环境升级任务已启动...", now());
  },
};

/** The panel itself; the uptime has only its largest unit (docs/protocol.md 13.5). */
const system = systemHandlers({
  uptime: (upMs) => {
    const minutes = Math.floor(upMs / 60_000);
    if (minutes < 60) return `${minutes}分钟`;
    if (minutes < 1_440) return `${Math.floor(minutes / 60)}小时`;
    return `${Math.floor(minutes / 1_440)}天`;
  },
  sizes: ({ total, used, free }, percent) => [
    ...[total, used, free].map((size) => `${size} GB`),
    `${percent.toFixed(2)}%`,
  ],
});

/** The handlers of a demo BaoTa. */
export const handlers: DemoHandlers<"baota"> = {
  ...system,
  ...sharedHandlers,
  ...fileHandlers({ envelope: classic }),
  /** Throws, so that the answer is the 404 page. */
  "system.edition": () => {
    throw new Error("only aaPanel has this route");
  },
  ...siteHandlers,
  ...javaHandlers,
  ...containerHandlers(classic, () => ({ logs: "" })),
  ...terminalHandlers,
  ...runtimeHandlers,
};
