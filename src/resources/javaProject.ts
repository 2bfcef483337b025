import * as l10n from "@vscode/l10n";
import type { JavaProject } from "../wire/operations/java.ts";
import { lengthOf, type Listing } from "../wire/answers/listing.ts";
import { plainText, visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import { facts } from "./facts.ts";
import {
  lastingMs,
  latest,
  SETTLED_MS,
  type Identity,
  resource,
  type ActionWords,
  type Call,
  type Observation,
  type ResourceState,
  type Target,
  type Verdict,
  type Verification,
} from "./resource.ts";
import { assertAbsent, onlyRow } from "./onlyRow.ts";
import { eachOnce, isPort } from "./publishedPorts.ts";
import { whyNoDirectory } from "./lookAtFile.ts";
import { deploying, restarted, started, stopped } from "./words.ts";

/** The time after which a process without a port counts as up: some never open one. */
const STABLE_MS = 10_000;

const PAGE_SIZE = 200;

/** Ends the reading of a panel that returns the same rows for every page. */
const MOST_PAGES = 50;

function stateOf(project: JavaProject): ResourceState {
  if (project.pids === undefined) return "unknown";
  if (project.pids.length === 0) return "stopped";
  return project.starting === true ? "starting" : "running";
}

async function observe(call: Call, target: Target): Promise<JavaProject | undefined> {
  const pages: Listing<JavaProject>[] = [];
  for (let isLast = false; !isLast && pages.length < MOST_PAGES;) {
    const listing = await call("java.list", { page: pages.length + 1, limit: PAGE_SIZE });
    const found = onlyRow(listing.rows, ({ name }) => name === target.key);
    if (found !== undefined) return found;
    pages.push(listing);
    const { total = Infinity } = listing;
    isLast = lengthOf(listing) < PAGE_SIZE || pages.length * PAGE_SIZE >= total;
  }
  assertAbsent(pages, ({ name }) => name);
  return undefined;
}

const identityOf = ({ name, type }: JavaProject): Identity => [name, type];
const look = { observe, identity: identityOf };

type Observations = readonly [Observation<JavaProject>, ...Observation<JavaProject>[]];

const pidsOf = (project: JavaProject | undefined): readonly number[] => project?.pids ?? [];
const listens = (project: JavaProject | undefined): boolean => (project?.listening ?? []).length > 0;

/** Start times of one process may differ by this, if the server's clock is set meanwhile. */
const SAME_START_SECONDS = 2;

/** Whether a process from before is left; the same id with another start time is a new process. */
function hasOld(before: JavaProject, now: JavaProject | undefined): boolean {
  return pidsOf(now).some((pid) => {
    const [then, later] = [before, now].map((project) => project?.startTimes?.[pid]);
    const isSame = then === undefined || later === undefined || Math.abs(later - then) <= SAME_START_SECONDS;
    return pidsOf(before).includes(pid) && isSame;
  });
}

/** Whether it had processes before, and all of its processes are new. */
const runsAnew = (before: JavaProject, now: JavaProject) =>
  pidsOf(before).length > 0 && pidsOf(now).length > 0 && !hasOld(before, now);

/** The configured port, if the panel sends one. */
function ownPort(project: JavaProject | undefined): number | undefined {
  const own = Number(project?.port);
  return Number.isInteger(own) && own > 0 ? own : undefined;
}

/** The ports on which it listens, else the configured one. */
function portsOf({ port, listening = [] }: JavaProject) {
  return (listening.length > 0 ? listening : [Number(port)]).filter(isPort).map((each) => ({ port: each }));
}

/** Whether it listens on its configured port, or on any port if there is none or it did not use it before. */
function holdsPort(before: JavaProject, now: JavaProject | undefined): boolean {
  const own = ownPort(now);
  const holdsOwn = (project: JavaProject | undefined) =>
    own !== undefined && project?.listening?.includes(own) === true;
  const ranWithout = listens(before) && !holdsOwn(before);
  return own !== undefined && !ranWithout ? holdsOwn(now) : listens(now);
}

/** Done when new processes keep listening, or stay for 10 s if none listened before (docs/protocol.md 7.5, 7.14, 7.17). */
function evaluateUp(before: JavaProject | undefined, since: Observations): Verdict {
  const seen = latest(since);
  // new processes cannot be distinguished if the old ones are unknown
  if (before?.pids === undefined) return "pending";
  if (pidsOf(seen).length === 0 || hasOld(before, seen)) return "pending";
  const isSame = (project: JavaProject | undefined) => String(pidsOf(project)) === String(pidsOf(seen));
  if (holdsPort(before, seen)) {
    const lasts = lastingMs(
      since,
      (project) => isSame(project) && !hasOld(before, project) && holdsPort(before, project),
    );
    return lasts < SETTLED_MS ? "settling" : "done";
  }
  // a first process may take longer to fail on a port in use
  const mayNeverListen = seen?.startsBlindly !== true || pidsOf(before).length > 0 || ownPort(seen) === undefined;
  const neverListens = !listens(before) && mayNeverListen;
  return neverListens && lastingMs(since, isSame) >= STABLE_MS ? "done" : "pending";
}

/** The verdict when the time is up: failed without a process, partly with a new process that does not listen. */
function onUpTimeout(before: JavaProject | undefined, now: JavaProject | undefined): Verdict {
  if (now?.pids === undefined || before?.pids === undefined) return "pending";
  if (now.pids.length === 0) return "failed";
  return hasOld(before, now) ? "pending" : "partly";
}

const evidence = (project: JavaProject) => facts({ pid: project.pids?.join(", ") })[0];
const up: Verification<JavaProject> = { ...look, evaluate: evaluateUp, onTimeout: onUpTimeout, evidence };
const starts: Verification<JavaProject> = { ...up, isAlready: (project) => pidsOf(project).length > 0 };
const stops: Verification<JavaProject> = {
  ...look,
  isAlready: ({ pids }) => pids?.length === 0,
  evaluate: (_before, since) => (latest(since)?.pids?.length === 0 ? "done" : "pending"),
};

const start = (call: Call, { key }: Target) => call("java.start", { project: key });

/** The other projects in the built-in Tomcat, which one project's restart or stop interrupts (docs/protocol.md 7.9). */
const sharingTomcat = (project: JavaProject, all: readonly JavaProject[]) =>
  project.type === "neizhi" ? all.filter((other) => other.type === "neizhi" && other.name !== project.name) : [];

const startsProcess: Pick<ActionWords, "partly" | "awaited" | "wentWrong"> = {
  awaited: () => l10n.t("waiting for the new process…"),
  wentWrong: () => l10n.t("No process was running afterwards."),
  partly: () => l10n.t("A new process was running, but it was not listening yet."),
};

/** What happens to a project in this state when its log directory changes. */
export function startText(state: ResourceState): string {
  if (state === "stopped") return l10n.t("The project is stopped, and starts.");
  return state === "running" || state === "starting"
    ? l10n.t("The project restarts.")
    : l10n.t("The project restarts, or starts where it is stopped.");
}

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
  rowFacts: ["port", "pid"],
  listedBy: "java.list",
  list: (call, page) => call("java.list", { page, limit: PAGE_SIZE }),
  key: (project) => project.name,
  identity: identityOf,
  label: (project) => project.name ?? "",
  state: stateOf,
  facts: (project) =>
    facts({
      type: project.type,
      port: project.port,
      pid: project.pids?.join(", "),
      listening: project.listening?.join(", "),
      logPath: project.logPath,
      domains: project.domains?.join(", "),
      note: project.note === undefined ? undefined : plainText(project.note),
    }),
  seenRows: (project) => [project],
  procedures: deploying,
  actions: {
    restart: {
      operation: "java.restart",
      words: {
        ...restarted,
        ...startsProcess,
        title: (target, panel) => l10n.t("Restart Java project “{0}” on “{1}”", target, panel),
      },
      offered: ["running", "starting", "unknown", "manual"],
      inline: ["running", "starting", "unknown", "manual"],
      logMayExplain: true,
      send: (call, { key }) => call("java.restart", { project: key }),
      detour: { first: "stop", runsAnew, second: { operation: "java.start", send: start } },
      verification: up,
      alsoAffects: sharingTomcat,
    },
    start: {
      operation: "java.start",
      words: {
        ...started,
        ...startsProcess,
        title: (target, panel) => l10n.t("Start Java project “{0}” on “{1}”", target, panel),
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
        title: (target, panel) => l10n.t("Stop Java project “{0}” on “{1}”", target, panel),
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
        title: (target, panel) => l10n.t("Change log directory of Java project “{0}” on “{1}”", target, panel),
        effect: ({ path = "" }, _many, state) =>
          sentences(l10n.t("The log goes to {0}, which is created if needed.", path), startText(state)),
        done: (target, panel) =>
          l10n.t("“{0}” on “{1}” was started and writes its log to the new directory.", target, panel),
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
        return path === undefined ? undefined : { path };
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
        evaluate: (before, since, { path }) => {
          const moved = isIn(latest(since)?.logPath, path);
          return moved ? evaluateUp(before, since) : "pending";
        },
        onTimeout: onUpTimeout,
        evidence: ({ logPath, pids }) => facts({ logPath, pid: pids?.join(", ") })[0],
      },
    },
  },
  ports: { offered: ["running", "unknown"], of: portsOf },
  copies: {
    copyPort: {
      title: () => l10n.t("Copy Java Project Port"),
      offered: ["running", "starting", "stopped", "unknown"],
      textOf: ({ port, listening = [] }) => (port === undefined || port === "" ? eachOnce(listening) : port),
    },
    copyProcess: {
      title: () => l10n.t("Copy Java Project Process ID"),
      offered: ["running", "starting"],
      textOf: ({ pids = [] }) => eachOnce(pids),
    },
    copyLogPath: {
      title: () => l10n.t("Copy Java Project Log Path"),
      offered: ["running", "starting", "stopped", "unknown"],
      textOf: ({ logPath }) => logPath,
    },
  },
  log: {
    offered: ["running", "starting", "stopped", "unknown", "manual"],
    mode: "tail",
    pieces: 3_000,
    read: async (call, key) => ({ text: (await call("java.log", { project: key })).text ?? "" }),
  },
});

/** Whether the log file is directly in the directory. */
function isIn(file: string | undefined, directory: string | undefined): boolean {
  if (file === undefined || directory === undefined) return false;
  const plain = (path: string) => path.replace(/\/+/g, "/");
  return /^(.*\/)[^/]+$/.exec(plain(file))?.[1] === plain(`${directory}/`);
}

/** The directory of a project's log file, if the panel sent it. */
export function logDirectoryOf(row: unknown): string | undefined {
  return (row as JavaProject | undefined)?.logPath?.replace(/\/[^/]*$/, "");
}
