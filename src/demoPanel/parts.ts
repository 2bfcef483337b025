import { createHash } from "node:crypto";
import { type DemoProject, makeProjectFiles, projectHandlers, seedProjects } from "./demoProjects.ts";
import { chinese, sentence } from "./demoSentences.ts";
import { type DemoScheduledTask, scheduledTaskHandlers, seedScheduledTasks } from "./demoTasks.ts";
import { statusReply, stampedReply } from "./http.ts";
import { nginxProblem } from "./nginxConfiguration.ts";
import { fpmProblem, mysqlProblem } from "./serviceConfigurations.ts";
import { isV2, says, type Replying } from "./partReplies.ts";
import { phpSettingHandlers } from "./phpSettings.ts";
import type { ProcessClock } from "./processClock.ts";
import { remove, type ServerFiles, writeFile } from "./serverFiles.ts";
import { giveCertificate, issueCertificate, VALID_DAYS } from "./siteCertificates.ts";
import type { Fields } from "../wire/answers/operation.ts";

// state, seed and handlers side by side: a new part of the server needs no other file of the demo panel

/** What a demo server runs beside what has files of its own. */
export interface DemoParts {
  readonly composer: ComposerState;
  readonly processes: ProcessClock;
  readonly services: ServiceState;
  readonly projects: DemoProject[];
  readonly scheduledTasks: DemoScheduledTask[];
  readonly backups: DemoBackup[];
}

/** @param now milliseconds since the epoch @param files of the server, to which the files of its parts are added */
export function seedParts(now: number, files: ServerFiles, processes: ProcessClock): DemoParts {
  const projects = seedProjects(now);
  for (const { run } of projects) if (run !== undefined) processes.begin(run.pid, run.since * 1000);
  for (const project of projects) makeProjectFiles(files, project, Math.floor(now / 1000) - 86_400);
  return {
    scheduledTasks: seedScheduledTasks(now, files),
    backups: [],
    composer: { version: "2.7.0", available: "2.8.1" },
    processes,
    services: seedServices(now, files, processes),
    projects,
  };
}

/** The part of a handler's context that these need. */
interface Context extends Replying {
  readonly state: DemoParts & {
    readonly files: ServerFiles;
    readonly sites: readonly {
      readonly id: number;
      readonly name: string;
      readonly path: string;
      php: string;
      certificate:
        { readonly issuer: string; readonly validTo: number; readonly domains: readonly string[] } | undefined;
    }[];
    readonly certificateOrders: { readonly index: string; readonly domains: readonly string[]; progress: object }[];
    readonly web: { readonly databases: readonly { readonly name: string }[] };
  };
  readonly fields: Fields;
  readonly delays: { readonly composer: number };
  readonly schedule: { readonly sleep: (ms: number) => Promise<void> };
}

/** The PHP dependency manager. */
interface ComposerState {
  /** Empty if the panel cannot find it out. */
  version: string;
  /** The version after an update; `undefined` if the download fails, which the panel does not say. */
  available: string | undefined;
}

/** Handles the PHP dependency manager (docs/protocol.md 10). */
const composerHandlers = {
  "composer.version": ({ state: { composer } }: Context) => statusReply(true, composer.version),
  /** Compares the versions before and after, so that a failed download also counts as the latest version. */
  "composer.update": async ({ state: { composer }, schedule, delays, language }: Context) => {
    const versionBefore = composer.version;
    await schedule.sleep(delays.composer);
    composer.version = composer.available ?? versionBefore;
    if (composer.version === versionBefore) return statusReply(true, sentence(language, "composerLatest"));
    return statusReply(true, sentence(language, "composerUpgraded", versionBefore, composer.version));
  },
};

/** A service runs while its process is there. */
export interface DemoService {
  readonly name: string;
  readonly version: string;
  /** The file with its process ID; MySQL's socket. */
  readonly mark: string;
  pid: number | undefined;
  /** The processes that a web server starts anew with each reload, while its main one stays. */
  workers: readonly number[];
}

interface ServiceState {
  readonly all: DemoService[];
  /** What is wrong with the configuration of the web server; `undefined`: nothing. */
  webProblem: string | undefined;
  /** What is wrong with PHP-FPM's configuration, which nobody checks. */
  phpProblem: string | undefined;
  lastPid: number;
}

const UP_SECONDS = 1_000_000;

function seedServices(now: number, files: ServerFiles, processes: ProcessClock): ServiceState {
  const php = (version: string) =>
    [`php-fpm-${version}`, version, `/www/server/php/${version}/var/run/php-fpm.pid`] as const;
  const sketches = [
    ["nginx", "1.24.0", "/www/server/nginx/logs/nginx.pid"],
    php("74"),
    php("82"),
    ["mysqld", "8.0.36", "/tmp/mysql.sock"],
    ["redis", "7.2.4", "/var/run/redis_6379.pid"],
    ["pure-ftpd", "1.0.49", "/var/run/pure-ftpd.pid"],
  ] as const;
  const services: ServiceState = { all: [], webProblem: undefined, phpProblem: undefined, lastPid: 900 };
  for (const [name, version, mark] of sketches) {
    const service: DemoService = { name, version, mark, pid: undefined, workers: [] };
    services.all.push(service);
    if (name !== "pure-ftpd") launch(service, { services, files, processes }, now - UP_SECONDS * 1000);
  }
  return services;
}

type OfServices = Pick<Context["state"], "services" | "files" | "processes">;

/** Starts a new process, which writes its file. @param startedAt milliseconds since the epoch */
function launch(service: DemoService, { services, files, processes }: OfServices, startedAt: number): void {
  const { mark } = service;
  const mtime = Math.max(Math.floor(startedAt / 1000), (files.get(mark)?.mtime ?? 0) + 1);
  end(service, files);
  const pid = (services.lastPid += 7);
  service.pid = pid;
  processes.begin(pid, startedAt);
  writeFile(files, mark, Buffer.from(`${pid}\n`), mtime);
  files.set(`/proc/${pid}`, { mtime, uid: 0, gid: 0, mode: 0o555 });
  startWorkers(service, { services, files, processes }, startedAt);
}

/** Starts a web server's workers anew, which Linux lists with their parent. */
function startWorkers(service: DemoService, { services, files, processes }: OfServices, startedAt: number): void {
  const { name, pid } = service;
  if (name !== "nginx" || pid === undefined) return;
  for (const worker of service.workers) files.delete(`/proc/${worker}`);
  service.workers = [1, 2].map(() => (services.lastPid += 1));
  for (const worker of service.workers) processes.begin(worker, startedAt);
  const inProc = { mtime: Math.floor(startedAt / 1000), uid: 0, gid: 0 };
  for (const process of service.workers) files.set(`/proc/${process}`, { ...inProc, mode: 0o555 });
  for (const path of ["task", `task/${pid}`]) files.set(`/proc/${pid}/${path}`, { ...inProc, mode: 0o555 });
  const bytes = Buffer.from(`${service.workers.join(" ")} `);
  files.set(`/proc/${pid}/task/${pid}/children`, { ...inProc, bytes, mode: 0o444 });
}

/** What nginx says of its configuration; `undefined`: it accepts it. */
export function webProblemOf({ services, files }: Pick<OfServices, "services" | "files">): string | undefined {
  return services.webProblem ?? nginxProblem(files);
}

/** Has nginx read its configuration anew, if it accepts it: nobody learns whether it does. */
export function reloadNginx({ services, files, processes }: OfServices, now: number): void {
  const nginx = services.all.find(({ name }) => name === "nginx");
  if (nginx === undefined || webProblemOf({ services, files }) !== undefined) return;
  startWorkers(nginx, { services, files, processes }, now);
}

/** @param mark stays where the process was killed */
function end(service: DemoService, files: ServerFiles, mark: "goes" | "stays" = "goes"): void {
  for (const pid of [service.pid, ...service.workers]) if (pid !== undefined) remove(files, `/proc/${pid}`);
  if (mark === "goes") files.delete(service.mark);
  service.pid = undefined;
  service.workers = [];
}

/** Whether a service ends, or does not start, because of its configuration, which no panel checks (docs/protocol.md 17.6). */
function startProblemOf(name: string, { services, files }: Pick<OfServices, "services" | "files">): boolean {
  if (name === "mysqld") return mysqlProblem(files) !== undefined;
  const version = /^php-fpm-(\d{2})$/.exec(name)?.[1];
  if (version === undefined) return false;
  return services.phpProblem !== undefined || fpmProblem(files, version) !== undefined;
}

/** Handles services (docs/protocol.md 17). */
const serviceHandlers = {
  /** Tells of all but nginx whether a file is there, which stays when the process is killed. */
  "service.list": ({ state: { services, files } }: Context) => {
    const partOf = (name: string) => {
      const service = services.all.find((candidate) => candidate.name === name);
      if (service === undefined) return { setup: false, version: false, status: false };
      const { version, pid, mark } = service;
      return { setup: true, version, status: name === "nginx" ? pid !== undefined : files.has(mark) };
    };
    const php = services.all.filter(({ name }) => name.startsWith("php-fpm")).map(({ name }) => partOf(name));
    const [mysql, redis, ftp] = ["mysqld", "redis", "pure-ftpd"].map(partOf);
    return {
      status: 0,
      webserver: "nginx",
      php,
      web: { ...partOf("nginx"), type: "nginx" },
      mysql,
      redis,
      "pure-ftpd": ftp,
    };
  },
  /** Refuses everything for nginx while its configuration is broken; else says true, whatever it was asked for. */
  "service.control": (context: Context) => {
    const { state, fields, now } = context;
    const { services, files } = state;
    const { name = "", type = "" } = fields;
    const done = () => says(context, true, "Executed successfully!", "执行成功!");
    const failed = () => says(context, false, `${name} service failed to start`, `${name}服务启动失败`);
    const service = services.all.find((candidate) => candidate.name === name);
    const startProblem = startProblemOf(name, state);
    const webProblem = webProblemOf(state);
    if (name === "nginx" && webProblem !== undefined) {
      const test = `${webProblem}<br>nginx: configuration file /www/server/nginx/conf/nginx.conf test failed<br></a>`;
      return says(
        context,
        false,
        `Nginx rule configuration error: <br><a style='color:red;'>${test}`,
        `Nginx配置规则错误: <br><a style='color:red;'>nginx version: nginx/1.22.1<br><br>${test}`,
      );
    }
    if (service === undefined) return done();
    if (type === "test") return done();
    if (type === "stop") end(service, files);
    // BaoTa starts nginx then
    const isStarted = name === "nginx" && !context.route.startsWith("v2");
    const isPhp = name.startsWith("php-fpm");
    const startedAt = now();
    if (type === "restart" || type === "start") {
      if (startProblem) {
        end(service, files);
        return failed();
      }
      launch(service, state, startedAt);
    }
    if (type !== "reload") return done();
    const isDown = service.pid === undefined;
    if (isDown && !isStarted) return failed();
    if (isPhp && startProblem) end(service, files, "stays");
    else if (isPhp || isDown) launch(service, state, startedAt);
    else startWorkers(service, state, startedAt);
    return done();
  },
};

/** A backup of a website or database. */
interface DemoBackup {
  readonly id: number;
  /** The panel's number for what it is of. */
  readonly type: "0" | "1";
  /** The id of that. */
  readonly of: number;
  readonly path: string;
}

interface BackingUp extends Pick<DemoBackup, "type" | "of"> {
  readonly pathAt: (time: string) => string;
  /** The archive's bytes; absent: it fails. */
  readonly bytes?: number;
}

/** Writes an archive into the file system of the server, and lists it, even if that fails. */
function backUp({ state, now }: Context, { type, of, pathAt, bytes }: BackingUp): void {
  const path = pathAt(new Date(now()).toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "_"));
  if (bytes !== undefined) writeFile(state.files, path, Buffer.alloc(bytes), Math.floor(now() / 1000));
  state.backups.unshift({ id: state.backups.length + 1, type, of, path });
}

/** Handles backups (docs/protocol.md 20). */
const backupHandlers = {
  "backup.list": ({ state, fields, language }: Context) => {
    const foundBackups = state.backups.filter(
      ({ type, of }) => type === fields["type"] && String(of) === fields["search"],
    );
    const totalText = sentence(language, "total", foundBackups.length);
    const page = `<div><span class='Pcurrent'>1</span><span class='Pcount'>${totalText}</span></div>`;
    const data = foundBackups.map(({ id, of, path }) => ({
      id,
      pid: of,
      name: path.split("/").at(-1),
      filename: path,
    }));
    return { page, data };
  },
  "database.backUp": (context: Context) => {
    const { fields, state } = context;
    const id = Number(fields["id"]);
    const name = state.web.databases[id - 1]?.name;
    if (name === undefined) return says(context, false, `database not found! ${id}`, `数据库不存在！${id}`);
    const pathAt = (time: string) => `/www/backup/database/mysql/${name}/${name}_${time}_mysql_data.sql.zip`;
    backUp(context, { type: "1", of: id, pathAt, bytes: 89_032 });
    return says(context, true, "Backup Succeeded!", "备份成功!");
  },
  /** Throws on aaPanel for a website that does not exist. */
  "site.backUp": (context: Context) => {
    const site = context.state.sites.find(({ id }) => String(id) === context.fields["id"]);
    if (site === undefined && isV2(context)) throw new Error("no such site");
    if (site === undefined) return says(context, false, "", "未找到对应网站");
    const { id, name } = site;
    const folder = "/www/backup/site";
    const pathAt = (time: string) => {
      if (isV2(context)) return `${folder}/${name}_${time}.zip`;
      return `${folder}/${name}/${name}_${time}.tar.gz`;
    };
    const isThere = context.state.files.has(site.path);
    backUp(context, { type: "0", of: id, pathAt, ...(isThere && { bytes: 89_032 }) });
    return says(context, true, "Backup Succeeded!", "备份成功!");
  },
};

/** Takes any version, also one that is not installed. */
const phpHandlers = {
  "site.setPhp": (context: Context) => {
    const { siteName, version = "" } = context.fields;
    const site = context.state.sites.find(({ name }) => name === siteName);
    if (site === undefined)
      return says(context, false, "Setup failed", "设置失败，没有在网站配置文件中找到enable-php-xx相关配置项!");
    site.php = version === "00" ? "静态" : version.replace(/^(\d)(\d)$/, "$1.$2");
    return says(
      context,
      true,
      `Successfully changed PHP Version of site [${siteName}] to PHP-${version}`,
      `成功切换网站[${siteName}]的PHP版本为PHP-${version}`,
    );
  },
};

const DAY_MS = 86_400_000;
const RENEWAL_LOG = "/www/server/panel/logs/letsencrypt.log";

/** Names a website's certificate on aaPanel. */
const hashOf = (domains: readonly string[]) => createHash("md5").update(domains.join()).digest("hex");

/** Orders a new certificate, which the demo's authority always grants, and puts it wherever these domains have one. */
async function renew({ state, now, schedule, delays, language }: Context, domains: readonly string[]) {
  const isThese = (others: readonly string[] = []) => hashOf(others) === hashOf(domains);
  const log = (lines: readonly string[]) =>
    writeFile(state.files, RENEWAL_LOG, Buffer.from(lines.map((line) => `|-${line}\n`).join("")), now() / 1_000);
  const isEnglish = language.orderDeleted !== chinese.orderDeleted;
  const [checking, granted] = isEnglish
    ? ["Verifying domain name..", "Successful application!"]
    : ["正在验证域名..", "续签成功!"];
  log([checking]);
  await schedule.sleep(delays.composer);
  const validTo = now() + (VALID_DAYS - 0.5) * DAY_MS;
  for (const order of state.certificateOrders)
    if (isThese(order.domains)) order.progress = { status: "valid", validUntil: Math.floor(validTo / 1_000) };
  for (const site of state.sites)
    if (site.certificate !== undefined && isThese(site.certificate.domains))
      giveCertificate(state.files, site, issueCertificate(domains, validTo), now());
  log([checking, granted]);
}

/** Handles renewals (docs/protocol.md 9.6 to 9.9). */
const byOrder = async (context: Context) => {
  const order = context.state.certificateOrders.find(({ index }) => index === context.fields["index"]);
  if (order === undefined) return says(context, false, "", "指定订单号不存在，无法续签!");
  await renew(context, order.domains);
  return says(context, true, "", "续签成功!");
};

const renewalHandlers = {
  "certificateOrder.renew": byOrder,
  "certificate.list": ({ state: { sites }, fields, now }: Context) => {
    const { search = "" } = fields;
    const certificates = sites
      .map(({ certificate }) => certificate)
      .filter((certificate) => certificate !== undefined)
      .filter(({ domains }) => domains.join().includes(search));
    const data = certificates.map(({ domains, validTo }) => ({
      hash: hashOf(domains),
      verify_domains: domains,
      end_date: new Date(validTo).toISOString().slice(0, 10),
    }));
    return stampedReply(0, { data, total: data.length }, now());
  },
  "certificate.renew": async (context: Context) => {
    if (context.route === "sslCert") return byOrder(context);
    const certifiedSite = context.state.sites.find(
      ({ certificate }) => hashOf(certificate?.domains ?? []) === context.fields["index"],
    );
    if (certifiedSite?.certificate !== undefined) await renew(context, certifiedSite.certificate.domains);
    // whatever came of it
    return null;
  },
};

/** Handlers that both editions share. */
export const partHandlers = {
  ...composerHandlers,
  ...serviceHandlers,
  ...scheduledTaskHandlers,
  ...backupHandlers,
  ...phpHandlers,
  ...phpSettingHandlers,
  ...renewalHandlers,
  ...projectHandlers("nodejs"),
  ...projectHandlers("python"),
  ...projectHandlers("go"),
  ...projectHandlers("other"),
};
