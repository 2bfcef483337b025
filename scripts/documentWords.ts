import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RowVerb } from "../src/manifest/commandShape.ts";
import type { ResourceKind } from "../src/resources/resources.ts";
import { projectDir } from "./paths.ts";

/** The name of a subject of commands, with the first words of their ids. */
export type Subject = readonly [name: string, nouns: readonly string[]];

/** The words of the generated parts of documents, in one language. */
export interface DocumentWords {
  /** The file with the texts of package.json. */
  readonly manifest: string;
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
  /** The subjects of commands, by the first words of their ids; `row` and `file` stand for the commands of verbs. */
  readonly about: readonly Subject[];
  /** Titles of verbs' commands that have more words by which people look for them, or less than their verb. */
  readonly titles: Readonly<Partial<Record<RowVerb, string>>>;
  /** What tasks say of a kind whose name says too little. */
  readonly ofTasks: Readonly<Partial<Record<ResourceKind, string>>>;
  readonly comma: string;
  readonly colon: string;
  readonly inBrackets: (text: string) => string;
}

/** The words in English. */
export const english: DocumentWords = {
  manifest: "package.nls.json",
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
    ["Rows", ["row", "resource", "view", "group", "entry", "terminalSetting", "site"]],
    ["Panels", ["panel", "panels", "demo", "firstSteps"]],
    ["Deployments", ["deployment"]],
    ["Files of servers", ["file"]],
    ["Results in files of servers", ["search"]],
    ["Followed logs", ["followedLog"]],
    ["Agents of other programs", ["agent"]],
    ["Activity and the extension's log", ["activity", "log", "diagnostics", "issue"]],
  ],
  titles: {
    run: "Run Scheduled Task (Cron) Now…",
    changeSettings: "Website Settings: Domains, HTTPS, Run Path…",
    installCertificate: "Install SSL Certificate…",
    orderCertificate: "Order SSL Certificate…",
    renew: "Renew SSL Certificate…",
    openConfiguration: "Open Configuration: Website, Rewrite, Proxy…",
    deploy: "Deploy…",
    rollBack: "Roll Back (Undo Deployment)…",
    rename: "Rename…",
    createFile: "New File…",
    createFolder: "New Folder…",
    upload: "Upload Files…",
    unpack: "Unpack Here…",
    changeAccess: "Change Permissions…",
    upgrade: "Start Runtime Upgrade…",
    update: "Update Composer…",
  },
  ofTasks: {
    project: "Project of Node.js, Python, Go or another program",
    service: "Service, such as MySQL or PHP-FPM",
  },
  comma: ", ",
  colon: ": ",
  inBrackets: (text) => ` (${text})`,
};

/** The words in Chinese. */
export const chinese: DocumentWords = {
  manifest: "package.nls.zh-cn.json",
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
    ["各行", ["row", "resource", "view", "group", "entry", "terminalSetting", "site"]],
    ["面板", ["panel", "panels", "demo", "firstSteps"]],
    ["部署", ["deployment"]],
    ["服务器的文件", ["file"]],
    ["在服务器文件中找到的结果", ["search"]],
    ["跟踪的日志", ["followedLog"]],
    ["其他程序的智能体", ["agent"]],
    ["操作记录和扩展日志", ["activity", "log", "diagnostics", "issue"]],
  ],
  // what panels call the same is found, too: SSL, 证书续签, 查看日志
  titles: {
    run: "立即执行计划任务（定时任务）…",
    changeSettings: "网站设置（域名、强制 https、运行目录）…",
    installCertificate: "安装 SSL 证书…",
    orderCertificate: "申请 SSL 证书…",
    renew: "续签 SSL 证书（证书续签）…",
    openConfiguration: "打开配置文件（伪静态、反向代理）…",
    followLog: "跟踪日志（网站日志、查看日志）…",
    find: "在服务器文件中查找（搜索）…",
    deploy: "部署…",
    rollBack: "回滚（撤销部署）…",
    rename: "重命名…",
    createFile: "新建文件…",
    createFolder: "新建文件夹…",
    upload: "上传文件…",
    unpack: "解压到此处…",
    changeAccess: "更改权限…",
    upgrade: "升级面板的 Python 环境…",
    update: "更新 Composer…",
  },
  ofTasks: { project: "Node.js、Python 等其他类型的项目", service: "服务，例如 MySQL 或 PHP-FPM" },
  comma: "、",
  colon: "：",
  inBrackets: (text) => `（${text}）`,
};

/** Translates texts of the code. */
export function translator({ bundle }: DocumentWords): (text: string) => string {
  const texts = readJson(bundle) as Readonly<Record<string, string>>;
  return (text) => texts[text] ?? fail(`${bundle} has no “${text}”`);
}

/** Reads a file of the project. */
export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(projectDir, path), "utf8"));
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fail(message: string): never {
  throw new TypeError(message);
}
