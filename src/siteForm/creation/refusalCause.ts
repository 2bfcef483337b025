import type { SiteField } from "../siteDraftRules.ts";

/** Why a panel refuses to create a site. */
export type RefusalCause =
  | "domainTaken"
  | "domainMalformed"
  | "domainWildcard"
  | "phpMissing"
  | "portRange"
  | "rootSystem"
  | "rootBlank"
  | "rootFile"
  | "rootUnsafe"
  | "webServerMissing"
  | "webServerBroken";

/** What panels say, by what it begins with (docs/protocol.md 6.16, 6.34). */
const sentences: readonly (readonly [begins: string, cause: RefusalCause])[] = [
  ["您添加的域名已存在", "domainTaken"],
  ["您添加的站点已存在", "domainTaken"],
  ["The site you tried to add already exists", "domainTaken"],
  ["主域名格式不正确", "domainMalformed"],
  ["Format of primary domain is incorrect", "domainMalformed"],
  ["主域名不能为泛解析", "domainWildcard"],
  ["指定PHP版本不存在", "phpMissing"],
  ["Requested PHP version does NOT exist", "phpMissing"],
  ["端口范围不合法", "portRange"],
  ["The port is occupied or the port range is incorrect", "portRange"],
  ["请不要将网站根目录设置到以下关键目录中", "rootSystem"],
  ["不能以系统关键目录作为站点目录", "rootSystem"],
  ["Please do not set the website root directory to the system main directory", "rootSystem"],
  ["目录中不能包含空格或换行符", "rootBlank"],
  ["选中的必须是一个目录而不是一个文件", "rootFile"],
  ["不安全的路径", "rootUnsafe"],
  ["Unsafe path", "rootUnsafe"],
  ["未安装任意Web服务", "webServerMissing"],
  ["ERROR: 检测到配置文件有错误", "webServerBroken"],
  ["ERROR: An error was detected in the configuration file", "webServerBroken"],
];

const fields: Readonly<Partial<Record<RefusalCause, SiteField>>> = {
  domainTaken: "domain",
  domainMalformed: "domain",
  domainWildcard: "domain",
  phpMissing: "php",
  portRange: "port",
  rootSystem: "root",
  rootBlank: "root",
  rootFile: "root",
  rootUnsafe: "root",
};

/** The cause that a panel's sentence names; `undefined`: one that is not known here, or in another language. */
export function refusalCause(message: string): RefusalCause | undefined {
  return sentences.find(([begins]) => message.startsWith(begins))?.[1];
}

/** The field that a cause is about; `undefined`: none. */
export function fieldOf(cause: RefusalCause): SiteField | undefined {
  return fields[cause];
}
