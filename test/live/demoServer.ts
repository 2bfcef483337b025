import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, readlink } from "node:fs/promises";
import * as http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type DemoJavaProject,
  type JavaRun,
  type JavaServer,
  NEVER,
  dockerTime,
  defaultDelays,
  type Delays,
  type DemoHandler,
  type SomeHandlers,
  Schedule,
} from "../../src/demoPanel/state.ts";
import {
  makeDirectory,
  realPath,
  ROOT,
  type ServerFile,
  type ServerFiles,
  writeFile,
  WWW,
} from "../../src/demoPanel/serverFiles.ts";
import { writeBrokenPages } from "../../src/demoPanel/seed.ts";
import { makeProjectFiles } from "../../src/demoPanel/demoProjects.ts";
import type { TestState } from "../demoPanel/state.ts";
import { handlers as aapanelHandlers } from "../demoPanel/aapanel/handlers.ts";
import { handlers as baotaHandlers } from "../demoPanel/baota/handlers.ts";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import { addOrder, servedCertificate } from "./demoCertificates.ts";
import {
  type ApiSettings,
  JAVA_PORT,
  type JavaBehavior,
  type ProjectType,
  type ServedSite,
  type Server,
  type ServerProcess,
  type Undo,
  type Visit,
} from "./server.ts";
import { demoPage } from "./demoPages.ts";

/** Delays for tests, in milliseconds of the machine. */
const QUICK: Delays = {
  ...Object.fromEntries(Object.keys(defaultDelays).map((name) => [name, 100])),
  upgradeChunk: 1,
  // end marks tell seconds: of two runs in one second the end of the second is not seen
  task: 1_000,
} as Delays;

const usualHandlers: Readonly<Record<KnownEdition, SomeHandlers>> = { baota: baotaHandlers, aapanel: aapanelHandlers };

/** How long a panel that restarts refuses to be called, in milliseconds of the machine. */
const RESTART_MS = 500;

/** Operations that start a Java project. */
const STARTS = ["java.start", "java.restart", "java.changeLogPath", "java.moveLogOfStopped"] as const;

/** Live options of the panel. */
interface LiveOptions {
  readonly edition: KnownEdition;
  readonly schedule: Schedule;
  readonly createServer: (listener: http.RequestListener) => http.Server;
  readonly delays: { -readonly [Name in keyof Delays]: Delays[Name] };
  readonly handlers: { [Id in OperationId]?: DemoHandler };
  readonly runsCommands: true;
  allowedAddresses?: readonly string[];
}

/** A demo panel, whose state stands for its server. */
export class DemoServer implements Server {
  #panel: DemoPanel | undefined;
  #listening: http.Server | undefined;
  readonly #options: LiveOptions;
  readonly #speed: number;
  /** How many requests are not answered yet. */
  #underWay = 0;
  /** Names of served sites while the configuration of the web server is broken. */
  #served: ReadonlySet<string> | undefined;

  /** @param speed of the product's clock */
  static async start(edition: KnownEdition, speed: number): Promise<DemoServer> {
    const server = new DemoServer(edition, speed);
    server.#panel = await startDemoPanel(server.#options);
    // downloads fail
    server.panel.state.terminal.isOffline = true;
    return server;
  }

  private constructor(edition: KnownEdition, speed: number) {
    this.#speed = speed;
    const createServer: LiveOptions["createServer"] = (listener) =>
      (this.#listening = http.createServer((request, response) => {
        this.#underWay += 1;
        response.once("close", () => (this.#underWay -= 1));
        listener(request, response);
      }));
    const schedule = new Schedule();
    this.#options = { edition, schedule, createServer, delays: { ...QUICK }, handlers: {}, runsCommands: true };
  }

  readonly keepBusy = async () => assert.fail("a demo panel has no queue");
  readonly page: Server["page"] = async (site, path) => demoPage(this.#state, site, path);
  readonly turnOffAndOn = async () => assert.fail("a demo panel has no page of its own");

  get panel(): DemoPanel {
    return this.#panel ?? assert.fail("it was not started");
  }

  /** Whether it has something to answer, or to do later, or runs a script. */
  get isBusy(): boolean {
    return this.#underWay > 0 || this.#options.schedule.pending > 0 || this.panel.shell.isRunning;
  }

  get #state(): TestState {
    return this.panel.state;
  }

  /** Changes files, also while a script runs on them. */
  #change(change: (files: ServerFiles) => void): void {
    const { shell, state } = this.panel;
    shell.synchronise();
    change(state.files);
    shell.synchronise();
  }

  async lacks(): Promise<undefined> {
    return undefined;
  }

  async isServed({ name }: ServedSite): Promise<boolean> {
    return this.#served?.has(name) ?? this.#state.sites.some((site) => site.name === name && site.running);
  }

  async visit(_site: Pick<ServedSite, "name" | "port">, time: number): Promise<void> {
    writeBrokenPages(this.#state, time);
  }

  async keepVisiting(site: ServedSite) {
    const visits: Visit[] = [];
    const read = (path: string) => demoPage(this.#state, site, `/${path}`);
    const visiting = setInterval(() => {
      const { status, text } = read("page.php");
      const part = read("part.php").text;
      visits.push({
        at: Date.now(),
        page: { status, text: `${echoed(text)}/${echoed(part)}` },
        asset: read("asset.txt"),
      });
    }, 40);
    return {
      async end() {
        clearInterval(visiting);
        return visits;
      },
    };
  }

  async isDirectory(path: string): Promise<boolean> {
    return this.#state.files.has(path);
  }

  async has(path: string): Promise<boolean> {
    return this.#state.files.has(path);
  }

  async access(path: string) {
    const { uid = Number.NaN, gid = Number.NaN, mode = Number.NaN } = this.#state.files.get(path) ?? {};
    return { uid, gid, mode };
  }

  async isLocked(path: string): Promise<boolean> {
    return this.#state.files.get(path)?.isLocked === true;
  }

  async hashes(directory: string): Promise<ReadonlyMap<string, string>> {
    this.panel.shell.synchronise();
    const real = realPath(this.#state.files, directory);
    const below = [...this.#state.files].filter(([path, { bytes }]) => bytes && path.startsWith(`${real}/`));
    const sha1 = (bytes: Buffer | undefined) =>
      createHash("sha1")
        .update(bytes ?? "")
        .digest("hex");
    return new Map(below.map(([path, { bytes }]) => [path.slice(real.length + 1), sha1(bytes)]));
  }

  async below(directory: string): Promise<readonly string[]> {
    this.panel.shell.synchronise();
    const real = realPath(this.#state.files, directory);
    const paths = [...this.#state.files.keys()].filter((path) => path.startsWith(`${real}/`));
    return paths.map((path) => path.slice(real.length + 1));
  }

  async read(path: string): Promise<Buffer> {
    return this.panel.state.files.get(path)?.bytes ?? Buffer.alloc(0);
  }

  async lines(path: string): Promise<readonly string[]> {
    return this.#fileAt(path) ?? [];
  }

  async hasFtpUser(name: string): Promise<boolean> {
    return this.#state.web.ftpUsers.some((user) => user.name === name);
  }

  async hasDatabase(name: string): Promise<boolean> {
    return this.#state.web.databases.some((database) => database.name === name);
  }

  async listener(port: number): Promise<number | undefined> {
    const servers = this.#state.javaProjects.map(({ server }) => server).filter(({ ports }) => ports.includes(port));
    const runs = servers.flatMap(({ run, lost }) => [lost ?? [], run ?? []].flat());
    const project = this.#state.projects.find((each) => each.port === port);
    return runs.find(({ listening }) => listening)?.pids[0] ?? project?.run?.pid;
  }

  async container(name: string) {
    const found = this.#state.containers.find((container) => container.name === name);
    return found && { status: found.status, startedAt: found.startedAt };
  }

  async containerLines(name: string): Promise<readonly string[]> {
    return this.#state.containers.find((container) => container.name === name)?.log ?? [];
  }

  async addProject(type: ProjectType, name: string, port: number, user: "root" | "www" = "root"): Promise<void> {
    const run = { pid: (this.#state.services.lastPid += 7), since: Math.floor(Date.now() / 1000) - 60 };
    this.#state.processes.begin(run.pid, run.since * 1000);
    this.#state.projects.push({ type, name, note: "", port, user, run, log: [`${name} is up`] });
    this.#change((files) => makeProjectFiles(files, { type, name }, Math.floor(Date.now() / 1000) - 60));
  }

  async breakProject(_type: ProjectType, name: string): Promise<void> {
    const found = this.#state.projects.find((project) => project.name === name);
    if (found !== undefined) found.endsAtOnce = true;
  }

  async addTask(name: string, end?: "exit 3"): Promise<void> {
    const cycle = ["Daily", "每天"] as const;
    const rhythm = { type: "day", where1: "", where_hour: 3, where_minute: 30 };
    const id = this.#state.scheduledTasks.length + 9;
    const task = { id, name, cycle, rhythm, echo: `c${id}`, on: true, writes: `${name} ran` };
    this.#state.scheduledTasks.push({ ...task, ...(end !== undefined && { exits: true }) });
  }

  async removeTasks(beginning: string): Promise<void> {
    const { scheduledTasks } = this.#state;
    for (const task of scheduledTasks.filter(({ name }) => name.startsWith(beginning)))
      scheduledTasks.splice(scheduledTasks.indexOf(task), 1);
  }

  async task(name: string) {
    const task = this.#state.scheduledTasks.find((each) => each.name === name);
    const bytes = this.#state.files.get(`/www/server/cron/${task?.echo}.log`)?.bytes?.length ?? 0;
    return { bytes, isOn: task?.on === true };
  }

  async serviceProcess(name: string): Promise<number | undefined> {
    return this.#state.services.all.find((service) => service.name === name)?.pid;
  }

  async webServerWorkers() {
    return this.#state.services.all.find(({ name }) => name === "nginx")?.workers ?? [];
  }

  readonly servedCertificate = async (name: string) => servedCertificate(this.#state, name);
  readonly logsWith = async () => [];

  async hasOrder(index: string): Promise<boolean> {
    return this.#state.certificateOrders.some((order) => order.index === index);
  }

  /** Plays an offline server: its panel takes an empty file for the package (docs/protocol.md 11.4). */
  async terminal() {
    const { settings } = this.#state.terminal;
    return {
      completion: settings?.use_completion ?? false,
      theme: settings?.terminal_theme ?? false,
      aiShell: settings?.ai_shell ?? false,
      aiAnalysis: settings?.ai_shell_analyze ?? true,
      hasPackage: false,
    };
  }

  async composer(): Promise<string | undefined> {
    return this.#state.composer.version || undefined;
  }

  async phpVersions(): Promise<readonly string[]> {
    return this.#state.web.phpVersions;
  }

  async processors(): Promise<number> {
    return 4;
  }

  /** Its scripts run on this computer. */
  async processesOf(word: string): Promise<readonly ServerProcess[]> {
    const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const found = ids.map(async (id): Promise<readonly ServerProcess[]> => {
      try {
        const command = (await readFile(`/proc/${id}/cmdline`, "utf8")).replaceAll(/[\0\n]/g, " ");
        const directory = await readlink(`/proc/${id}/cwd`);
        return `${command} ${directory}`.includes(word) ? [{ pid: Number(id), command }] : [];
      } catch {
        // it has ended, or is somebody else's
        return [];
      }
    });
    return (await Promise.all(found)).flat();
  }

  async saved() {
    const { hosts, commands } = this.#state.terminal;
    return { hosts: hosts.map(({ id }) => id), commands: commands.map(({ title }) => title) };
  }

  async put(path: string, bytes: Uint8Array, mode = 0o644): Promise<void> {
    this.#change((files) => {
      const real = realPath(files, path);
      writeFile(files, real, Buffer.from(bytes), Math.floor(Date.now() / 1000));
      files.set(real, { ...(files.get(real) ?? assert.fail(real)), mode });
    });
  }

  async link(path: string, to: string): Promise<void> {
    this.#state.files.set(path, { ...ROOT, mode: 0o777, mtime: 1, linkTo: to });
  }

  async move(from: string, to: string): Promise<void> {
    this.#change((files) => {
      files.set(to, files.get(from) ?? assert.fail(from));
      files.delete(from);
    });
  }

  async remove(directory: string): Promise<void> {
    this.#change((files) => {
      for (const path of files.keys()) if (`${path}/`.startsWith(`${directory}/`)) files.delete(path);
    });
  }

  async lock(path: string, attribute: "i" | "a"): Promise<Undo> {
    const file = this.#state.files.get(path) ?? assert.fail(path);
    const locked: ServerFile = { ...file, ...(attribute === "i" ? { isLocked: true } : { growsOnly: true }) };
    this.#change((files) => files.set(path, locked));
    return async () => this.#change((files) => files.set(path, file));
  }

  async mount(path: string, from: { readonly directory: string } | { readonly bytes: number }): Promise<Undo> {
    this.#change((files) => {
      makeDirectory(files, path, Math.floor(Date.now() / 1000));
      const directory = files.get(path) ?? assert.fail(path);
      files.set(path, { ...directory, device: 9, ...("bytes" in from && { capacity: from.bytes }) });
    });
    return async () => this.remove(path);
  }

  async give(path: string, user: "root" | "www"): Promise<void> {
    const owner = user === "root" ? ROOT : WWW;
    this.#change((files) => files.set(path, { ...(files.get(path) ?? assert.fail(path)), ...owner }));
  }

  async setMode(path: string, mode: number): Promise<void> {
    this.#change((files) => files.set(path, { ...(files.get(path) ?? assert.fail(path)), mode }));
  }

  async age(path: string, minutes: number): Promise<void> {
    const mtime = Math.floor(Date.now() / 1000) - minutes * 60;
    this.#change((files) => files.set(path, { ...(files.get(path) ?? assert.fail(path)), mtime }));
  }

  async setRoot(name: string, root: string): Promise<void> {
    this.#change((files) => makeDirectory(files, realPath(files, root), Math.floor(Date.now() / 1000)));
    for (const site of this.#state.sites) if (site.name === name) site.path = root;
  }

  async write(path: string, line: string): Promise<void> {
    const file = this.#fileAt(path);
    if (file !== undefined) file.push(line);
    else writeFile(this.panel.state.files, path, Buffer.from(`${line}\n`), Math.floor(Date.now() / 1000));
  }

  async addJavaProject(name: string): Promise<void> {
    const { javaProjects, web } = this.#state;
    const now = Date.now();
    const project: DemoJavaProject = {
      id: ++web.lastSiteId,
      name,
      note: "",
      javaType: "springboot",
      server: {
        ports: [JAVA_PORT],
        run: { pids: [(this.#state.serial += 3)], since: now - 60_000, listening: true },
        log: [`Started on port ${JAVA_PORT}`],
      },
      logFile: `/var/tmp/springboot/vhost/logs/${name}.log`,
      domains: [],
      path: `/www/wwwroot/${name}/program.jar`,
      running: true,
      typeId: 0,
      projectType: "Java",
      php: "静态",
      certificate: undefined,
    };
    javaProjects.push(project);
    // an empty archive
    const jar = Buffer.concat([Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]);
    writeFile(this.#state.files, project.path, jar, Math.floor(now / 1000));
    const file = this.#state.files.get(project.path);
    if (file !== undefined) this.#state.files.set(project.path, { ...file, uid: 0, gid: 0, mode: 0o600 });
  }

  async setJavaBehavior(name: string, { listensAfterMs, endsAfterMs }: JavaBehavior): Promise<void> {
    this.#options.delays.javaListen = listensAfterMs === undefined ? QUICK.javaListen : listensAfterMs / this.#speed;
    for (const id of STARTS) {
      delete this.#options.handlers[id];
      const start = usualHandlers[this.#options.edition][id];
      if (endsAfterMs === undefined || start === undefined) continue;
      this.#options.handlers[id] = (context) => {
        const { server } = this.#state.javaProjects.find((project) => project.name === name) ?? {};
        if (server !== undefined) endLater(server, server.run, endsAfterMs / this.#speed, context.schedule);
        return start(context);
      };
    }
  }

  async addContainer(name: string, line: string): Promise<void> {
    this.#addContainer(name, line);
  }

  async addBrokenContainer(name: string): Promise<void> {
    this.#addContainer(name, undefined);
  }

  async addOrder(index: string, domain: string, validUntil: number): Promise<void> {
    addOrder(this.#state, index, domain, validUntil);
  }

  readonly secure: Server["secure"] = async (site) => this.addCertificate(site, 30);

  async addCertificate({ name }: ServedSite, days: number): Promise<void> {
    const validTo = Date.now() + days * 86_400_000;
    for (const site of this.#state.sites)
      if (site.name === name) site.certificate = { issuer: name, validTo, domains: [name] };
  }

  async breakWebServer(): Promise<Undo> {
    const { web, sites, services } = this.#state;
    this.#served = new Set(sites.filter(({ running }) => running).map(({ name }) => name));
    web.configurationError = services.webProblem = 'nginx: [emerg] unknown directive "broken"';
    return async () => {
      web.configurationError = services.webProblem = undefined;
      this.#served = undefined;
    };
  }

  async breakPhp(): Promise<Undo> {
    const { services } = this.#state;
    services.phpProblem =
      "[01-Jan-2026 00:00:00] ERROR: [/www/server/php/82/etc/php-fpm.conf:99] unknown entry 'broken'";
    return async () => {
      services.phpProblem = undefined;
    };
  }

  async changeApi({ open = true, limit_addr = ["*"] }: ApiSettings): Promise<Undo> {
    const set = (isOpen: boolean, allowedAddresses: readonly string[]) => {
      this.#state.switches.apiOpen = isOpen;
      this.#options.allowedAddresses = allowedAddresses;
    };
    set(open, limit_addr);
    return async () => set(true, ["*"]);
  }

  /** Without MySQL a deletion silently keeps the database. */
  async stopMysql(): Promise<Undo> {
    const deleteSite = usualHandlers[this.#options.edition]["site.delete"];
    this.#options.handlers["site.delete"] = (context) =>
      deleteSite?.({ ...context, fields: { ...context.fields, database: "0" } });
    return async () => void delete this.#options.handlers["site.delete"];
  }

  async kill(processes: readonly ServerProcess[]): Promise<void> {
    for (const { pid } of processes) process.kill(pid, "SIGKILL");
  }

  async restartPanel(): Promise<void> {
    const server = this.#listening ?? assert.fail("it was not started");
    const { port, address } = server.address() as AddressInfo;
    server.close();
    server.closeAllConnections();
    await sleep(RESTART_MS);
    await once(server.listen(port, address), "listening");
  }

  async keep(what: "terminal" | "composer"): Promise<Undo> {
    const { terminal, composer } = this.#state;
    const [{ settings }, { version }] = [terminal, composer];
    return async () => {
      if (what === "terminal") terminal.settings = settings;
      else composer.version = version;
    };
  }

  /** Everything goes with the panel. */
  async sweep(): Promise<void> {}

  #addContainer(name: string, line: string | undefined): void {
    const { containers } = this.#state;
    const isUp = line !== undefined;
    const serial = (this.#state.serial += 1);
    containers.unshift({
      id: serial.toString(16).padStart(64, "5"),
      name,
      image: "busybox",
      created: Math.floor(Date.now() / 1000),
      ports: {},
      endsAtOnce: !isUp,
      status: isUp ? "running" : "created",
      startedAt: isUp ? dockerTime(Date.now(), serial) : NEVER,
      log: isUp ? [line] : [],
    });
  }

  /** Finds the lines of a log file; seeded websites may need new ones. */
  #fileAt(path: string): string[] | undefined {
    const { sites, javaProjects, upgrade } = this.#state;
    const project = javaProjects.find(({ logFile }) => logFile === path);
    if (project !== undefined) return project.server.log;
    if (path.endsWith("/upgrade_py313.log")) return upgrade.log?.split("\n");
    const site = sites.find(
      ({ name }) => path === `/www/wwwlogs/${name}.log` || path === `/www/wwwlogs/${name}.error.log`,
    );
    if (site === undefined) return undefined;
    site.logs ??= { access: [], error: [] };
    return path.endsWith(".error.log") ? (site.logs.error ??= []) : (site.logs.access ??= []);
  }
}

/** Ends the processes of the next start some time after they listen. */
function endLater(server: JavaServer, old: JavaRun | undefined, ms: number, schedule: Schedule): void {
  schedule.after(5, () => {
    const { run } = server;
    if (run === undefined || run === old || !run.listening) {
      endLater(server, old, ms, schedule);
      return;
    }
    schedule.after(ms, () => {
      if (server.run === run) server.run = undefined;
    });
  });
}

/** What a page of PHP echoes first. */
function echoed(page: string): string {
  return /echo "([^" ]*)/.exec(page)?.[1] ?? "";
}
