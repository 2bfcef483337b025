import { createHash } from "node:crypto";
import { accounts, BIN_SWITCH, makeDirectory, makeSiteRoot, type ServerFiles, writeFile } from "./serverFiles.ts";
import { seedServiceConfigurations } from "./serviceConfigurations.ts";
import { seedCertificates } from "./siteCertificates.ts";
import { NGINX_CONFIGURATION, nginxConfiguration, writeSiteConfiguration } from "./nginxConfiguration.ts";
import { seedParts } from "./parts.ts";
import { ProcessClock } from "./processClock.ts";
import { seedPhpIni } from "./phpSettings.ts";
import { containerLine, javaLines, webLines } from "./lines.ts";
import {
  type DemoCertificateOrder,
  type DemoContainer,
  type DemoJavaProject,
  type DemoState,
  dockerTime,
  type JavaServer,
  NEVER,
  type Schedule,
  type SiteLogs,
  type SiteRecord,
  type TerminalState,
  type UpgradeScript,
} from "./state.ts";
import type { KnownEdition } from "../wire/answers/operation.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;

/** Uptime of the server: twelve days and some hours. */
const UP_MS = 12.3 * DAY_MS;

const PHP_VERSIONS = ["56", "74", "82"];

const versions: Readonly<Record<KnownEdition, string>> = { baota: "11.7.0", aapanel: "8.10.0" };

/** Creates a server with something of every kind. @param now milliseconds since the epoch, from which its times count */
export function createState(now: number, edition: KnownEdition): DemoState {
  const sites = seedSites(now, edition);
  const javaProjects = seedJavaProjects(now);
  const files = seedFiles(now, sites, javaProjects);
  const bootedAt = now - UP_MS;
  const processes = new ProcessClock(bootedAt);
  for (const { server } of javaProjects)
    for (const pid of server.run?.pids ?? []) processes.begin(pid, server.run?.since ?? now);
  return {
    version: versions[edition],
    bootedAt,
    sites,
    javaProjects,
    containers: seedContainers(now),
    web: {
      phpVersions: [...PHP_VERSIONS],
      categories: [{ id: 1, name: "prod" }],
      ftpUsers: [{ site: 2, name: "shop" }],
      databases: [{ site: 3, name: "blog", charset: "utf8mb4" }],
      lastSiteId: Math.max(...[...sites, ...javaProjects].map(({ id }) => id)),
    },
    files,
    terminal: seedTerminal(),
    certificateOrders: seedCertificateOrders(now),
    ...seedParts(now, files, processes),
    upgrade: { log: undefined, locked: false, upgraded: false, script: finishing },
    serial: 4_200,
  };
}

/** Creates the roots of the sites, the jars of the projects and the few files that the panel itself looks for. */
function seedFiles(now: number, sites: readonly SiteRecord[], projects: readonly DemoJavaProject[]): ServerFiles {
  const mtime = Math.floor((now - 30 * DAY_MS) / 1000);
  const directory = { mtime, uid: 0, gid: 0, mode: 0o555 };
  const files: ServerFiles = new Map(["/proc", "/sys"].map((path) => [path, directory]));
  for (const path of ["/www/wwwroot", "/www/wwwlogs", "/www/backup", "/tmp"]) makeDirectory(files, path, mtime);
  for (const { path } of sites) makeSiteRoot(files, path, mtime);
  // of the other kinds nginx has none, or another one
  for (const site of sites.filter(({ projectType }) => projectType !== "Node"))
    writeSiteConfiguration(files, site, mtime);
  seedCertificates(files, sites, now);
  writeFile(files, NGINX_CONFIGURATION, Buffer.from(nginxConfiguration), mtime);
  for (const { name, path } of projects)
    if (path.endsWith(".jar")) writeFile(files, path, Buffer.from(`${name} of the demo\n`), mtime);
  for (const version of PHP_VERSIONS) seedPhpIni(files, version, mtime);
  writeFile(files, "/etc/hostname", Buffer.from("server\n"), mtime);
  const users = [...accounts].map(([name, id]) => `${name}:x:${id}:${id}::/home/${name}:/sbin/nologin\n`);
  writeFile(files, "/etc/passwd", Buffer.from(users.join("")), mtime);
  const groups = [...accounts].map(([name, id]) => `${name}:x:${id}:\n`);
  writeFile(files, "/etc/group", Buffer.from(groups.join("")), mtime);
  seedServiceConfigurations(files, mtime);
  writeFile(files, BIN_SWITCH, Buffer.from("True"), mtime);
  return files;
}

type SiteSketch = Pick<SiteRecord, "id" | "php" | "note" | "domains"> & {
  /** Days that the certificate has left. */
  readonly certificateDays?: number;
  readonly stopped?: true;
  readonly projectType?: string;
  readonly noErrorLog?: true;
};

/** Eight PHP and static sites, and one of Node, which only the older list shows. The first domain is the name. */
const siteSketches: readonly SiteSketch[] = [
  { id: 1, domains: ["www.example.com", "example.com"], php: "8.2", note: "Company website", certificateDays: 62 },
  { id: 2, domains: ["shop.example.com"], php: "8.2", note: '<b>Shop</b> & "checkout"', certificateDays: 12 },
  { id: 3, domains: ["blog.example.com"], php: "7.4", note: "WordPress", certificateDays: 3 },
  {
    id: 4,
    domains: ["static.example.com"],
    php: "静态",
    note: "Images and downloads",
    certificateDays: 89,
    noErrorLog: true,
  },
  { id: 5, domains: ["legacy.example.com"], php: "5.6", note: "旧站", certificateDays: -4, stopped: true },
  { id: 6, domains: ["staging.example.com"], php: "8.2", note: "For tests", stopped: true },
  { id: 7, domains: ["api.example.com"], php: "其它", note: "", certificateDays: 45 },
  { id: 8, domains: ["status.example.com"], php: "静态", note: "Status page", projectType: "Node" },
  { id: 9, domains: ["docs.example.com", "help.example.com"], php: "静态", note: "Manual" },
];

/** aaPanel lists WordPress apart from other sites (docs/protocol.md 6.1). */
const wordPressSketches: readonly SiteSketch[] = [
  { id: 16, domains: ["news.example.com"], php: "8.2", note: "News", certificateDays: 70, projectType: "WP" },
  { id: 17, domains: ["xn--bcher-kva.example.com"], php: "8.2", note: "Bücher", stopped: true, projectType: "WP" },
];

function seedSites(now: number, edition: KnownEdition): SiteRecord[] {
  const sketches = [...siteSketches];
  if (edition === "aapanel") sketches.push(...wordPressSketches);
  return sketches.map((sketch): SiteRecord => {
    const { id, domains, php, note, projectType = "PHP", certificateDays: days, stopped = false } = sketch;
    const name = domains[0] ?? "";
    return {
      id,
      name,
      path: `/www/wwwroot/${name}`,
      running: !stopped,
      note,
      typeId: 0,
      projectType,
      php,
      domains,
      // half a day more, so that the number of days does not change while the demo runs
      certificate: days === undefined ? undefined : { issuer: "R11", validTo: now + (days + 0.5) * DAY_MS, domains },
      logs: siteLogs(sketch, name, now),
    };
  });
}

/** Writes logs of the last minutes; a stopped site's logs end yesterday. */
function siteLogs({ id, stopped, noErrorLog }: SiteSketch, name: string, now: number): SiteLogs {
  const end = stopped === true ? now - DAY_MS : now;
  const lines = (lineOf: typeof webLines.access, count: number, everyMs: number) =>
    Array.from({ length: count }, (_, index) => lineOf(name, id * 3 + index, end - (count - index) * everyMs));
  return {
    access: lines(webLines.access, 40, 4_000),
    error: noErrorLog === true ? undefined : lines(webLines.error, 6, 31_000),
  };
}

type ProjectSketch = Pick<DemoJavaProject, "id" | "name" | "note" | "javaType" | "server"> & {
  readonly domains?: readonly string[];
};

/** One project of each sort: two that share a Tomcat, one with its own, one without a port, a stopped and a running one. */
function seedJavaProjects(now: number): DemoJavaProject[] {
  const running = (ports: readonly number[], pids: readonly number[], hours: number): JavaServer => ({
    ports,
    run: { pids, since: now - hours * HOUR_MS, listening: ports.length > 0 },
    log: javaLog({ pid: pids[0] ?? 0, ports }, now - hours * HOUR_MS, now),
  });
  const sharedTomcat = running([8081], [2210], 300);
  const stopped: JavaServer = {
    ports: [18079],
    run: undefined,
    log: [...javaLines.start({ pid: 1904, ports: [18079] }, now - 900 * HOUR_MS), "Shutdown complete."],
  };
  const sketches: readonly ProjectSketch[] = [
    { id: 10, name: "billing", note: "账单", javaType: "neizhi", server: sharedTomcat },
    { id: 11, name: "reports", note: "Monthly reports", javaType: "neizhi", server: sharedTomcat },
    { id: 12, name: "intranet", note: "Staff only", javaType: "duli", server: running([8083], [2350], 120) },
    { id: 13, name: "mail-worker", note: "Sends mail", javaType: "springboot", server: running([], [2477, 2479], 48) },
    { id: 14, name: "legacy-api", note: "Replaced by order-service", javaType: "springboot", server: stopped },
    {
      id: 15,
      name: "order-service",
      note: "Orders",
      javaType: "springboot",
      server: running([18080], [3776], 5),
      domains: ["orders.example.com"],
    },
  ];
  return sketches.map((sketch): DemoJavaProject => {
    const { name, javaType, domains = [] } = sketch;
    const jarPlaces = {
      path: `/www/wwwroot/java/${name}.jar`,
      logFile: `/var/tmp/springboot/vhost/logs/${name}.log`,
    };
    const tomcatPlaces = { path: `/www/wwwroot/java/${name}`, logFile: `/www/wwwlogs/java/${name}` };
    return {
      ...sketch,
      domains,
      ...(javaType === "springboot" ? jarPlaces : tomcatPlaces),
      running: true,
      typeId: 0,
      projectType: "Java",
      php: "静态",
      certificate: undefined,
    };
  });
}

/** Writes the start of a program and its work of the last minute. */
function javaLog(writer: Parameters<typeof javaLines.work>[0], since: number, now: number): string[] {
  const work = Array.from({ length: 15 }, (_, index) => javaLines.work(writer, index, now - (15 - index) * 4_000));
  return [...javaLines.start(writer, since), ...work.flat()];
}

type ContainerSketch = readonly [
  name: string,
  image: string,
  status: DemoContainer["status"],
  age: number,
  ports: DemoContainer["ports"],
];

/** Containers in each of Docker's usual states, the newest first, as Docker lists them; ages in days. */
const containerSketches: readonly ContainerSketch[] = [
  ["web-proxy", "nginx:1.27", "running", 2, { "80/tcp": "0.0.0.0:8080", "443/tcp": undefined }],
  ["database", "postgres:17", "running", 30, { "5432/tcp": undefined }],
  ["cache", "redis:7", "paused", 31, { "6379/tcp": "127.0.0.1:6379" }],
  ["nightly-backup", "demo/backup:2", "exited", 40, {}],
  ["migration", "demo/migrate:5", "created", 41, {}],
];

function seedContainers(now: number): DemoContainer[] {
  return containerSketches.map(([name, image, status, age, ports], index): DemoContainer => {
    const createdAt = now - age * DAY_MS;
    const isNew = status === "created";
    const lines = Array.from({ length: isNew ? 0 : 40 }, (_, line) => line);
    return {
      id: createHash("sha256").update(name).digest("hex"),
      name,
      image,
      status,
      ports,
      endsAtOnce: status === "exited",
      created: Math.floor(createdAt / 1000),
      startedAt: isNew ? NEVER : dockerTime(createdAt, index),
      log: lines.map((line) => containerLine({ name, image }, line, now - (40 - line) * 1_000)),
    };
  });
}

type OrderSketch = readonly [
  domains: readonly string[],
  authType: DemoCertificateOrder["authType"],
  status: "valid" | "pending" | "invalid",
  age: number,
  left: number,
];

/** Orders in each state; days since the order, and until the certificate, or an order without one, expires. */
const orderSketches: readonly OrderSketch[] = [
  [["www.example.com", "example.com"], "http", "valid", 28, 62],
  [["staging.example.com"], "dns", "pending", 1, 6],
  [["shop.example.com"], "http", "valid", 78, 12],
  [["blog.example.com"], "tls", "valid", 87, 3],
  [["legacy.example.com"], "http", "valid", 94, -4],
  [["old.example.com", "*.old.example.com"], "dns", "invalid", 27, -20],
];

function seedCertificateOrders(now: number): DemoCertificateOrder[] {
  const today = Math.floor(now / 1000);
  return orderSketches.map(([domains, authType, status, age, left]): DemoCertificateOrder => {
    // half a day more, so that the number of days does not change while the demo runs
    const end = today + Math.floor((left + 0.5) * DAY_SECONDS);
    return {
      index: createHash("md5").update(domains.join()).digest("hex"),
      domains,
      authType,
      created: today - age * DAY_SECONDS,
      renewed: 0,
      progress: status === "valid" ? { status, validUntil: end } : { status, expires: end },
    };
  });
}

/** A terminal without settings, with hosts of every form and commands of one line and of several. */
function seedTerminal(): TerminalState {
  return {
    settings: undefined,
    hosts: [
      { id: "192.0.2.10_22", port: 22, note: "web 1", position: 1 },
      { id: "127.0.0.1_22", port: 22, note: "本机", position: 0 },
      { id: "192.0.2.11_2222", port: 2222, note: "web 2", position: 2 },
      { id: "192.0.2.20", port: 22, note: "Old entry", position: 3 },
      { id: "2001:db8::30_22", port: 22, note: "IPv6", position: 4 },
      { id: "db_1.example.com_22", port: 22, note: "", position: 5 },
    ],
    commands: [
      { title: "disk", shell: "df -h" },
      { title: "重启 nginx", shell: "nginx -t && systemctl reload nginx" },
      { title: "clean up", shell: "cd /var/log\nfind . -name '*.gz' -mtime +30 -print\njournalctl --vacuum-time=30d" },
    ],
  };
}

const libraries = ["flask-3.0.3", "gevent-24.11.1", "cryptography-43.0.3", "pillow-11.0.0"];

const builds = Array.from(
  { length: 40 },
  (_, index) => `gcc -pthread -O2 -c Modules/part${index + 1}.c -o Modules/part${index + 1}.o\n`,
);

const installs = libraries.flatMap((library) => [
  `Collecting ${library.replace(/-(?=\d)/, "==")}\n  Downloading ${library}-cp313-cp313-manylinux_2_28_x86_64.whl\n`,
  `\r     ━━━━━━━━━━━━━━━━━━━━ 5.4 MB/s eta 0:00:00\n`,
]);

/** An upgrade that succeeds; it draws its progress with carriage returns, as `wget` and `pip` do. */
export const finishing: UpgradeScript = {
  chunks: [
    "检查环境...\n",
    "开始下载升级环境脚本...\n",
    "开始执行升级环境脚本...\n\n",
    ...[10, 35, 60, 85, 100].map((percent) => `\rPython-3.13.7.tar.xz  ${percent}%`),
    "\n./configure --prefix=/www/server/panel/pyenv313\nchecking for gcc... gcc\nchecking for openssl... yes\n",
    ...builds,
    ...installs,
    "WARNING: Running pip as the 'root' user can result in broken permissions\n",
    `Successfully installed ${libraries.join(" ")}\n`,
    "环境准备完成\n",
  ],
  succeeds: true,
};

const ROUND_MS = 2_500;

/** More lines than any panel sends of a log. */
const MOST_LINES = 4_000;

interface Writing {
  readonly state: DemoState;
  readonly now: () => number;
  readonly schedule: Schedule;
}

/** Lets everything that runs write into its log until the schedule is closed, something else in each round. */
export function keepWriting({ state, now, schedule }: Writing, round = 1): void {
  schedule.after(ROUND_MS, () => {
    writeRound(state, round, now());
    keepWriting({ state, now, schedule }, round + 1);
  });
}

/** Lets each running website have a visitor: a first page that throws writes an error, as PHP does. */
export function writeBrokenPages({ sites, files }: DemoState, time: number): void {
  for (const { name, path: root, running, logs } of sites) {
    const path = `${root}/index.php`;
    const line = (files.get(path)?.bytes?.toString().split("\n") ?? []).findIndex((each) => /^\s*throw /.test(each));
    if (running && line >= 0) write(logs?.error, webLines.brokenPage(name, { path, line: line + 1 }, time));
  }
}

function writeRound(state: DemoState, round: number, time: number): void {
  const { sites, javaProjects, containers } = state;
  for (const { id, name, running, logs } of sites) {
    const number = round + id;
    if (running && number % 3 !== 0) write(logs?.access, [webLines.access(name, number, time)]);
    if (running && number % 9 === 0) write(logs?.error, [webLines.error(name, number, time)]);
  }
  writeBrokenPages(state, time);
  for (const [index, server] of [...new Set(javaProjects.map((project) => project.server))].entries()) {
    const { run, ports, log } = server;
    const isAtWork = run !== undefined && (run.listening || ports.length === 0);
    if (isAtWork && (round + index) % 2 === 0)
      write(log, javaLines.work({ pid: run.pids[0] ?? 0, ports }, round, time));
  }
  for (const [index, container] of containers.entries())
    if (container.status === "running" && (round + index) % 2 === 0)
      write(container.log, [containerLine(container, round, time)]);
}

function write(log: string[] | undefined, lines: readonly string[]): void {
  log?.push(...lines);
  if (log !== undefined && log.length > MOST_LINES) log.splice(0, MOST_LINES / 4);
}
