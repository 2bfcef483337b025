import { chinese, sentence, type Language } from "./demoSentences.ts";
import { statusReply, stampedReply } from "./http.ts";
import { type ServerFiles, writeFile } from "./serverFiles.ts";
import type { Fields } from "../wire/answers/operation.ts";

// state, seed and handlers side by side: a new part of the server needs no other file of the demo panel

/** What a demo server runs beside what has files of its own. */
export interface DemoParts {
  readonly composer: ComposerState;
  readonly services: ServiceState;
}

/** @param now milliseconds since the epoch @param files of the server, which get those of its parts */
export function seedParts(now: number, files: ServerFiles): DemoParts {
  return { composer: { version: "2.7.0", available: "2.8.1" }, services: seedServices(now, files) };
}

/** The part of a handler's context that these need. */
interface Context {
  readonly state: DemoParts & { readonly files: ServerFiles };
  readonly fields: Fields;
  /** The route of the wire that was used. */
  readonly route: string;
  readonly now: () => number;
  readonly language: Language;
  readonly delays: { readonly composer: number };
  readonly schedule: { readonly sleep: (ms: number) => Promise<void> };
}

/** Answers a change in the envelope of its route, in the words of the edition. */
function says({ route, language, now }: Context, succeeded: boolean, inEnglish: string, inChinese: string): object {
  const words = language.orderDeleted === chinese.orderDeleted ? inChinese : inEnglish;
  return route.startsWith("v2")
    ? stampedReply(succeeded ? 0 : -1, { result: words }, now())
    : statusReply(succeeded, words);
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
    const before = composer.version;
    await schedule.sleep(delays.composer);
    composer.version = composer.available ?? before;
    if (composer.version === before) return statusReply(true, sentence(language, "composerLatest"));
    return statusReply(true, sentence(language, "composerUpgraded", before, composer.version));
  },
};

/** A service runs while its process is there. */
export interface DemoService {
  readonly name: string;
  readonly version: string;
  /** The file with its process ID; MySQL's socket. */
  readonly mark: string;
  pid: number | undefined;
}

interface ServiceState {
  readonly all: DemoService[];
  /** What is wrong with the configuration of the web server; `undefined`: nothing. */
  webProblem: string | undefined;
  /** What is wrong with that of PHP-FPM, which nobody checks. */
  phpProblem: string | undefined;
  lastPid: number;
}

const UP_SECONDS = 1_000_000;

function seedServices(now: number, files: ServerFiles): ServiceState {
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
    const service: DemoService = { name, version, mark, pid: undefined };
    services.all.push(service);
    if (name !== "pure-ftpd") launch(service, { services, files }, Math.floor(now / 1000) - UP_SECONDS);
  }
  return services;
}

type OfServices = Pick<Context["state"], "services" | "files">;

/** Starts a new process, which writes its file. */
function launch(service: DemoService, { services, files }: OfServices, at: number): void {
  const { mark } = service;
  const mtime = Math.max(at, (files.get(mark)?.mtime ?? 0) + 1);
  end(service, files);
  const pid = (services.lastPid += 7);
  service.pid = pid;
  writeFile(files, mark, Buffer.from(`${pid}\n`), mtime);
  files.set(`/proc/${pid}`, { mtime, uid: 0, gid: 0, mode: 0o555 });
}

/** @param mark stays where the process was killed */
function end(service: DemoService, files: ServerFiles, mark: "goes" | "stays" = "goes"): void {
  if (service.pid !== undefined) files.delete(`/proc/${service.pid}`);
  if (mark === "goes") files.delete(service.mark);
  service.pid = undefined;
}

/** Handles services (docs/protocol.md 17). */
const serviceHandlers = {
  /** Tells of PHP-FPM whether its socket is there, which stays when the process is killed. */
  "service.list": ({ state: { services, files } }: Context) => {
    const partOf = (name: string) => {
      const service = services.all.find((each) => each.name === name);
      if (service === undefined) return { setup: false, version: false, status: false };
      const { version, pid, mark } = service;
      return { setup: true, version, status: name.startsWith("php-fpm") ? files.has(mark) : pid !== undefined };
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
    const service = services.all.find((each) => each.name === name);
    const { webProblem, phpProblem } = services;
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
    if (type === "stop") end(service, files);
    // BaoTa starts nginx then
    const isStarted = name === "nginx" && !context.route.startsWith("v2");
    if (type === "reload" && service.pid === undefined && !isStarted) return failed();
    const isPhp = name.startsWith("php-fpm");
    if (type === "reload" && isPhp && phpProblem !== undefined) end(service, files, "stays");
    else if (type === "restart" || type === "start" || (type === "reload" && (isPhp || service.pid === undefined)))
      launch(service, state, Math.floor(now() / 1000));
    return done();
  },
};

/** Handlers that both editions share. */
export const partHandlers = { ...composerHandlers, ...serviceHandlers };
