import { containerHandlers } from "./demoContainers.ts";
import { fileHandlers } from "./files.ts";
import { statusReply, stampedReply, htmlEscape, stamped } from "./http.ts";
import { javaLog, newRun } from "./javaServers.ts";
import { javaLines } from "./lines.ts";
import { sentence, type Language, type SentenceName } from "./demoSentences.ts";
import { sharedHandlers, systemHandlers } from "./server.ts";
import { siteSettingHandlers } from "./siteSettings.ts";
import { rewriteText, setRunPath, startServing, stopServing } from "./runPath.ts";
import { makeDirectory } from "./serverFiles.ts";
import {
  addSite as addSiteBy,
  allDomains,
  isKeyDirectory,
  keyDirectories,
  cutPage,
  certificateField,
  matching,
  siteColumns,
  accountHandlers,
  siteLog,
  domainRows,
  removeSite,
  siteOf,
} from "./demoSites.ts";
import {
  type SiteLogs,
  type SiteRecord,
  type HandlerContext,
  integer,
  required,
  type DemoJavaProject,
  type JavaRun,
  type JavaServer,
  type DemoState,
  type DemoHandlers,
} from "./state.ts";

/** Creates a site; a domain can be used once, whatever the port. */
export const addSite = addSiteBy({
  rootProblem({ language }, root) {
    if (isKeyDirectory(root) || root === "/www/wwwroot") return sentence(language, "systemDirectory", keyDirectories);
    return undefined;
  },
  arePorts: isPort,
  domainProblem({ state, language }, { host }) {
    if (host.includes("*")) return sentence(language, "badDomain");
    const isTaken = allDomains(state).some((taken) => taken.split(":")[0] === host);
    if (isTaken) return sentence(language, "siteExists");
    return undefined;
  },
  nameOf: (_, { host }) => host,
  more: { ssl: false, redirect: true },
});

/** Accepts ports from 100, and 80, although the message does not mention it. */
function isPort(port: string): boolean {
  return /^\d{1,5}$/.test(port) && (port === "80" || (Number(port) >= 100 && Number(port) <= 65_535));
}

/** Websites (docs/protocol.md 6). */
export const siteHandlers = {
  ...accountHandlers,
  /** Lists PHP and WordPress sites. */
  "site.list": (context: HandlerContext) => {
    const { state, fields, now, language } = context;
    const sites = state.sites.filter(({ projectType }) => projectType === "PHP" || projectType === "WP");
    const { html, rows } = cutPage(context, sitesFound(sites, fields), 20);
    return { page: html, data: rows.map((site) => siteRow(site, language, now())) };
  },
  "site.domains": ({ state, fields }: HandlerContext) => domainRows(siteOf(state, integer(fields, "search", 0))),
  "site.phpVersions": ({ state: { web }, language }: HandlerContext) => [
    { version: "00", name: sentence(language, "static") },
    ...web.phpVersions.map((version) => ({ version, name: `PHP-${version}` })),
  ],
  "site.types": ({ state, language }: HandlerContext) => [
    { id: 0, name: sentence(language, "defaultCategory") },
    ...state.web.categories,
  ],
  "site.create": addSite,
  "site.delete": (context: HandlerContext) => {
    const { state, fields, language } = context;
    const site = siteOf(state, integer(fields, "id", 0));
    if (site === undefined) return statusReply(false, sentence(language, "noSuchSite"));
    removeSite(context, site);
    return statusReply(true, sentence(language, "siteDeleted"));
  },
  "site.accessLog": (context: HandlerContext) => readLog(context, "access"),
  "site.errorLog": (context: HandlerContext) => readLog(context, "error"),
  "site.start": (context: HandlerContext) => setRunning(context, true),
  "site.stop": (context: HandlerContext) => setRunning(context, false),
  "site.setRunPath": setRunPath(rewriteText, "Setup successfully!"),
  ...siteSettingHandlers("aapanel"),
};

/** Answers alike for a missing site and a missing log (docs/protocol.md 6.30). */
function readLog(context: HandlerContext, which: keyof SiteLogs): unknown {
  const text = siteLog(context, which, Number(context.fields["lines"] ?? "99999"));
  if (text === undefined) return stampedReply(-1, { result: sentence(context.language, "noLogFile") }, context.now());
  return stampedReply(0, { result: text }, context.now());
}

function siteRow(site: SiteRecord, language: Language, now: number): Readonly<Record<string, unknown>> {
  return { ...siteColumns(site), php_version: phpOf(site, language), ssl: certificateField(site.certificate, now) };
}

function phpOf({ php }: SiteRecord, language: Language): string {
  if (php === "静态") return sentence(language, "static");
  if (php === "其它") return sentence(language, "otherPhp");
  return php;
}

/** Filters sites by name, note, domains and type. */
export function sitesFound(sites: readonly SiteRecord[], fields: HandlerContext["fields"]): readonly SiteRecord[] {
  const { search = "" } = fields;
  const type = integer(fields, "type", -1);
  return matching(sites, "").filter(
    ({ name, note, domains, typeId }) =>
      [name, note, ...domains].some((text) => text.includes(search)) && (type === -1 || typeId === type),
  );
}

/** Answers alike whether or not the site was running, and for one that does not exist. A start forgets the run path (docs/protocol.md 6.49). */
function setRunning({ state, fields, language, now }: HandlerContext, running: boolean): unknown {
  const site = siteOf(state, integer(fields, "id", 0));
  required(fields, "name");
  if (site !== undefined) {
    site.running = running;
    if (running) startServing(state, site, now());
    else stopServing(state, site, now());
  }
  return statusReply(true, sentence(language, running ? "siteStarted" : "siteStopped"));
}

/** Describes a project in the Java list (docs/protocol.md 7.12); only the main process listens. */
export function javaRow(project: DemoJavaProject): Readonly<Record<string, unknown>> {
  const { id, name, note, javaType, path, logFile, domains, server } = project;
  const { run, ports } = server;
  const listen = run?.listening === true ? ports : [];
  const connections = listen.map((port) => ({ status: "LISTEN", local_port: port }));
  const create_time = Math.floor((run?.since ?? 0) / 1000);
  const processes = (run?.pids ?? []).map((pid, index) => [
    String(pid),
    { create_time, connections: index === 0 ? connections : [] },
  ]);
  return {
    id,
    name,
    ps: htmlEscape(note),
    project_config: { java_type: javaType, port: ports[0] ?? "", logs: logFile, project_jar: path, domains },
    run: run !== undefined,
    load_info: Object.fromEntries(processes) as object,
    listen,
  };
}

type Context = Pick<HandlerContext, "state" | "now" | "delays" | "schedule">;

/**
 * Starts new processes, whose ids replace the old ones. If other processes still hold the ports, the new ones soon die, and the panel
 * knows of none (docs/protocol.md 7.14, 7.16).
 */
export function launchJavaProcesses(server: JavaServer, context: Context): void {
  const { delays, schedule } = context;
  const run = newRun(server, context);
  const isHeld = server.ports.length > 0 && (server.run ?? server.lost) !== undefined;
  if (isHeld) server.lost ??= server.run;
  server.run = run;
  if (isHeld) {
    schedule.after(delays.javaEnd, () => {
      server.log.push(...PORT_IN_USE);
      end(server, run);
    });
    return;
  }
  server.log.push(...javaLines.start({ pid: run.pids[0] ?? 0, ports: server.ports }, run.since));
  if (server.ports.length > 0) schedule.after(delays.javaListen, () => (run.listening = true));
}

/** Asks the processes to end, without waiting for it. */
export function terminateJavaProcesses(server: JavaServer, { delays, schedule }: Context): void {
  const { run } = server;
  if (run !== undefined) schedule.after(delays.javaEnd, () => end(server, run));
}

function end(server: JavaServer, run: JavaRun): void {
  if (server.run === run) server.run = undefined;
  if (server.lost === run) server.lost = undefined;
}

const PORT_IN_USE = [
  'Exception in thread "main" java.net.BindException: Address already in use',
  "\tat java.base/sun.nio.ch.Net.bind0(Native Method)",
  "\tat java.base/java.net.ServerSocket.<init>(ServerSocket.java:274)",
  "\tat com.example.Application.main(Application.java:9)",
];

/** Java projects (docs/protocol.md 7.11). A start reports success even if the processes die. */
export const javaHandlers = {
  "java.list": (context: HandlerContext) => {
    const { html, rows } = cutPage(context, matching(context.state.javaProjects, context.fields["search"] ?? ""), 20);
    return { page: html, data: rows.map(javaRow) };
  },
  /** Loses the processes of a running project: the panel keeps the ids of the new ones, which die because of the port. */
  "java.start": async (context: HandlerContext) => {
    const project = projectOf(context);
    if (project === undefined) return replyWith(context, false, "noSuchProject");
    launchJavaProcesses(project.server, context);
    await context.schedule.sleep(context.delays.javaProcess);
    return replyWith(context, true, "javaStarted");
  },
  /** Answers before the processes have ended. */
  "java.stop": (context: HandlerContext) => {
    const project = projectOf(context);
    if (project === undefined) return replyWith(context, false, "noSuchProject");
    if (project.server.run === undefined) return replyWith(context, false, "javaNotRunning");
    terminateJavaProcesses(project.server, context);
    return replyWith(context, true, "javaStopped");
  },
  "java.log": (context: HandlerContext) => {
    const project = projectOf(context);
    if (project === undefined) return missing(context);
    return javaLog(project);
  },
  /** Starts the project anew; if the path is a file, nothing can start. */
  "java.moveLogOfStopped": async (context: HandlerContext) => {
    const { state, fields, schedule, delays } = context;
    const project = projectOf(context);
    if (project === undefined) return replyWith(context, false, "noProjectOfLog");
    const path = fields["path"] ?? "";
    if (!path.startsWith("/")) return replyWith(context, false, "invalidPath");
    const directory = path.replace(/\/$/, "");
    const isFile = state.files.get(directory)?.bytes !== undefined;
    if (!isFile) makeDirectory(state.files, directory, Math.floor(context.now() / 1000));
    project.logFile = `${directory}/${project.name}.log`;
    project.server.log.length = 0;
    terminateJavaProcesses(project.server, context);
    if (!isFile) launchJavaProcesses(project.server, context);
    await schedule.sleep(delays.javaProcess);
    return replyWith(context, true, "logPathChanged");
  },
};

/** Finds the project that is asked for; throws without a name. */
export function projectOf({ state, fields }: { readonly state: DemoState } & Pick<HandlerContext, "fields">) {
  const name = required(fields, "project_name");
  return state.javaProjects.find((project: DemoJavaProject) => project.name === name);
}

/** The message of a read, which differs from a change's message by its exclamation mark. */
function missing({ language }: HandlerContext): unknown {
  return statusReply(false, `${sentence(language, "noSuchProject")}!`);
}

function replyWith({ language }: HandlerContext, status: boolean, name: SentenceName): unknown {
  return statusReply(status, sentence(language, name));
}

/** The panel itself; the uptime is always English (docs/protocol.md 13). */
const system = systemHandlers({
  uptime: (upMs) => `${Math.floor(upMs / 86_400_000)} Day(s)`,
  sizes: ({ total, used, free }, percent) => [
    ...[total, used, free].map((size) => `${size.toFixed(2)}G`),
    `${Math.ceil(percent)}%`,
  ],
});

/** The handlers of a demo aaPanel. */
export const handlers: DemoHandlers<"aapanel"> = {
  ...system,
  ...sharedHandlers,
  /** Answers in the second envelope, which reveals the edition (docs/protocol.md 14.1). */
  "system.edition": (context: HandlerContext) => stampedReply(0, system["system.total"](context), context.now()),
  ...siteHandlers,
  ...javaHandlers,
  ...containerHandlers(stamped, ({ language, now }) =>
    stampedReply(-1, { result: sentence(language, "noSuchContainer") }, now()),
  ),
  ...fileHandlers({ envelope: stamped, mode: 0o644, hidesBrokenLinks: true, trimsDeleted: true }),
};
