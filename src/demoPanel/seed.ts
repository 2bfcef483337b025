import { createHash } from "node:crypto";
import { containerLine, javaLines, webLines } from "./lines.ts";
import {
  type DemoCertificateOrder,
  dockerTime,
  NEVER,
  type DemoContainer,
  type DemoJavaProject,
  type JavaServer,
  BIN_SWITCH,
  type SiteCertificate,
  type SiteLogs,
  type SiteRecord,
  type ServerFiles,
  type WebState,
  type TerminalState,
  type UpgradeScript,
  type UpgradeState,
  seedRest,
  type DemoState,
  type Schedule,
} from "./state.ts";
import type { KnownEdition } from "../wire/answers/operation.ts";

const DAY_SECONDS = 86_400;

type OrderSketch = Pick<DemoCertificateOrder, "domains" | "authType"> & {
  readonly status: "valid" | "pending" | "invalid";
  /** Until the certificate, or the order where there is none, expires. */
  readonly days: number;
  /** Since the order. */
  readonly age: number;
};

const orderSketches: readonly OrderSketch[] = [
  { domains: ["www.example.com", "example.com"], authType: "http", status: "valid", days: 62, age: 28 },
  { domains: ["staging.example.com"], authType: "dns", status: "pending", days: 6, age: 1 },
  { domains: ["shop.example.com"], authType: "http", status: "valid", days: 12, age: 78 },
  { domains: ["blog.example.com"], authType: "tls", status: "valid", days: 3, age: 87 },
  { domains: ["legacy.example.com"], authType: "http", status: "valid", days: -4, age: 94 },
  { domains: ["old.example.com", "*.old.example.com"], authType: "dns", status: "invalid", days: -20, age: 27 },
];

/** Orders in every state: valid, about to expire, expired, waiting for proof, and failed. */
function seedCertificateOrders(now: number): readonly DemoCertificateOrder[] {
  const today = Math.floor(now / 1000);
  return orderSketches.map(({ domains, authType, status, days, age }): DemoCertificateOrder => {
    // half a day more, so that the number of days does not change while the demo runs
    const end = today + Math.floor((days + 0.5) * DAY_SECONDS);
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

const DAY_MS = 86_400_000;

type ContainerSketch = readonly [
  name: string,
  image: string,
  command: string,
  status: DemoContainer["status"],
  days: number,
  ports: DemoContainer["ports"],
];

/** The newest first, as Docker lists them; `days` is their age. */
const containerSketches: readonly ContainerSketch[] = [
  ["web-proxy", "nginx:1.27", "nginx", "running", 2, { "80/tcp": "0.0.0.0:8080", "443/tcp": undefined }],
  ["database", "postgres:17", "postgres", "running", 30, { "5432/tcp": undefined }],
  ["cache", "redis:7", "redis-server", "paused", 31, { "6379/tcp": "127.0.0.1:6379" }],
  ["nightly-backup", "demo/backup:2", "/backup.sh", "exited", 40, {}],
  ["migration", "demo/migrate:5", "/migrate.sh", "created", 41, {}],
];

/** One container or two in each of Docker's usual states. */
function seedContainers(now: number): readonly DemoContainer[] {
  return containerSketches.map(([name, image, command, status, days, ports], index): DemoContainer => {
    const createdAt = now - days * DAY_MS;
    const isNew = status === "created";
    const lines = Array.from({ length: isNew ? 0 : 40 }, (_, line) => line);
    return {
      id: createHash("sha256").update(name).digest("hex"),
      name,
      image,
      command: command.split(" "),
      status,
      ports,
      endsAtOnce: status === "exited",
      created: Math.floor(createdAt / 1000),
      address: `172.17.0.${index + 2}`,
      startedAt: isNew ? NEVER : dockerTime(createdAt, index),
      finishedAt: status === "exited" ? dockerTime(createdAt + 60_000, index) : NEVER,
      pid: status === "running" || status === "paused" ? 1_500 + index : 0,
      log: lines.map((line) => containerLine({ name, image }, line, now - (40 - line) * 1_000)),
    };
  });
}

const HOUR_MS = 3_600_000;

type ProjectSketch = Pick<DemoJavaProject, "id" | "name" | "note" | "javaType" | "server"> & {
  readonly domains?: readonly string[];
  readonly changed?: true;
};

/** One of each sort: two that share a Tomcat, one with its own, one that never listens, a stopped and a running one. */
function seedJavaProjects(now: number): readonly DemoJavaProject[] {
  const running = (ports: readonly number[], pids: readonly number[], hours: number): JavaServer => ({
    ports,
    processCount: pids.length,
    run: { pids, since: now - hours * HOUR_MS, listening: ports.length > 0 },
    log: logOf({ pid: pids[0] ?? 0, ports }, now - hours * HOUR_MS, now),
  });
  const sharedTomcat = running([8081], [2210], 300);
  const projectSketches: readonly ProjectSketch[] = [
    { id: 10, name: "billing", note: "账单", javaType: "neizhi", server: sharedTomcat },
    { id: 11, name: "reports", note: "Monthly reports", javaType: "neizhi", server: sharedTomcat },
    { id: 12, name: "intranet", note: "Staff only", javaType: "duli", server: running([8083], [2350], 120) },
    { id: 13, name: "mail-worker", note: "Sends mail", javaType: "springboot", server: running([], [2477, 2479], 48) },
    {
      id: 14,
      name: "legacy-api",
      note: "Replaced by order-service",
      javaType: "springboot",
      server: {
        ports: [18079],
        processCount: 1,
        run: undefined,
        log: [...javaLines.start({ pid: 1904, ports: [18079] }, now - 900 * HOUR_MS), "Shutdown complete."],
      },
    },
    {
      id: 15,
      name: "order-service",
      note: "Orders",
      javaType: "springboot",
      server: running([18080], [3776], 5),
      domains: ["orders.example.com"],
      changed: true,
    },
  ];
  return projectSketches.map((sketch): DemoJavaProject => {
    const { id, name, note, javaType, server, domains = [], changed = false } = sketch;
    const isJar = javaType === "springboot";
    return {
      id,
      name,
      note,
      javaType,
      server,
      domains,
      changed,
      path: isJar ? `/www/wwwroot/java/${name}.jar` : `/www/wwwroot/java/${name}`,
      running: true,
      added: `2026-10-${id} 08:00:00`,
      typeId: 0,
      projectType: "Java",
      php: "静态",
      certificate: undefined,
      logFile: isJar ? `/var/tmp/springboot/vhost/logs/${name}.log` : `/www/wwwlogs/java/${name}`,
    };
  });
}

/** How it started, and its work of the last minute. */
function logOf(writer: Parameters<typeof javaLines.work>[0], since: number, now: number): string[] {
  const work = Array.from({ length: 15 }, (_, index) => javaLines.work(writer, index, now - (15 - index) * 4_000));
  return [...javaLines.start(writer, since), ...work.flat()];
}

type SiteSketch = Pick<SiteRecord, "id" | "php" | "note" | "domains"> & {
  readonly certificateDays?: number;
  readonly stopped?: true;
  readonly projectType?: string;
  /** Its error log was never written. */
  readonly flawless?: true;
};

/** The first domain is the site's name. Days are those that its certificate has left. */
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
    flawless: true,
  },
  { id: 5, domains: ["legacy.example.com"], php: "5.6", note: "旧站", certificateDays: -4, stopped: true },
  { id: 6, domains: ["staging.example.com"], php: "8.2", note: "For tests", stopped: true },
  { id: 7, domains: ["api.example.com"], php: "其它", note: "", certificateDays: 45 },
  { id: 8, domains: ["status.example.com"], php: "静态", note: "Status page", projectType: "Node" },
  { id: 9, domains: ["docs.example.com", "help.example.com"], php: "静态", note: "Manual" },
];

/** What only one edition knows: aaPanel keeps WordPress apart from other sites (docs/protocol.md 6.1). */
const ofEdition: Readonly<Record<KnownEdition, readonly SiteSketch[]>> = {
  baota: [],
  aapanel: [
    { id: 16, domains: ["news.example.com"], php: "8.2", note: "News", certificateDays: 70, projectType: "WP" },
    { id: 17, domains: ["xn--bcher-kva.example.com"], php: "8.2", note: "Bücher", stopped: true, projectType: "WP" },
  ],
};

/** Eight PHP and static sites, one of Node, which only the older list shows, and what only this edition knows. */
function seedSites(now: number, edition: KnownEdition): readonly SiteRecord[] {
  return [...siteSketches, ...ofEdition[edition]].map((sketch): SiteRecord => {
    const name = sketch.domains[0] ?? "";
    return {
      id: sketch.id,
      name,
      path: `/www/wwwroot/${name}`,
      running: sketch.stopped !== true,
      note: sketch.note,
      added: `2026-${String(Math.min(sketch.id, 11)).padStart(2, "0")}-14 09:30:00`,
      typeId: 0,
      projectType: sketch.projectType ?? "PHP",
      php: sketch.php,
      domains: sketch.domains,
      certificate:
        sketch.certificateDays === undefined ? undefined : certificate(sketch.domains, now, sketch.certificateDays),
      logs: logsOf(sketch, name, now),
    };
  });
}

/** Of the last minutes; a site that was stopped has them from yesterday. */
function logsOf({ id, stopped, flawless }: SiteSketch, name: string, now: number): SiteLogs {
  const end = stopped === true ? now - DAY_MS : now;
  const lines = (lineOf: typeof webLines.access, count: number, everyMs: number) =>
    Array.from({ length: count }, (_, index) => lineOf(name, id * 3 + index, end - (count - index) * everyMs));
  return {
    access: lines(webLines.access, 40, 4_000),
    error: flawless === true ? undefined : lines(webLines.error, 6, 31_000),
  };
}

/** Three versions of PHP and a category. */
function seedWeb(lastSiteId: number): WebState {
  return {
    phpVersions: ["56", "74", "82"],
    categories: [{ id: 1, name: "prod" }],
    ftpUsers: [{ site: 2, name: "shop" }],
    databases: [{ site: 3, name: "blog", charset: "utf8mb4" }],
    databaseServerIsDown: false,
    configurationError: undefined,
    lastSiteId,
  };
}

/** A server with the directories of the given paths; the recycle bin of files is on, as a fresh panel has it. */
function seedFiles(directories: Iterable<string>): ServerFiles {
  return {
    directories: new Set(["/www/wwwroot", "/www/wwwlogs", "/tmp", ...directories]),
    files: new Map([
      ["/etc/hostname", 7],
      [BIN_SWITCH, 4],
    ]),
  };
}

function certificate(domains: readonly string[], now: number, daysLeft: number): SiteCertificate {
  // half a day more, so that the number of days does not change while the demo runs
  const validTo = now + (daysLeft + 0.5) * DAY_MS;
  return { issuer: "R11", issuerOrganisation: "Let's Encrypt", validFrom: validTo - 90 * DAY_MS, validTo, domains };
}

/** A terminal that nobody has set up, with hosts of every kind and commands of one line and of several. */
function seedTerminal(): TerminalState {
  return {
    settings: undefined,
    isOffline: false,
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

/** What `pip` installs, with its size in kB. */
const libraries = [
  ["flask-3.0.3", 101],
  ["gevent-24.11.1", 6_812],
  ["requests-2.32.3", 64],
  ["psutil-6.1.0", 287],
  ["cryptography-43.0.3", 3_984],
  ["docker-7.1.0", 147],
  ["pymysql-1.1.1", 44],
  ["paramiko-3.5.0", 227],
  ["pillow-11.0.0", 4_361],
] as const;

/** Progress is drawn with carriage returns, as `wget` and `pip` do. */
const download = [10, 35, 60, 85, 100].map((percent) => `\rPython-3.13.7.tar.xz  ${percent}%`);

const builds = Array.from(
  { length: 40 },
  (_, index) => `gcc -pthread -O2 -c Modules/part${index + 1}.c -o Modules/part${index + 1}.o\n`,
);

const installs = libraries.flatMap(([name, size]) => [
  `Collecting ${name.replace(/-(?=\d)/, "==")}\n  Downloading ${name}-cp313-cp313-manylinux_2_28_x86_64.whl (${size} kB)\n`,
  `\r     ━━━━━━━━━━━━━━━━━━━━ ${size}.0/${size}.0 kB 5.4 MB/s eta 0:00:00\n`,
]);

/** An upgrade that finishes, and releases the lock. */
export const finishing: UpgradeScript = {
  chunks: [
    "检查环境...\n",
    "开始下载升级环境脚本...\n",
    "开始执行升级环境脚本...\n\n",
    ...download,
    "\n",
    "./configure --prefix=/www/server/panel/pyenv313\nchecking for gcc... gcc\nchecking for openssl... yes\n",
    ...builds,
    ...installs,
    "WARNING: Running pip as the 'root' user can result in broken permissions\n",
    `Installing collected packages: ${libraries.map(([name]) => name.replace(/-\d.*/, "")).join(", ")}\n`,
    `Successfully installed ${libraries.map(([name]) => name).join(" ")}\n`,
    "环境准备完成\n",
  ],
  succeeds: true,
};

/** A panel that was never upgraded; its first upgrade would finish. */
function seedUpgrade(): UpgradeState {
  return { log: undefined, locked: false, upgraded: false, script: finishing };
}

/** Between two rounds. */
const ROUND_MS = 2_500;

/** More than any panel sends. */
const MOST_LINES = 4_000;

/** Lets everything that runs write into its log until the schedule is closed, at each round something else. */
export function keepWriting({ state, now, schedule }: Writing, round = 1): void {
  schedule.after(ROUND_MS, () => {
    writeRound(state, round, now());
    keepWriting({ state, now, schedule }, round + 1);
  });
}

interface Writing {
  readonly state: DemoState;
  readonly now: () => number;
  readonly schedule: Schedule;
}

function writeRound({ sites, javaProjects, containers }: DemoState, round: number, at: number): void {
  for (const { id, name, running, logs } of sites) {
    if (!running) continue;
    const number = round + id;
    if (number % 3 !== 0) write(logs?.access, [webLines.access(name, number, at)]);
    if (number % 9 === 0) write(logs?.error, [webLines.error(name, number, at)]);
  }
  for (const [index, server] of [...new Set(javaProjects.map((project) => project.server))].entries()) {
    const { run, ports, log } = server;
    const isAtWork = run !== undefined && (run.listening || ports.length === 0);
    if (isAtWork && (round + index) % 2 === 0) write(log, javaLines.work({ pid: run.pids[0] ?? 0, ports }, round, at));
  }
  for (const [index, container] of containers.entries())
    if (container.status === "running" && (round + index) % 2 === 0)
      write(container.log, [containerLine(container, round, at)]);
}

function write(log: string[] | undefined, lines: readonly string[]): void {
  log?.push(...lines);
  if (log !== undefined && log.length > MOST_LINES) log.splice(0, MOST_LINES / 4);
}

/** What is installed, of each edition. */
const versions: Readonly<Record<KnownEdition, string>> = { baota: "11.7.0", aapanel: "8.10.0" };

/** How long the server has been up: twelve days and some hours. */
const UP_MS = 12.3 * 86_400_000;

/** A server as it is found. @param now milliseconds since the epoch; certificates and start times count from it */
export function createState(now: number, edition: KnownEdition): DemoState {
  const sites = [...seedSites(now, edition)];
  const javaProjects = [...seedJavaProjects(now)];
  return {
    version: versions[edition],
    bootedAt: now - UP_MS,
    sites,
    javaProjects,
    containers: [...seedContainers(now)],
    web: seedWeb(Math.max(...[...sites, ...javaProjects].map(({ id }) => id))),
    files: seedFiles(sites.map(({ path }) => path)),
    terminal: seedTerminal(),
    certificateOrders: [...seedCertificateOrders(now)],
    ...seedRest(),
    upgrade: seedUpgrade(),
    serial: 4_200,
  };
}
