import * as l10n from "@vscode/l10n";
import { lengthOf, type Listing } from "../wire/answers/listing.ts";
import { type Begun, hasBegunSince, ranForMs, readBegun } from "./serverProcesses.ts";
import { facts } from "./facts.ts";
import { assertAbsent, onlyRow } from "./onlyRow.ts";
import { isPort } from "./publishedPorts.ts";
import {
  type ActionWords,
  becomes,
  type Difference,
  type Doubt,
  type ResourceState,
  settledMs,
  type Verification,
} from "./resource.ts";

/** What a panel tells of the processes of a project. */
export interface Processes {
  /** `undefined` if unknown; empty if the project does not run. */
  readonly pids: readonly number[] | undefined;
  /** There is a process, but no port yet. */
  readonly starting: boolean | undefined;
  readonly listening: readonly number[] | undefined;
  /** The configured one. */
  readonly port: string | undefined;
  /** Only for actions that start it. */
  readonly begun?: Begun;
  /** Starting it while it runs loses its process, and the new one may find the port taken. */
  readonly startsBlindly?: true;
}

/** The time after which a process without a port counts as up: some never open one. */
const STABLE_MS = 10_000;

/** Rows of a page. */
export const PAGE_SIZE = 200;

/** Ends the reading of a panel that returns the same rows for every page. */
const MOST_PAGES = 50;

/** Reads pages, counted from 1, until one has a row that `isEnough`, or all. */
export async function readPages<Row>(
  read: (page: number) => Promise<Listing<Row>>,
  isEnough: (row: Row) => boolean = () => false,
): Promise<readonly Listing<Row>[]> {
  const pages: Listing<Row>[] = [];
  for (let isLast = false; !isLast && pages.length < MOST_PAGES;) {
    const listing = await read(pages.length + 1);
    pages.push(listing);
    const { total = Infinity } = listing;
    isLast =
      lengthOf(listing) < PAGE_SIZE || pages.length * PAGE_SIZE >= total || listing.rows.some((row) => isEnough(row));
  }
  return pages;
}

/** Finds a project by its name on the pages of its list. Throws unless it is certainly found or absent. */
export async function findProject<Row extends { readonly name: string | undefined }>(
  read: (page: number) => Promise<Listing<Row>>,
  name: string,
): Promise<Row | undefined> {
  const isIt = (row: Row) => row.name === name;
  const pages = await readPages(read, isIt);
  const found = onlyRow(pages.at(-1)?.rows ?? [], isIt);
  if (found === undefined) assertAbsent(pages, (row) => row.name);
  return found;
}

export function stateOf({ pids, starting }: Processes): ResourceState {
  if (pids === undefined) return "unknown";
  if (pids.length === 0) return "stopped";
  if (starting === true) return "starting";
  return "running";
}

/** The ports on which it listens, else the configured one. */
export function portsOf({ port, listening = [] }: Processes) {
  return (listening.length > 0 ? listening : [Number(port)]).filter(isPort).map((each) => ({ port: each }));
}

/** Words of an action that starts a process. */
export const startsProcess: Pick<ActionWords, "partly" | "awaited" | "wentWrong"> = {
  awaited: () => l10n.t("waiting for the new process…"),
  wentWrong: () => l10n.t("No process was running afterwards."),
  partly: () => l10n.t("A new process was running, but it was not listening yet."),
};

const pidsOf = (project: Processes | undefined): readonly number[] => project?.pids ?? [];
const listens = (project: Processes | undefined): boolean => (project?.listening ?? []).length > 0;

/** Whether there are processes, and all of them began after the first look: panels may list one that was hidden before. */
function runsInNew({ pids = [], begun }: Processes): boolean {
  return pids.length > 0 && pids.every((pid) => hasBegunSince(pid, begun));
}

/** Whether it had processes before, and all of its processes are new. */
export const runsAnew = (before: Processes, now: Processes) => pidsOf(before).length > 0 && runsInNew(now);

/** The configured port, if the panel sends one. */
function ownPort(project: Processes | undefined): number | undefined {
  const own = Number(project?.port);
  if (Number.isInteger(own) && own > 0) return own;
  return undefined;
}

/** Whether it listens on its configured port, or on any port if there is none or it did not use it before. */
function holdsPort(before: Processes, now: Processes | undefined): boolean {
  const own = ownPort(now);
  const holdsOwn = (project: Processes | undefined) => own !== undefined && project?.listening?.includes(own) === true;
  const ranWithout = listens(before) && !holdsOwn(before);
  if (own !== undefined && !ranWithout) return holdsOwn(now);
  return listens(now);
}

/** Whether a silent new process may be one that never listens; a first process may take longer to fail on a port in use. */
function mayNeverListen(now: Processes, before: Processes): boolean {
  const isSure = now.startsBlindly !== true || pidsOf(before).length > 0 || ownPort(now) === undefined;
  return !listens(before) && isSure;
}

const isSameRun = (one: Processes, other: Processes) => String(pidsOf(one)) === String(pidsOf(other));

/** New processes that keep listening, or stay for 10 s if none listened before (docs/protocol.md 7.5, 7.14, 7.17). */
export const newProcesses: readonly Difference<Processes>[] = [
  {
    isShown: (now, before) => runsInNew(now) && holdsPort(before, now),
    lasting: { forMs: ({ begun }) => settledMs(ranForMs(begun)), isSameRun },
  },
  {
    isShown: (now, before) => runsInNew(now) && mayNeverListen(now, before),
    lasting: { forMs: () => STABLE_MS, isSameRun, endsInTime: true },
  },
];

/** The verdict when the time is up: failed without a process, partly with a new process that does not listen. */
export function onUpTimeout(before: Processes | undefined, now: Processes | undefined): Doubt {
  if (now?.pids === undefined || before?.pids === undefined) return "pending";
  if (now.pids.length === 0) return "failed";
  if (runsInNew(now)) return "partly";
  return "pending";
}

/** How to verify that a project starts anew, starts, and stops. */
export function verifyProcesses<Row extends Processes>(look: Pick<Verification<Row>, "observe" | "identity">) {
  const restarts: Verification<Row> = {
    ...look,
    async observe(call, target, last) {
      const seen = await look.observe(call, target, last);
      if (seen === undefined) return undefined;
      const begun = await readBegun(call, pidsOf(seen), last?.begun);
      // a program need not look after a child that has ended, which panels list like any other
      const pids = seen.pids?.filter((pid) => begun.ended?.includes(pid) !== true);
      return { ...seen, pids, begun };
    },
    proofs: newProcesses,
    onTimeout: onUpTimeout,
    evidence: ({ pids }) => facts({ pid: pids?.join(", ") })[0],
  };
  const starts: Verification<Row> = { ...restarts, isAlready: (project) => pidsOf(project).length > 0 };
  const stops: Verification<Row> = {
    ...look,
    isAlready: ({ pids }) => pids?.length === 0,
    proofs: [becomes(({ pids }) => (pids === undefined ? undefined : pids.length === 0))],
  };
  return { restarts, starts, stops };
}
