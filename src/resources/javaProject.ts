import type { JavaProject } from "../wire/operations/java.ts";
import { lengthOf, type Listing } from "../wire/answers/listing.ts";
import { plainText } from "../characters/plainText.ts";
import { facts } from "./facts.ts";
import { assertAbsent, onlyRow } from "./onlyRow.ts";
import type { Identity } from "./identity.ts";
import {
  resource,
  type Call,
  type Observation,
  type ResourceState,
  type Target,
  type Verdict,
  type Verification,
} from "./resource.ts";

/** A process without a port may still be starting, or may never open one: after this it counts as up. */
const STABLE_MS = 10_000;

/** All projects in one page: a panel with more than this would be slow in its own pages too. */
const PAGE_SIZE = 200;

/** For a panel that answers every page with the same rows. */
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

const pidsOf = (project: JavaProject | undefined): readonly number[] => project?.pids ?? [];
const listens = (project: JavaProject | undefined): boolean => (project?.listening ?? []).length > 0;

/** Since when the processes have been what they are now, in milliseconds since the action. */
function unchangedSince(since: readonly Observation<JavaProject>[]): number {
  const latest = since.at(-1);
  if (latest === undefined) return 0;
  const now = String(pidsOf(latest.seen));
  let first = latest.atMs;
  for (const { atMs, seen } of since.toReversed()) {
    if (String(pidsOf(seen)) !== now) break;
    first = atMs;
  }
  return first;
}

/** Up: new processes that listen, or that have stayed for 10 s where none listened before. */
function evaluateUp(
  before: JavaProject | undefined,
  since: readonly [Observation<JavaProject>, ...Observation<JavaProject>[]],
): Verdict {
  const latest = since[since.length - 1] ?? since[0];
  // without the processes from before, new ones cannot be told from old ones
  if (before?.pids === undefined) return "pending";
  const old = pidsOf(before);
  const now = pidsOf(latest.seen);
  if (now.length === 0 || now.some((pid) => old.includes(pid))) return "pending";
  if (listens(latest.seen)) return "done";
  return !listens(before) && latest.atMs - unchangedSince(since) >= STABLE_MS ? "done" : "pending";
}

/** After the wait: no process is a failure; a new one that does not listen is half of it. */
function onUpTimeout(before: JavaProject | undefined, now: JavaProject | undefined): Verdict {
  if (now?.pids === undefined || before?.pids === undefined) return "pending";
  if (now.pids.length === 0) return "failed";
  return now.pids.some((pid) => pidsOf(before).includes(pid)) ? "pending" : "partly";
}

const evidence = (project: JavaProject) => facts({ pid: project.pids?.join(", ") })[0];
const up: Verification<JavaProject> = { ...look, evaluate: evaluateUp, onTimeout: onUpTimeout, evidence };
const starts: Verification<JavaProject> = { ...up, isAlready: (project) => pidsOf(project).length > 0 };
const stops: Verification<JavaProject> = {
  ...look,
  isAlready: ({ pids }) => pids?.length === 0,
  evaluate: (_before, since) => ((since[since.length - 1] ?? since[0]).seen?.pids?.length === 0 ? "done" : "pending"),
  evidence: () => undefined,
};

/** Projects of type `neizhi` share one Tomcat: restarting or stopping one interrupts all (docs/protocol.md 7.9). */
const sharingTomcat = (project: JavaProject, all: readonly JavaProject[]) =>
  project.type === "neizhi" ? all.filter((other) => other.type === "neizhi" && other.name !== project.name) : [];

/** Java projects (docs/protocol.md 7). */
export const javaProject = resource<JavaProject, JavaProject>()({
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
  actions: {
    restart: {
      operation: "java.restart",
      offered: ["running", "starting", "unknown", "manual"],
      inline: ["running", "starting", "unknown", "manual"],
      send: (call, { key }) => call("java.restart", { project: key }),
      verification: up,
      alsoAffects: sharingTomcat,
    },
    start: {
      operation: "java.start",
      offered: ["stopped", "unknown", "manual"],
      inline: ["stopped"],
      send: (call, { key }) => call("java.start", { project: key }),
      verification: starts,
    },
    stop: {
      operation: "java.stop",
      offered: ["running", "starting", "unknown", "manual"],
      send: (call, { key }) => call("java.stop", { project: key }),
      verification: stops,
      alsoAffects: sharingTomcat,
    },
    changeLogPath: {
      operation: "java.changeLogPath",
      offered: ["running", "starting", "stopped", "unknown", "manual"],
      oneAtATime: true,
      // the panel has a log directory for these alone (docs/protocol.md 7.7)
      appliesTo: ({ type }) => type === undefined || type === "springboot",
      send: (call, { key }, { path }) => call("java.changeLogPath", { project: key, path: path ?? "" }),
      verification: {
        ...look,
        evaluate: (before, since, { path }) => {
          const moved = isIn((since[since.length - 1] ?? since[0]).seen?.logPath, path);
          return moved ? evaluateUp(before, since) : "pending";
        },
        onTimeout: onUpTimeout,
        evidence: ({ logPath, pids }) => facts({ logPath, pid: pids?.join(", ") })[0],
      },
    },
  },
  log: {
    mode: "tail",
    pieces: 3_000,
    read: async (call, key) => ({ text: (await call("java.log", { project: key })).text ?? "" }),
  },
});

/** The panel stores the file, right in the directory that it was given; a file further below is of another directory. */
function isIn(file: string | undefined, directory: string | undefined): boolean {
  if (file === undefined || directory === undefined) return false;
  const plain = (path: string) => path.replace(/\/+/g, "/");
  return /^(.*\/)[^/]+$/.exec(plain(file))?.[1] === plain(`${directory}/`);
}

/** The directory of a project's log file, where the panel told it. */
export function logDirectoryOf(row: unknown): string | undefined {
  return (row as JavaProject | undefined)?.logPath?.replace(/\/[^/]*$/, "");
}
