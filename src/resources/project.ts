import * as l10n from "@vscode/l10n";
import { plainText } from "../characters/plainText.ts";
import { failureOf, isNotFoundPage } from "../wire/answers/failure.ts";
import { lengthOf, type Listing } from "../wire/answers/listing.ts";
import type { ListedProject } from "../wire/operations/projects.ts";
import { facts } from "./facts.ts";
import { findProject, PAGE_SIZE, portsOf, readPages, startsProcess, stateOf, verifyProcesses } from "./processes.ts";
import { eachOnce } from "./publishedPorts.ts";
import { type Call, type Identity, resource, type Target } from "./resource.ts";
import { deploying, offersOfFiles, restarted, started, stopped } from "./words.ts";

/** Operations and display name of each type; `other` has no name of its own. */
const TYPES = {
  node: {
    word: "Node.js",
    list: "project.listNode",
    start: "project.startNode",
    stop: "project.stopNode",
    restart: "project.restartNode",
    log: "project.logNode",
  },
  python: {
    word: "Python",
    list: "project.listPython",
    start: "project.startPython",
    stop: "project.stopPython",
    restart: "project.restartPython",
    log: "project.logPython",
  },
  go: {
    word: "Go",
    list: "project.listGo",
    start: "project.startGo",
    stop: "project.stopGo",
    restart: "project.restartGo",
    log: "project.logGo",
  },
  other: {
    word: "other",
    list: "project.listOther",
    start: "project.startOther",
    stop: "project.stopOther",
    restart: "project.restartOther",
    log: "project.logOther",
  },
} as const;

/** The language of a project. */
export type ProjectType = keyof typeof TYPES;

const types = Object.keys(TYPES) as readonly ProjectType[];

/** Types whose start does not look for a running process (docs/protocol.md 18.4). */
const BLIND: readonly ProjectType[] = ["go", "other"];

/** A project of any type but Java. */
export interface Project extends ListedProject {
  readonly type: ProjectType;
  readonly startsBlindly?: true;
}

const keyOf = ({ type, name }: Project): string | undefined => (name === undefined ? undefined : `${type}:${name}`);

/** Type and name in a key. Throws for anything else. */
function partsOf(key: string): { readonly type: ProjectType; readonly name: string } {
  const type = types.find((each) => key.startsWith(`${each}:`));
  if (type === undefined) throw new TypeError(`no project ${key}`);
  return { type, name: key.slice(type.length + 1) };
}

/** Reads a page of the projects of one type. */
const pageOf = (call: Call, type: ProjectType) => async (page: number) => {
  const listing = await call(TYPES[type].list, { page, limit: PAGE_SIZE });
  const blindly = BLIND.includes(type) ? ({ startsBlindly: true } as const) : {};
  return { ...listing, rows: listing.rows.map((row): Project => ({ ...row, ...blindly, type })) };
};

/** What panels say of a type that they do not have, beside what they say of any operation (docs/protocol.md 18.1). */
const NO_MODULE = /模块[^。]{0,60}不存在|\bmodule\b[^.]{0,60}does not exist/i;

/** All projects of one type, or the page in their place, which may mean that the panel has no such type, or that it failed. */
async function listed(call: Call, type: ProjectType): Promise<{ pages: readonly Listing<Project>[]; page?: unknown }> {
  try {
    return { pages: await readPages(pageOf(call, type)) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind === "unsupported") return { pages: [] };
    if (failure?.kind === "rejected" && NO_MODULE.test(failure.message)) return { pages: [] };
    if (failure !== undefined && isNotFoundPage(failure)) return { pages: [], page: error };
    throw error;
  }
}

/** Finds the project of a key; `undefined`: it is gone. Throws `PanelError`. */
export async function findProjectOf(call: Call, key: string): Promise<Project | undefined> {
  const { type, name } = partsOf(key);
  return findProject(pageOf(call, type), name);
}

/** All projects of one type. Throws `PanelError`. */
export async function projectsOf(call: Call, type: ProjectType): Promise<readonly Project[]> {
  const { pages } = await listed(call, type);
  return pages.flatMap(({ rows }) => rows);
}

const observe = async (call: Call, { key }: Target): Promise<Project | undefined> => findProjectOf(call, key);

const identity = (project: Project): Identity => [keyOf(project)];
const { restarts, starts, stops } = verifyProcesses<Project>({ observe, identity });

const send =
  (what: "start" | "stop" | "restart") =>
  (call: Call, { key }: Target) => {
    const { type, name } = partsOf(key);
    return call(TYPES[type][what], { project: name });
  };

/** The states of what the panel lists. */
const LISTED = ["running", "starting", "stopped", "unknown"] as const;

/** Projects of Node.js, Python, Go and, on BaoTa, any other program (docs/protocol.md 18). */
export const project = resource<Project, Project>()({
  words: {
    list: () => l10n.t("Other Projects"),
    one: () => l10n.t("project"),
    many: (count) => l10n.t("{0} projects", count),
    all: () => l10n.t("projects"),
    none: () => l10n.t("No other projects"),
    whereMade: () => l10n.t("add one in the panel"),
  },
  icon: "symbol-misc",
  rowFacts: ["type", "port", "pid"],
  listedBy: "project.listNode",
  async list(call, page) {
    const lists = [];
    // everything as page 1: the lists of the types differ in length
    for (const type of page === 1 ? types : []) lists.push(await listed(call, type));
    const pages = lists.flatMap((list) => list.pages);
    const rows = pages.flatMap((each) => each.rows);
    const unreadable = pages.flatMap((each) => each.unreadable);
    const failed = lists.find((list) => list.page !== undefined);
    // nobody knows that there are none
    if (failed !== undefined && lengthOf({ rows, unreadable }) === 0) throw failed.page;
    return { rows, unreadable, total: lengthOf({ rows, unreadable }) };
  },
  key: keyOf,
  identity,
  label: ({ name }) => name ?? "",
  state: stateOf,
  facts: ({ type, port, pids, listening, domains, note }) =>
    facts({
      type: TYPES[type].word,
      port,
      pid: pids?.join(", "),
      listening: listening?.join(", "),
      domains: domains?.join(", "),
      note: note === undefined ? undefined : plainText(note),
    }),
  seenRows: (seen) => [seen],
  procedures: deploying({
    deploy: LISTED,
    rollBack: ["running", "starting", "stopped"],
  }),
  actions: {
    restart: {
      operation: "project.restartNode",
      words: {
        ...restarted,
        ...startsProcess,
      },
      offered: ["running", "starting", "unknown"],
      inline: ["running", "starting", "unknown"],
      logMayExplain: true,
      send: send("restart"),
      verification: restarts,
    },
    start: {
      operation: "project.startNode",
      words: {
        ...started,
        ...startsProcess,
      },
      offered: ["stopped", "unknown"],
      inline: ["stopped"],
      logMayExplain: true,
      send: send("start"),
      missingField: ({ pids, startsBlindly }) => (pids === undefined && startsBlindly === true ? "run" : undefined),
      verification: starts,
    },
    stop: {
      operation: "project.stopNode",
      words: {
        ...stopped,
      },
      offered: ["running", "starting", "unknown"],
      logMayExplain: true,
      send: send("stop"),
      refusedIfAlready: true,
      verification: stops,
    },
  },
  ports: { offered: ["running", "unknown"], of: portsOf },
  copies: [
    {
      what: () => l10n.t("Port"),
      textOf: ({ port, listening = [] }) => (port === undefined || port === "" ? eachOnce(listening) : port),
    },
    { what: () => l10n.t("Process ID"), textOf: ({ pids = [] }) => eachOnce(pids) },
  ],
  offers: { ...offersOfFiles(LISTED), saveDeployment: { offered: LISTED } },
  log: {
    offered: LISTED,
    mode: "tail",
    pieces: 3_000,
    read: async (call, key) => {
      const { type, name } = partsOf(key);
      return { text: (await call(TYPES[type].log, { project: name })).text };
    },
  },
});
