import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ResourceKind } from "../src/resources/resources.ts";
import { projectDir } from "./paths.ts";

/** The name of a subject of commands, with the first words of their ids. */
export type Subject = readonly [name: string, nouns: readonly string[]];

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
  /** The subjects of commands (the first words of their ids) that are no kinds, before those of kinds and after them. */
  readonly aboutBefore: readonly Subject[];
  readonly aboutAfter: readonly Subject[];
  /** Titles of commands by the end of their id, where they are not the verb and the kind; `what` is the kind. */
  readonly titlesOf: Readonly<Record<string, (what: string) => string>>;
  /** Titles by their whole id that say more than verb and kind, or less. */
  readonly ownTitles: Readonly<Record<string, string>>;
  /** What tasks say of a kind whose name says too little. */
  readonly ofTasks: Readonly<Partial<Record<ResourceKind, string>>>;
  /** A kind as titles have it. */
  readonly inTitle: (kind: string) => string;
  /** Puts words beside each other. */
  readonly joined: (...words: readonly string[]) => string;
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
  aboutBefore: [
    ["Panels", ["panel", "panels", "demo", "firstSteps"]],
    ["Agents of other programs", ["agent"]],
    ["Everything that is listed", ["resource", "view", "node", "rows", "group", "entry", "task"]],
  ],
  aboutAfter: [
    ["Files of servers", ["file", "directory"]],
    ["Followed logs", ["followedLog"]],
    ["Activity and the extension's log", ["activity", "log", "diagnostics", "issue"]],
  ],
  titlesOf: {
    run: (what) => `Run ${what} Now`,
    backUp: (what) => `Back Up ${what} Now`,
    remove: (what) => `Delete ${what} on Server`,
    changeLogPath: (what) => `Change ${what} Log Directory`,
    followLog: (what) => `Follow ${what} Log`,
    openPort: (what) => `Open ${what} Port in Browser`,
    downloadBackup: (what) => `Download ${what} Backup…`,
    openConfiguration: (what) => `Open ${what} Configuration…`,
  },
  ownTitles: {
    "site.renew": "Renew Website Certificate",
    "site.changePhp": "Change PHP Version",
    "site.installCertificate": "Install Website Certificate",
    "site.orderCertificate": "Order Website Certificate",
    "scheduledTask.followLog": "Show Scheduled Task Log",
    "dependencyManager.update": "Update Composer",
    "runtime.upgrade": "Start Runtime Upgrade",
  },
  ofTasks: {
    project: "Project of Node.js, Python, Go or another program",
    service: "Service, such as MySQL or PHP-FPM",
  },
  inTitle: (kind) => kind.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  joined: (...words) => words.join(" "),
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
  aboutBefore: [
    ["面板", ["panel", "panels", "demo", "firstSteps"]],
    ["其他程序的智能体", ["agent"]],
    ["列出的所有内容", ["resource", "view", "node", "rows", "group", "entry", "task"]],
  ],
  aboutAfter: [
    ["服务器的文件", ["file", "directory"]],
    ["跟踪的日志", ["followedLog"]],
    ["操作记录和扩展日志", ["activity", "log", "diagnostics", "issue"]],
  ],
  titlesOf: {
    run: (what) => spaced(`立即执行${what}`),
    backUp: (what) => spaced(`立即备份${what}`),
    remove: (what) => spaced(`在服务器上删除${what}`),
    changeLogPath: (what) => spaced(`更改${what}的日志目录`),
    followLog: (what) => spaced(`跟踪${what}日志`),
    openPort: (what) => spaced(`在浏览器中打开${what}端口`),
    downloadBackup: (what) => spaced(`下载${what}备份…`),
    openConfiguration: (what) => spaced(`打开${what}配置文件…`),
  },
  // what panels call the same is found, too: SSL, 证书续签, 查看日志
  ownTitles: {
    "site.renew": "网站 SSL 证书续签",
    "site.changePhp": "更改网站的 PHP 版本",
    "site.installCertificate": "安装网站 SSL 证书",
    "site.orderCertificate": "申请网站 SSL 证书",
    "scheduledTask.followLog": "查看计划任务日志",
    "dependencyManager.update": "更新 Composer",
    "runtime.upgrade": "升级面板的 Python 环境",
  },
  ofTasks: { project: "Node.js、Python 等其他类型的项目", service: "服务，例如 MySQL 或 PHP-FPM" },
  inTitle: (kind) => kind,
  joined: (...words) => spaced(words.join("")),
  comma: "、",
  colon: "：",
  inBrackets: (text) => `（${text}）`,
};

/** Chinese with a space beside what is Latin. */
function spaced(text: string): string {
  return text.replaceAll(/(?<=\p{sc=Han})(?=[A-Za-z\d])|(?<=[A-Za-z\d])(?=\p{sc=Han})/gu, " ");
}

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
