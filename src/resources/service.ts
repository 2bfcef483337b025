import * as l10n from "@vscode/l10n";
import { sentences } from "../characters/sentences.ts";
import type { ResultOf } from "../wire/operations/operations.ts";
import { type Begun, hasBegunSince, ranForMs, readBegun, pidIn, pidsIn } from "./serverProcesses.ts";
import { serviceConfigurations } from "./files/configurationFiles.ts";
import { eitherState } from "./eitherState.ts";
import { facts } from "./facts.ts";
import { lookAtFiles } from "./lookAtFile.ts";
import { onlyRow } from "./onlyRow.ts";
import {
  type Action,
  becomes,
  type Call,
  type Difference,
  type Doubt,
  type Identity,
  lastingMs,
  latest,
  type Observations,
  resource,
  SETTLED_MS,
  settledMs,
  type Target,
  type Verification,
} from "./resource.ts";
import { restarted, started, stopped } from "./words.ts";

type Service = ResultOf<"service.list">["rows"][number];

/** A service after a closer look. */
export interface Seen extends Service {
  readonly pid?: number;
  /** When its file was written, in seconds since the epoch: with each start. */
  readonly since?: number;
  /** Process IDs of the workers of a web server; only for reloads. */
  readonly workers?: readonly number[];
  /** When its processes began; of the workers, those that came after the first look. */
  readonly begun?: Begun;
}

const WEB_SERVERS = ["nginx", "httpd"];

/** Services whose reload does nothing that anybody needs. */
const NEVER_RELOADED = ["mysqld", "redis", "pure-ftpd"];

/** The number in the name of a PHP-FPM: 82. */
const phpOf = (name: string): string | undefined => /^php-fpm-(\d{2})$/.exec(name)?.[1];

/**
 * Whether the panel says that a service runs as long as its file is there, even if its process was killed
 * (docs/protocol.md 17.1). MySQL is left out: its file has no process ID.
 */
const isToldByFile = (name: string): boolean => phpOf(name) !== undefined || ["redis", "pure-ftpd"].includes(name);

/** The file that a service writes when it starts: its process ID, but for MySQL, whose file has the server's name. */
function markOf(name: string): string {
  const php = phpOf(name);
  if (php !== undefined) return `/www/server/php/${php}/var/run/php-fpm.pid`;
  if (name === "nginx") return "/www/server/nginx/logs/nginx.pid";
  if (name === "httpd") return "/www/server/apache/logs/httpd.pid";
  if (name === "mysqld") return "/tmp/mysql.sock";
  if (name === "redis") return "/var/run/redis_6379.pid";
  return `/var/run/${name}.pid`;
}

async function observe(call: Call, { key }: Target): Promise<Seen | undefined> {
  const { rows } = await call("service.list", {});
  const told = onlyRow(rows, ({ name }) => name === key);
  return told && (await lookAtProcesses(call, [told]))[0];
}

/**
 * Looks for the processes themselves: what the panel tells of PHP-FPM is its socket, which stays when the process is killed
 * (docs/protocol.md 17.3).
 */
async function lookAtProcesses(call: Call, told: readonly Service[]): Promise<readonly Seen[]> {
  if (told.length === 0) return [];
  const files = await lookAtFiles(
    call,
    told.map(({ name }) => markOf(name)),
  );
  const isSure = ({ name, running }: Service) => name === "mysqld" || running === false;
  const seen = await Promise.all(
    told.map(async (service, index): Promise<Seen> => {
      const file = files[index];
      // older panels look at no files, but show the text of one
      const isUnseen = files.length === 0 && !isToldByFile(service.name);
      if (file?.exists !== true && !isUnseen) return service;
      const pid = isSure(service) ? undefined : await pidIn(call, markOf(service.name));
      return { ...service, ...(file?.mtime !== undefined && { since: file.mtime }), ...(pid !== undefined && { pid }) };
    }),
  );
  const pids = seen.flatMap(({ pid }) => pid ?? []);
  const processes =
    pids.length === 0
      ? []
      : await lookAtFiles(
          call,
          pids.map((pid) => `/proc/${pid}`),
        );
  return seen.map((service) => {
    const { name, pid } = service;
    if (pid !== undefined && processes.length > 0) return { ...service, running: processes[pids.indexOf(pid)]?.exists };
    if (isSure(service) || !isToldByFile(name)) return service;
    return { ...service, running: undefined };
  });
}

/** Also reads when its process began. */
async function observeStart(call: Call, target: Target, last?: Seen): Promise<Seen | undefined> {
  const seen = await observe(call, target);
  return seen && withStart(call, seen, last);
}

async function withStart(call: Call, seen: Seen, last: Seen | undefined, workers: readonly number[] = []) {
  const main = seen.pid === undefined ? [] : [seen.pid];
  return { ...seen, begun: await readBegun(call, [...main, ...workers], last?.begun) };
}

/** Also reads the workers of a web server, which are all that a reload changes (docs/protocol.md 17.9). */
async function observeWithWorkers(call: Call, target: Target, last?: Seen): Promise<Seen | undefined> {
  const seen = await observe(call, target);
  if (seen?.pid === undefined || !WEB_SERVERS.includes(seen.name)) return seen && withStart(call, seen, last);
  const workers = await pidsIn(call, `/proc/${seen.pid}/task/${seen.pid}/children`);
  if (workers === undefined) return withStart(call, seen, last);
  const isOld = (pid: number) => last?.workers?.includes(pid) === true && !hasBegunSince(pid, last.begun);
  // those of the first look are old, too
  const asked = last === undefined ? [] : workers.filter((pid) => !isOld(pid));
  return { ...(await withStart(call, seen, last, asked)), workers };
}

const identity = ({ name }: Service): Identity => [name];

/** Whether it started anew; `undefined`: nothing tells. */
function isAnew(now: Seen, before: Seen): boolean | undefined {
  if (now.pid !== undefined) return hasBegunSince(now.pid, now.begun);
  // MySQL, and what has its file elsewhere
  if (before.running === false) return true;
  if (before.since === undefined || now.since === undefined) return undefined;
  return before.since !== now.since;
}

const staysUp: Difference<Seen>["lasting"] = {
  forMs: ({ begun }) => settledMs(ranForMs(begun)),
  isSameRun: (one, other) => one.pid === other.pid && one.since === other.since,
};

const runsAnew: Difference<Seen> = {
  isShown: (now, before) => now.running === true && isAnew(now, before) === true,
  lasting: staysUp,
};

/** A web server keeps its main process and starts new workers; PHP-FPM starts anew as a whole (docs/protocol.md 17.4). */
const reloaded: Difference<Seen> = {
  isShown: (now, before, input) =>
    WEB_SERVERS.includes(now.name)
      ? now.running === true && (hasNewWorkers(now, before) || runsAnew.isShown(now, before, input))
      : runsAnew.isShown(now, before, input),
  // a web server starts its workers again itself
  lasting: {
    ...staysUp,
    forMs: ({ name, begun }) => (WEB_SERVERS.includes(name) ? SETTLED_MS : settledMs(ranForMs(begun))),
  },
};

/**
 * Whether a reload has started new workers: all of them are new, or, with nginx, more are new than have ended. Old
 * workers of nginx may stay until their last connection ends, and it replaces each that ends too early, so only a
 * reload starts more. Apache starts and ends workers all the time.
 */
function hasNewWorkers({ name, workers = [], begun }: Seen, { workers: before = [] }: Seen): boolean {
  const added = workers.filter((pid) => hasBegunSince(pid, begun));
  if (before.length === 0 || added.length === 0) return false;
  if (added.length === workers.length) return true;
  const ended = before.filter((pid) => !workers.includes(pid));
  return name === "nginx" && (added.length >= before.length || added.length > ended.length);
}

/** PHP-FPM with a broken configuration ends soon after, and stays down (docs/protocol.md 17.6). */
function hasEnded(before: Seen | undefined, since: Observations<Seen>): Doubt {
  const now = latest(since);
  const isDown = (seen: Seen | undefined) => seen?.running === false;
  if (isDown(now)) {
    if (lastingMs(since, isDown) >= SETTLED_MS) return "failed";
    return "pending";
  }
  const isWeb = now !== undefined && WEB_SERVERS.includes(now.name);
  const isSeen = before?.workers !== undefined && before.begun?.firstLook !== undefined;
  if (isWeb && !isSeen) return "unconfirmable";
  return "pending";
}

const look: Pick<Verification<Seen>, "observe" | "identity" | "evidence" | "onTimeout"> = {
  observe: observeStart,
  identity,
  // a file with a process ID may outlive its process
  evidence({ running, pid, since }) {
    if (running === false) return undefined;
    const startedAt = since === undefined ? undefined : new Date(since * 1000).toISOString();
    return facts({ pid, startedAt })[0];
  },
  onTimeout: (_before, now) => (now?.running === false ? "failed" : "pending"),
};

const wentWrong = (): string => l10n.t("No process was running afterwards.");

/**
 * nginx with its workers, as it runs now; `undefined`: it does not serve this server's websites. Throws `PanelError`.
 * @param last what the look before has found; absent at the first look
 */
export async function nginxNow(call: Call, last?: Seen): Promise<Seen | undefined> {
  return observeWithWorkers(call, { key: "nginx", label: "nginx" }, last);
}

/** Whether nginx has read its configuration since; `undefined`: its workers cannot be seen. */
export function hasReloaded(now: Seen | undefined, before: Seen): boolean | undefined {
  if (before.workers === undefined || before.begun?.firstLook === undefined || now?.workers === undefined)
    return undefined;
  return hasNewWorkers(now, before) || isAnew(now, before) === true;
}

/** What fails while these services do not run. */
function meanwhile(keys: readonly string[]): readonly string[] {
  const texts = keys.flatMap((key) => {
    const php = phpOf(key);
    if (php !== undefined) return [l10n.t("Meanwhile all websites with PHP {0} fail.", php.replace(/^(\d)/, "$1."))];
    if (key === "mysqld")
      return [l10n.t("Meanwhile all databases of MySQL are out of reach, and websites that need them fail.")];
    if (key === "redis") return [l10n.t("Meanwhile nothing that is kept in Redis is within reach.")];
    if (key === "pure-ftpd") return [l10n.t("Meanwhile nobody can connect by FTP.")];
    return [
      l10n.t("Meanwhile all websites of the server are out of reach."),
      l10n.t("So is this panel, if it is reached through the web server, as behind a reverse proxy."),
    ];
  });
  return [...new Set(texts)];
}

/** What a person is told before a reload: whether the panel checks the configuration. */
function beforeReload(keys: readonly string[]): readonly string[] {
  const isWeb = (key: string) => WEB_SERVERS.includes(key);
  return [
    ...(keys.some(isWeb)
      ? [l10n.t("The panel checks the configuration of the web server first; if it is broken, nothing is reloaded.")]
      : []),
    ...(keys.every(isWeb)
      ? []
      : [
          l10n.t("No panel checks the configuration of PHP-FPM: if it is broken, PHP-FPM ends, and its websites fail."),
        ]),
  ];
}

/** The beginning of an older panel's answer that holds a script's standard error, also after it has succeeded (docs/protocol.md 17.13). */
const HAS_RUN = /^(?:警告消息|Warning message)\s*[：:]/;

function control(
  to: "reload" | "restart" | "start" | "stop",
  {
    words,
    offered,
    ...more
  }: Pick<
    Action<Service, Seen>,
    "words" | "offered" | "verification" | "inline" | "inlineWhile" | "appliesTo" | "missingField" | "safeguard"
  >,
): Action<Service, Seen> {
  return {
    operation: "service.control",
    words: { wentWrong, ...words },
    offered,
    send: (call, { key }) => call("service.control", { name: key, to }),
    refusedAfterwards: HAS_RUN,
    ...more,
  };
}

/** What a server's websites need: web server, PHP-FPM, MySQL, Redis, FTP (docs/protocol.md 17). */
export const service = resource<Service, Seen>()({
  words: {
    list: () => l10n.t("Services"),
    one: () => l10n.t("service"),
    many: (count) => l10n.t("{0} services", count),
    all: () => l10n.t("services"),
    none: () => l10n.t("No services"),
    whereMade: () => l10n.t("install them in the panel"),
  },
  icon: "server-process",
  rowFacts: ["service.configuration", "service.savedAt", "version"],
  factNames: { configuration: () => l10n.t("Configuration"), savedAt: () => l10n.t("Configuration saved at") },
  listedBy: "service.list",
  async list(call) {
    const listing = await call("service.list", {});
    const doubted = listing.rows.filter(({ name, running }) => isToldByFile(name) && running === true);
    const seen = await lookAtProcesses(call, doubted);
    const rows = listing.rows.map((told) => {
      const { running = told.running } = seen[doubted.indexOf(told)] ?? {};
      return { ...told, running };
    });
    return { ...listing, rows };
  },
  key: ({ name }) => name,
  identity,
  label: ({ name }) => {
    const php = phpOf(name)?.replace(/^(\d)/, "$1.");
    if (php !== undefined) return `PHP-FPM ${php}`;
    return { httpd: "Apache", mysqld: "MySQL", redis: "Redis", "pure-ftpd": "Pure-FTPd" }[name] ?? name;
  },
  state: ({ running }) => eitherState(running, "running", "stopped"),
  // PHP's version is in the label already
  facts: ({ name, version }) => facts({ version: phpOf(name) === undefined ? version : undefined }),
  configurations: {
    offered: ["running", "stopped", "unknown"],
    of: ({ name }) => serviceConfigurations(name, phpOf(name)),
  },
  seenRows: ({ name, version, running }) => [{ name, version, running }],
  actions: {
    reload: control("reload", {
      words: {
        effect: (_input, _many, _state, keys) => sentences(...beforeReload(keys)),
        awaited: () => l10n.t("waiting for its new processes…"),
        done: (target, panel) => l10n.t("“{0}” on “{1}” was reloaded and is running.", target, panel),
        notForAll: () => l10n.t("Only web servers and PHP-FPM can be reloaded."),
      },
      offered: ["running"],
      inlineWhile: ["outdated"],
      appliesTo: ({ name }) => !NEVER_RELOADED.includes(name),
      verification: { ...look, observe: observeWithWorkers, proofs: [reloaded], otherwise: hasEnded },
    }),
    restart: control("restart", {
      words: {
        ...restarted,
        effect: (input, many, state, keys) => sentences(restarted.effect(input, many, state, keys), ...meanwhile(keys)),
      },
      offered: ["running", "unknown"],
      inline: ["running"],
      verification: { ...look, proofs: [runsAnew] },
    }),
    start: control("start", {
      words: {
        ...started,
        effect: () => l10n.t("It starts with its present configuration."),
      },
      offered: ["stopped", "unknown"],
      inline: ["stopped"],
      // panels kill nginx and Pure-FTPd before they start them (docs/protocol.md 17.7)
      missingField: ({ running }) => (running === undefined ? "status" : undefined),
      verification: { ...look, isAlready: ({ running }) => running === true, proofs: [runsAnew] },
    }),
    stop: control("stop", {
      words: {
        ...stopped,
        effect: (input, many, state, keys) => sentences(stopped.effect(input, many, state, keys), ...meanwhile(keys)),
        wentWrong: () => l10n.t("It was still running afterwards."),
      },
      offered: ["running", "unknown"],
      // the panel itself may be reached through it, and then nothing here could start it again
      safeguard: (key) => (WEB_SERVERS.includes(key) ? "ask" : "none"),
      verification: {
        observe,
        identity,
        isAlready: ({ running }) => running === false,
        proofs: [becomes(({ running }) => (running === undefined ? undefined : !running))],
      },
    }),
  },
});
