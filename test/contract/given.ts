import assert from "node:assert/strict";
import { COMPLETION_PACKAGE, makeDirectory, remove, writeFile } from "../../src/demoPanel/serverFiles.ts";
import { writeSiteConfiguration } from "../../src/demoPanel/nginxConfiguration.ts";
import { makeProjectFiles, type DemoProject } from "../../src/demoPanel/demoProjects.ts";
import type { SiteLogs } from "../../src/demoPanel/state.ts";
import type { LanguageName } from "../demoPanel/aapanel/languages.ts";
import type { TestState } from "../demoPanel/state.ts";
import { EXIT, SITE_ERROR, SITE_REQUEST, SLEEP } from "../fakes/labRows.ts";
import { EARLY_GONE, GONE, firstSites, laterSites, UNBOUND } from "./aapanelLab.ts";
import { earlySites } from "./lab.ts";
import { replace } from "./replace.ts";

/** What can be changed while a demo panel runs. */
export interface Live {
  allowedAddresses?: readonly string[];
  language?: LanguageName;
}

/** What can be set about a demo panel. */
interface Settable {
  readonly state: TestState;
  readonly live: Live;
}

type Given = (panel: Settable) => void;

const DAILY = { type: "day", where1: "", where_hour: 3, where_minute: 30 };

const upgradeLog =
  (log: string | undefined, locked: boolean): Given =>
  ({ state: { upgrade } }) => {
    upgrade.log = log;
    upgrade.locked = locked;
  };

const STEPS = "检查环境...\n开始下载升级环境脚本...\n";

/** Only two of the recorded sites had visitors, and one of these an error. */
function siteLogsOf(name: string): SiteLogs {
  const isVisited = name.startsWith("live1") || name.startsWith("php");
  return {
    access: isVisited ? [SITE_REQUEST, SITE_REQUEST, SITE_REQUEST] : [],
    error: name.startsWith("live1") ? [SITE_ERROR] : [],
  };
}

/** A panel with one site that has one domain, whose settings were changed. */
function settingSite(site: number): Given {
  return ({ state: { sites, files } }) => {
    const [first] = sites;
    assert.ok(first);
    const name = "factconf.example.com";
    const only = { ...first, id: site, name, path: "/www/wwwroot/factconf", domains: [name] };
    replace(sites, [only]);
    makeDirectory(files, only.path, 0);
    writeSiteConfiguration(files, only, 0);
  };
}

/** A panel with one site that was created with an FTP user and a database. */
function siteWithAccounts(site: number): Given {
  return ({ state: { sites, web, files } }) => {
    const [first] = sites;
    assert.ok(first);
    const path = "/www/wwwroot/php.lab.test";
    replace(sites, [{ ...first, id: site, name: "php.lab.test", path }]);
    makeDirectory(files, path, 0);
    replace(web.ftpUsers, [{ site, name: "phplabftp" }]);
    replace(web.databases, [{ site, name: "phplabdb", charset: "utf8mb4" }]);
  };
}

/** Replaces the projects beside those of Java by the recorded ones; processes with their start in seconds. */
function projectsWith(processes: Readonly<Partial<Record<DemoProject["type"], readonly [number, number]>>>): Given {
  const word = { nodejs: "web_node", python: "web_python", go: "web_go", other: "web_other" };
  const ports = { nodejs: 13_000, python: 13_001, go: 13_002, other: 13_003 };
  return ({ state: { projects, files } }) => {
    replace(
      projects,
      (["nodejs", "python", "go", "other"] as const).map((type): DemoProject => {
        const [pid, since] = processes[type] ?? [1, 0];
        const note = type === "python" ? "web_python" : "lab";
        const log = [`${type}: starts`];
        const own = {
          directory: `/www/wwwroot/projects/${word[type]}`,
          program: "app",
          user: "root",
          environment: "/www/server/pyporject_evn/lab",
        };
        return { type, name: word[type], note, port: ports[type], run: { pid, since }, log, ...own };
      }),
    );
    for (const project of projects) makeProjectFiles(files, project, 0);
  };
}

const DOWNLOAD_FAILED =
  "获取最新升级环境脚本失败：下载失败：HTTPSConnectionPool(host='download.bt.cn', port=443): Max retries exceeded with url: /install/pyenv/upgrade_py313.sh (Caused by NewConnectionError('<urllib3.connection.HTTPSConnection object at 0x7f7542d0add0>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution'))\n";

const rows = Array.from({ length: 2_500 }, (_, index) => `row${index + 1}\n`).join("");

/** In which the recorded panel was not the usual one. */
export const GIVEN = {
  apiClosed: ({ state }) => (state.switches.apiOpen = false),
  panelClosed: ({ state }) => (state.switches.panelClosed = true),
  boundDomain: ({ state }) => (state.switches.boundHost = "panel.example.com"),
  basicAuth: ({ state }) => (state.switches.basicAuth = "u:p"),
  nobodyAllowed: ({ live }) => (live.allowedAddresses = []),
  onlyLocalAllowed: ({ live }) => (live.allowedAddresses = ["127.0.0.1"]),
  maskAllowed: ({ live }) => (live.allowedAddresses = ["10.0.0.0/8"]),
  accented: ({ live }) => (live.language = "accented"),

  earlySites: ({ state }) => replace(state.sites, earlySites()),
  oneSite: ({ state }) => replace(state.sites, earlySites().slice(0, 1)),
  searchedBefore: ({ state }) => state.traces.searches.push({ val: "lab1", time: 1_795_223_482 }),
  noteWithHtml: ({ state }) => state.sites.forEach((site) => (site.note = '<b>x</b> & "q"')),
  aapanelFirstSites: ({ state }) => replace(state.sites, firstSites()),
  aapanelLateSites: ({ state }) => replace(state.sites, laterSites()),
  siteLogs: ({ state: { sites } }) => {
    const names = ["live1.example.com", "php.example.com", "tls1.example.com", "lab1.example.com"];
    const [first] = sites;
    assert.ok(first);
    replace(
      sites,
      names.map((name) => ({ ...first, name, logs: siteLogsOf(name) })),
    );
  },
  setSite: settingSite(11),
  aapanelSetSite: settingSite(12),
  runPathSite: settingSite(10),
  aapanelRunPathSite: settingSite(11),
  securedSite: ({ state: { sites } }) =>
    sites.forEach((site) => (site.certificate = { issuer: "R11", validTo: 0, domains: [] })),
  phpSite: siteWithAccounts(4),
  aapanelPhpSite: siteWithAccounts(3),
  brokenWebServer: ({ state }) => (state.web.configurationError = "nginx: [emerg] unexpected end of file"),
  jarIsFile: ({ state }) => writeFile(state.files, "/www/wwwroot/java/demo.jar", Buffer.alloc(3_288), 0),
  noLabFiles: ({ state: { files } }) => remove(files, "/www/wwwroot/fx2"),
  noSecondJar: ({ state: { files } }) => remove(files, "/www/wwwroot/fx/app2.jar"),
  category: ({ state }) => state.web.categories.push({ id: 1, name: "prod" }),

  noProjects: ({ state }) => replace(state.javaProjects, []),
  stoppedProject: ({ state }) => state.javaProjects.forEach(({ server }) => (server.run = undefined)),
  unchangedProject: ({ state }) => state.changedProjects.clear(),
  otherProcess: ({ state }) =>
    state.javaProjects.forEach(
      ({ server }) => (server.run = { pids: [2144], since: 1_795_296_149_560, listening: true }),
    ),
  movedLog: ({ state }) =>
    state.javaProjects.forEach((project) => {
      project.logFile = "/www/wwwlogs/java/newlogs/demo.log";
      replace(project.server.log, [...UNBOUND, ...UNBOUND, "started <app> & port 19080"]);
    }),

  noDocker: ({ state }) => (state.dockerIsDown = true),
  onlySleep: ({ state }) =>
    replace(
      state.containers,
      state.containers.filter(({ id }) => id === SLEEP),
    ),
  noExit: ({ state }) =>
    replace(
      state.containers,
      state.containers.filter(({ id }) => id !== EXIT),
    ),
  noContainers: ({ state }) => replace(state.containers, []),
  earlyGone: ({ state: { containers } }) => {
    const [gone, quick, ...others] = containers;
    assert.ok(gone?.id === GONE && quick !== undefined);
    replace(containers, [quick, { ...gone, id: EARLY_GONE, created: 1_795_295_303 }, ...others]);
  },
  paused: ({ state }) => state.containers.forEach((container) => (container.status = "paused")),

  noOrders: ({ state }) => replace(state.certificateOrders, []),
  oldComposer: ({ state }) => Object.assign(state.composer, { version: "2.7.0", available: "2.8.1" }),
  noComposer: ({ state }) => (state.composer.version = ""),
  noPhp: ({ state }) => (state.composer.hasNoPhp = true),

  brokenNginx: ({ state: { services } }) =>
    (services.webProblem = 'nginx: [emerg] unknown directive "nosuch_directive" in zz-broken.conf:1'),
  brokenPhp: ({ state: { services } }) => (services.phpProblem = "unknown entry 'nosuch'"),
  stoppedServices: ({ state: { services } }) => services.all.forEach((service) => (service.pid = undefined)),
  firstServices: ({ state: { services, files } }) => {
    replace(services.all, [
      { name: "nginx", version: "1.22.1", mark: "/www/server/nginx/logs/nginx.pid", pid: undefined, workers: [] },
      {
        name: "php-fpm-82",
        version: "82",
        mark: "/www/server/php/82/var/run/php-fpm.pid",
        pid: undefined,
        workers: [],
      },
    ]);
    for (const { mark } of services.all) files.delete(mark);
  },

  labProjects: projectsWith({ go: [1048, 1_795_367_381], other: [1114, 1_795_367_382], python: [1157, 0] }),
  aapanelProjects: projectsWith({ nodejs: [940, 1_795_367_383], go: [1020, 1_795_367_385], python: [1182, 0] }),
  stoppedProjects: ({ state: { projects } }) => projects.forEach((project) => (project.run = undefined)),
  endingProjects: ({ state: { projects } }) =>
    projects.push(
      ...(["nodejs", "python", "go", "other"] as const).map((type): DemoProject => ({
        type,
        name: `ends_${type}`,
        note: "",
        port: 13_100,
        run: undefined,
        endsAtOnce: true,
        log: [],
      })),
    ),

  labTasks: ({ state: { scheduledTasks, files } }) => {
    const task = (id: number) => ({
      id,
      name: "lab task",
      cycle: ["Daily", "每天"] as const,
      rhythm: DAILY,
      echo: `c${id}`,
      on: true,
      writes: "",
    });
    // the numbers of those that were recorded
    replace(scheduledTasks, [1, 2, 3, 4, 5, 11, 22, 24, 41, 45].map(task));
    for (const { echo } of scheduledTasks)
      writeFile(files, `/www/server/cron/${echo}.log`, Buffer.from("lab-task\n"), 0);
  },
  fullDisk: ({ state: { files } }) => {
    for (const directory of ["/www/wwwroot/fx", "/www/wwwroot/fx2"]) {
      remove(files, `${directory}/full/big.bin.3145728.upload.tmp`);
      writeFile(files, `${directory}/full/other.bin`, Buffer.alloc(2 ** 20), 0);
      writeFile(files, `${directory}/c16775216.bin`, Buffer.alloc(2), 0);
    }
  },
  labSite: ({ state: { sites } }) => {
    const [first] = sites;
    assert.ok(first);
    replace(
      sites,
      [11, 15].map((id) => ({ ...first, id, name: "two.example.com" })),
    );
  },
  noTasks: ({ state: { scheduledTasks } }) => replace(scheduledTasks, []),
  freshTasks: ({ state: { scheduledTasks } }) =>
    replace(scheduledTasks, [
      { id: 5, name: "fails", cycle: ["Daily", "每天"], rhythm: DAILY, echo: "none", on: true, writes: "" },
    ]),

  noUpgrade: upgradeLog(undefined, false),
  upgradeBegun: upgradeLog("", true),
  upgradeEnded: upgradeLog("start\ndone\n", false),
  upgradeAtWork: upgradeLog(STEPS, true),
  upgradeFailed: upgradeLog(STEPS + DOWNLOAD_FAILED, false),
  upgradeOfManyLines: upgradeLog(rows, true),

  noHosts: ({ state }) => replace(state.terminal.hosts, []),
  otherHost: ({ state }) =>
    replace(state.terminal.hosts, [{ id: "192.0.2.10_22", port: 22, note: "web", position: 0 }]),
  freshTerminal: ({ state: { terminal, files } }) => {
    terminal.settings = undefined;
    files.delete(COMPLETION_PACKAGE);
  },
  onlyAiShellSet: ({ state: { terminal, files } }) => {
    terminal.settings = { ai_shell: true };
    files.delete(COMPLETION_PACKAGE);
  },
} satisfies Readonly<Record<string, Given>>;

export type GivenName = keyof typeof GIVEN;
