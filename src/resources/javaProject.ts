import * as l10n from "@vscode/l10n";
import type { JavaProject } from "../wire/operations/java.ts";
import { plainText, visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import { facts } from "./facts.ts";
import { type ActionInput, type Identity, resource, type Call, type ResourceState, type Target } from "./resource.ts";
import {
  findProject,
  newProcesses,
  onUpTimeout,
  PAGE_SIZE,
  portsOf,
  runsAnew,
  startsProcess,
  stateOf,
  verifyProcesses,
} from "./processes.ts";
import { eachOnce } from "./publishedPorts.ts";
import { whyNoDirectory } from "./lookAtFile.ts";
import { deploying, offersOfFiles, restarted, started, stopped } from "./words.ts";

const observe = async (call: Call, { key }: Target): Promise<JavaProject | undefined> =>
  findProject((page) => call("java.list", { page, limit: PAGE_SIZE }), key);

const identityOf = ({ name, type, id }: JavaProject): Identity => [name, type, id?.toString()];
const look = { observe, identity: identityOf };
const { restarts, starts, stops } = verifyProcesses(look);

const start = (call: Call, { key }: Target) => call("java.start", { project: key });

/** The other projects in the built-in Tomcat, which one project's restart or stop interrupts (docs/protocol.md 7.9). */
const sharingTomcat = (project: JavaProject, all: readonly JavaProject[]) =>
  project.type === "neizhi" ? all.filter((other) => other.type === "neizhi" && other.name !== project.name) : [];

/** What happens to a project in this state when its log directory changes. */
export function startText(state: ResourceState): string {
  if (state === "stopped") return l10n.t("The project is stopped, and starts.");
  if (state === "running" || state === "starting") return l10n.t("The project restarts.");
  return l10n.t("The project restarts, or starts where it is stopped.");
}

/** The states of what the panel lists. */
const LISTED = ["running", "starting", "stopped", "unknown"] as const;

/** Java projects (docs/protocol.md 7). */
export const javaProject = resource<JavaProject, JavaProject>()({
  words: {
    list: () => l10n.t("Java Projects"),
    one: () => l10n.t("Java project"),
    many: (count) => l10n.t("{0} Java projects", count),
    all: () => l10n.t("Java projects"),
    none: () => l10n.t("No Java projects"),
    whereMade: () => l10n.t("add one in the panel"),
  },
  icon: "coffee",
  factNames: { language: () => l10n.t("Language") },
  rowFacts: ["javaProject.language", "port", "pid"],
  listedBy: "java.list",
  list: (call, page) => call("java.list", { page, limit: PAGE_SIZE }),
  key: (project) => project.name,
  identity: identityOf,
  label: (project) => project.name ?? "",
  state: stateOf,
  facts: (project) =>
    facts({
      "javaProject.language": "Java",
      type: project.type,
      port: project.port,
      pid: project.pids?.join(", "),
      listening: project.listening?.join(", "),
      logPath: project.logPath,
      domains: project.domains?.join(", "),
      note: project.note === undefined ? undefined : plainText(project.note),
    }),
  seenRows: (project) => [project],
  procedures: deploying({
    deploy: LISTED,
    rollBack: ["running", "starting", "stopped"],
  }),
  actions: {
    restart: {
      operation: "java.restart",
      words: {
        ...restarted,
        ...startsProcess,
      },
      offered: ["running", "starting", "unknown", "manual"],
      inline: ["running", "starting", "unknown", "manual"],
      logMayExplain: true,
      send: (call, { key }) => call("java.restart", { project: key }),
      detour: { first: "stop", runsAnew, second: { operation: "java.start", send: start } },
      verification: restarts,
      alsoAffects: sharingTomcat,
    },
    start: {
      operation: "java.start",
      words: {
        ...started,
        ...startsProcess,
      },
      offered: ["stopped", "unknown", "manual"],
      inline: ["stopped"],
      logMayExplain: true,
      send: start,
      refusedIfAlready: true,
      // starting a running project loses its process (docs/protocol.md 7.16)
      missingField: ({ pids, startsBlindly }) => (pids === undefined && startsBlindly === true ? "run" : undefined),
      verification: starts,
    },
    stop: {
      operation: "java.stop",
      words: {
        ...stopped,
      },
      offered: ["running", "starting", "unknown", "manual"],
      logMayExplain: true,
      send: (call, { key }) => call("java.stop", { project: key }),
      refusedIfAlready: true,
      verification: stops,
      alsoAffects: sharingTomcat,
    },
    changeLogPath: {
      operation: "java.changeLogPath",
      words: {
        ...startsProcess,
        effect: ({ path = "" }, _many, state) =>
          sentences(l10n.t("The log goes to {0}, which is created if needed.", path), startText(state)),
        done: (target, panel) =>
          l10n.t("“{0}” on “{1}” runs in a new process and writes its log to the new directory.", target, panel),
        atPage: ({ path = "" }) =>
          l10n.t("The panel answered with an error page, as it does where it cannot create {0}.", visibleText(path)),
        notForAll: () => l10n.t("Panels support this only for Spring Boot projects."),
      },
      offered: ["running", "starting", "stopped", "unknown", "manual"],
      oneAtATime: true,
      // other types have no log directory in the panel (docs/protocol.md 7.7)
      appliesTo: ({ type }) => type === undefined || type === "springboot",
      undo: (row) => {
        const path = logDirectoryOf(row);
        if (path === undefined) return undefined;
        return { path };
      },
      logMayExplain: true,
      obstacle: (call, { path = "" }) => whyNoDirectory(call, path),
      send: (call, { key }, { path }) => call("java.changeLogPath", { project: key, path: path ?? "" }),
      detour: {
        first: "stop",
        runsAnew,
        second: {
          operation: "java.moveLogOfStopped",
          send: (call, { key }, { path }) => call("java.moveLogOfStopped", { project: key, path: path ?? "" }),
        },
      },
      verification: {
        ...look,
        observe: restarts.observe,
        proofs: newProcesses.map((proof) => ({
          ...proof,
          isShown: (now: JavaProject, before: JavaProject, input: ActionInput) =>
            isDirectlyIn(now.logPath, input.path) && proof.isShown(now, before, input),
        })),
        onTimeout: onUpTimeout,
        evidence: ({ logPath, pids }) => facts({ logPath, pid: pids?.join(", ") })[0],
      },
    },
  },
  ports: { offered: ["running", "unknown"], of: portsOf },
  copies: [
    {
      what: () => l10n.t("Port"),
      textOf: ({ port, listening = [] }) => (port === undefined || port === "" ? eachOnce(listening) : port),
    },
    { what: () => l10n.t("Process ID"), textOf: ({ pids = [] }) => eachOnce(pids) },
    { what: () => l10n.t("Log Path"), textOf: ({ logPath }) => logPath },
  ],
  offers: { openFiles: { offered: LISTED }, ...offersOfFiles(LISTED) },
  log: {
    offered: LISTED,
    mode: "tail",
    pieces: 3_000,
    read: async (call, key) => ({ text: (await call("java.log", { project: key })).text ?? "" }),
  },
});

/** Whether the log file is directly in the directory. */
function isDirectlyIn(file: string | undefined, directory: string | undefined): boolean {
  if (file === undefined || directory === undefined) return false;
  const plain = (path: string) => path.replace(/\/+/g, "/");
  return /^(.*\/)[^/]+$/.exec(plain(file))?.[1] === plain(`${directory}/`);
}

/** The directory of a project's log file, if the panel sent it. */
export function logDirectoryOf(row: unknown): string | undefined {
  return (row as JavaProject | undefined)?.logPath?.replace(/\/[^/]*$/, "");
}
