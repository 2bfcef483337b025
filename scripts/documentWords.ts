import type { ResourceKind } from "../src/resources/resources.ts";

/** The words of the generated parts of documents, in one language. */
export interface DocumentWords {
  /** The file with the texts of package.json. */
  readonly titles: string;
  /** The file with all other texts. */
  readonly bundle: string;
  readonly settings: readonly [setting: string, preset: string, limits: string, meaning: string];
  readonly fields: readonly [field: string, preset: string, meaning: string];
  readonly values: readonly [value: string, meaning: string];
  readonly tools: readonly [tool: string, meaning: string, access: string];
  readonly tasks: readonly [task: string, kinds: string, meaning: string];
  readonly exitCodes: readonly [code: string, ends: string];
  /** What is said of outcomes that no record has. */
  readonly notBegun: string;
  /** The headings of the table of editions. */
  readonly onBoth: string;
  readonly onlyOn: (edition: string) => string;
  readonly log: string;
  readonly port: string;
  readonly backups: string;
  /** What can be done to a kind without changing it, and what only BaoTa has of it. */
  readonly also: Readonly<Partial<Record<ResourceKind, readonly string[]>>>;
  readonly alsoOnBaota: Readonly<Partial<Record<ResourceKind, readonly string[]>>>;
  /** The subjects of commands (the first words of their ids), in the order of the list. */
  readonly about: readonly (readonly [name: string, nouns: readonly string[]])[];
  readonly comma: string;
  readonly colon: string;
  readonly inBrackets: (text: string) => string;
}

/** The words in English. */
export const english: DocumentWords = {
  titles: "package.nls.json",
  bundle: "l10n/bundle.l10n.json",
  settings: ["Setting", "Default", "Limits", "Meaning"],
  fields: ["Field", "Default", "Meaning"],
  values: ["Value", "Meaning"],
  tools: ["Tool", "What it does", "Needs"],
  tasks: ["`task`", "`kind`", "Meaning"],
  exitCodes: ["Exit code", "How it ended"],
  notBegun: "not begun",
  onBoth: "On both",
  onlyOn: (edition) => `Only on ${edition}`,
  log: "log",
  port: "port",
  backups: "archives",
  also: {
    site: ["logs", "files"],
    javaProject: ["files"],
    savedHost: ["SSH terminal"],
    savedCommand: ["insert into a terminal"],
  },
  alsoOnBaota: { project: ["those of other programs"] },
  about: [
    ["Panels", ["panel", "panels", "demo", "firstSteps"]],
    ["Everything that is listed", ["resource", "view", "node", "rows", "group", "entry", "task"]],
    ["Websites", ["site", "folder", "deployment"]],
    ["Java projects", ["javaProject"]],
    ["Other projects", ["project"]],
    ["Containers", ["container"]],
    ["Databases", ["database"]],
    ["Services", ["service"]],
    ["Scheduled tasks", ["scheduledTask"]],
    ["Certificate orders", ["certificateOrder"]],
    ["Web terminal", ["terminalSetting"]],
    ["Saved hosts and commands", ["savedHost", "savedCommand"]],
    ["Maintenance", ["runtime", "dependencyManager"]],
    ["Files of servers", ["file"]],
    ["Followed logs", ["followedLog"]],
    ["Activity and the extension's log", ["activity", "log", "diagnostics", "issue"]],
  ],
  comma: ", ",
  colon: ": ",
  inBrackets: (text) => ` (${text})`,
};

/** The words in Chinese. */
export const chinese: DocumentWords = {
  titles: "package.nls.zh-cn.json",
  bundle: "l10n/bundle.l10n.zh-cn.json",
  settings: ["设置", "默认值", "范围", "含义"],
  fields: ["字段", "默认值", "含义"],
  values: ["值", "含义"],
  tools: ["工具", "作用", "需要"],
  tasks: ["`task`", "`kind`", "含义"],
  exitCodes: ["退出码", "结果"],
  notBegun: "未开始",
  onBoth: "两者都有",
  onlyOn: (edition) => `仅${edition}`,
  log: "日志",
  port: "端口",
  backups: "备份文件",
  also: {
    site: ["日志", "文件"],
    javaProject: ["文件"],
    savedHost: ["SSH 终端"],
    savedCommand: ["插入终端"],
  },
  alsoOnBaota: { project: ["其他项目"] },
  about: [
    ["面板", ["panel", "panels", "demo", "firstSteps"]],
    ["列出的所有内容", ["resource", "view", "node", "rows", "group", "entry", "task"]],
    ["网站", ["site", "folder", "deployment"]],
    ["Java 项目", ["javaProject"]],
    ["其他项目", ["project"]],
    ["容器", ["container"]],
    ["数据库", ["database"]],
    ["服务", ["service"]],
    ["计划任务", ["scheduledTask"]],
    ["证书订单", ["certificateOrder"]],
    ["Web 终端", ["terminalSetting"]],
    ["服务器列表和常用命令", ["savedHost", "savedCommand"]],
    ["维护", ["runtime", "dependencyManager"]],
    ["服务器的文件", ["file"]],
    ["跟踪的日志", ["followedLog"]],
    ["操作记录和扩展日志", ["activity", "log", "diagnostics", "issue"]],
  ],
  comma: "、",
  colon: "：",
  inBrackets: (text) => `（${text}）`,
};
