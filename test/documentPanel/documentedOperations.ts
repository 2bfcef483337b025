import type { DocumentSite, DocumentState, SettingName } from "./documentState.ts";

type Fields = Readonly<Record<string, string>>;

interface DocumentedField {
  readonly isRequired: boolean;
  readonly values: RegExp;
}

/** An operation as the vendor's document shows it (docs/protocol.md A), written down apart from what we send. */
export interface DocumentedOperation {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The field `action` of a module. */
  readonly action?: string;
  readonly fields: Readonly<Record<string, DocumentedField>>;
  /** What is wrong although each field by itself is right. */
  readonly problem?: (fields: Fields) => string | undefined;
  readonly answer: (state: DocumentState, fields: Fields) => unknown;
}

const required = (values: RegExp): DocumentedField => ({ isRequired: true, values });
const optional = (values: RegExp): DocumentedField => ({ isRequired: false, values });

const ANY = /^[^]+$/;
const ABSOLUTE = /^\/[^]*$/;
const BOOLEAN = /^(?:true|false)$/;

const worked = (msg: string) => ({ status: true, msg });
const failed = (msg: string) => ({ status: false, msg });

/** The fourteen operations of the document. */
export const documentedOperations = {
  restartProject: {
    method: "GET",
    path: "/mod/java/project/restart_project/stype",
    fields: { project_name: required(ANY) },
    answer: ({ projects }, { project_name: name = "" }) => {
      const project = projects.get(name);
      if (project === undefined) return failed("项目不存在");
      project.restarts += 1;
      return worked("项目重启指令已执行");
    },
  },
  changeLogPath: {
    method: "GET",
    path: "/mod/java/project/change_log_path/stype",
    fields: { project_name: required(ANY), path: required(ABSOLUTE) },
    answer: ({ projects }, { project_name: name = "", path = "" }) => {
      const project = projects.get(name);
      if (project === undefined) return failed("项目不存在");
      project.logDirectory = path;
      return worked("项目日志路径修改成功");
    },
  },
  restartContainer: {
    method: "GET",
    path: "/xdocker/container/restart",
    fields: { id: required(ANY) },
    answer: ({ containers }, { id = "" }) => {
      const container = containers.get(id);
      if (container === undefined) return failed("容器不存在");
      container.restarts += 1;
      return worked("容器重启成功!");
    },
  },
  readSettings: inModule("/xterm", "completion_tool_status", {}, ({ settings }) => settings),
  setCompletion: setter("set_completion_tool_status", "use_completion"),
  setTheme: setter("set_terminal_theme", "terminal_theme"),
  setAiShell: setter("set_ai_shell_status", "ai_shell"),
  setAiAnalysis: setter("set_ai_shell_analyze", "ai_shell_analyze"),
  listHosts: inModule("/xterm", "get_host_list", {}, ({ hosts }) => hosts),
  listCommands: inModule("/xterm", "get_command_list", {}, ({ commands }) => commands),
  createSite: {
    ...inModule(
      "/site",
      "AddSite",
      {
        webname: required(ANY),
        path: required(ABSOLUTE),
        type: required(/^(?:PHP)?$/),
        version: required(/^\d\d$/),
        port: required(/^\d{1,5}$/),
        type_id: optional(/^\d+$/),
        ps: optional(/^[^]*$/),
        ftp: optional(BOOLEAN),
        sql: optional(BOOLEAN),
        codeing: optional(/^\w+$/),
      },
      createSite,
    ),
    problem: ({ webname = "", type, version }) => {
      if (domainsIn(webname) === undefined) return "webname is not as documented";
      if ((type === "") !== (version === "00")) return "type and version contradict each other";
      return undefined;
    },
  },
  removeOrder: inModule("/acme", "remove_order", { index: required(ANY) }, ({ orders }, { index = "" }) =>
    orders.delete(index) ? worked("订单删除成功!") : failed("订单不存在"),
  ),
  updateComposer: inModule("/files", "update_composer", {}, ({ composer }) => {
    composer.updates += 1;
    const { version, newest } = composer;
    if (version === newest) return worked("当前已经是最新版本，无需升级!");
    composer.version = newest;
    return worked(`升级成功，从${version}到${newest}`);
  }),
  readUpgradeLog: inModule("/system", "upgrade_env_log", {}, ({ upgrade: { isRunning, log } }) => ({
    status: true,
    msg: isRunning ? "升级中" : "升级已完成",
    data: { env_update_running: isRunning, log },
  })),
} as const satisfies Readonly<Record<string, DocumentedOperation>>;

export type DocumentedId = keyof typeof documentedOperations;

function inModule(
  path: string,
  action: string,
  fields: DocumentedOperation["fields"],
  answer: DocumentedOperation["answer"],
): DocumentedOperation {
  return { method: "POST", path, action, fields, answer };
}

function setter(action: string, setting: SettingName): DocumentedOperation {
  return inModule("/xterm", action, { status: required(/^[01]$/) }, ({ settings }, { status }) => {
    settings[setting] = status === "1";
    return worked(status === "1" ? "启用成功" : "关闭成功");
  });
}

function createSite({ sites }: DocumentState, { webname = "", path = "", version = "", port = "", ftp, sql }: Fields) {
  const [domain = "", ...domains] = domainsIn(webname) ?? [];
  if (sites.some((site) => site.domain === domain)) return failed("您添加的域名已存在");
  const site: DocumentSite = { id: sites.length + 1, domain, domains, root: path, php: version, port };
  sites.push(site);
  return {
    siteStatus: true,
    siteId: site.id,
    ftpStatus: ftp === "true",
    databaseStatus: sql === "true",
    gitStatus: false,
  };
}

/** The main domain and the others; `undefined`: not in the document's form. */
function domainsIn(webname: string): readonly string[] | undefined {
  try {
    const { domain, domainlist, count } = JSON.parse(webname) as Readonly<Record<string, unknown>>;
    const isRight = typeof domain === "string" && Array.isArray(domainlist) && Number.isInteger(count);
    return isRight ? [domain, ...domainlist.map(String)] : undefined;
  } catch {
    return undefined;
  }
}
