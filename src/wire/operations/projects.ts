import * as v from "valibot";
import { inFields, inStamp, inWords, type EditionEnvelopes } from "../answers/editionEnvelopes.ts";
import { bareObject } from "../answers/envelope.ts";
import {
  firstEntries,
  firstItems,
  flag,
  integer,
  key,
  maybe,
  nonEmptyParam,
  rawText,
  sentence,
  text,
} from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";
import { pageFields, pageOf, pageParams } from "../answers/listing.ts";
import { logText } from "../answers/logText.ts";
import { operation } from "../answers/operation.ts";
import { unescapeHtml } from "../../characters/unescapeHtml.ts";
import { fields, onBaota, onBoth, type Endpoint } from "./wires.ts";

/** The first versions with projects of a kind; those before have none of it, and all have Node's. */
const PYTHON = { baota: "8.0", aapanel: "8.3" } as const;
const GO = { baota: "8.0", aapanel: "8.7" } as const;
const OTHER = { baota: "8.0" } as const;

/**
 * The parameters of an operation on one project: its name, which may have characters outside ASCII (docs/protocol.md
 * 1.14).
 */
export const projectParams = v.object({ project: nonEmptyParam });

/** What is configured; each language has some of it. */
const config = v.fallback(
  maybe(
    v.object({
      port: maybe(text),
      domains: maybe(firstItems(rawText)),
      /** Of Node, of Go, and of Python. */
      project_cwd: maybe(text),
      project_path: maybe(text),
      path: maybe(text),
      /** Of Go and others. */
      project_exe: maybe(text),
      /** Of Python `user`. */
      run_user: maybe(text),
      user: maybe(text),
      nodejs_version: maybe(text),
      /** Of Python: its virtual environment. */
      vpath: maybe(text),
      prep_status: maybe(text),
    }),
  ),
  undefined,
);

/**
 * A row of a project list. If the project runs, `run` is set, and its processes are in `load_info`, or in `pids` for
 * Python (docs/protocol.md 18.2).
 */
const projectRow = v.pipe(
  v.object({
    name: maybe(key),
    ps: maybe(rawText),
    run: maybe(flag),
    listen: maybe(firstItems(integer)),
    load_info: v.fallback(maybe(firstEntries(v.unknown())), undefined),
    pids: maybe(firstItems(integer)),
    project_config: config,
  }),
  v.transform(({ name, ps, run, listen, load_info: processes = [], pids, project_config }) => ({
    name,
    /** HTML-escaped by the panel. */
    note: ps,
    pids: pidsOf(run, pids ?? processes.map(([pid]) => Number(pid))),
    starting: run === undefined ? undefined : run && isSilent(Number(project_config?.port), listen),
    listening: listen,
    port: project_config?.port,
    domains: project_config?.domains,
    ...filesOf(project_config),
  })),
);

/** The files of a project on the server, as far as the panel tells of them. */
interface ProjectFiles {
  readonly directory?: string | undefined;
  /** What the panel runs itself. */
  readonly program?: string | undefined;
  /** As whom it runs. */
  readonly user?: string | undefined;
  /** Version of Node.js. */
  readonly node?: string | undefined;
  /** Directory of a virtual environment of Python. */
  readonly environment?: string | undefined;
  /** The panel prepares what it needs, and refuses everything meanwhile. */
  readonly isPreparing?: boolean;
}

/**
 * Where a project's files are on the server, as whom and with what they run. The row's own `path` is the program of Go and others on BaoTa
 * (docs/protocol.md 18.6).
 */
function filesOf(configured: v.InferOutput<typeof config>): ProjectFiles {
  return {
    directory: configured?.project_cwd ?? configured?.project_path ?? configured?.path,
    program: configured?.project_exe,
    user: configured?.run_user ?? configured?.user,
    node: configured?.nodejs_version,
    environment: configured?.vpath,
    isPreparing: configured?.prep_status === "running",
  };
}

/**
 * Process IDs of a project, none if it does not run. `undefined`: they are unknown, for example because the panel says that
 * the project runs, but names no process.
 */
export function pidsOf(run: boolean | undefined, pids: readonly number[]): readonly number[] | undefined {
  if (run === false) return [];
  const areKnown = pids.length > 0 && pids.every(Number.isInteger);
  if (run === true && areKnown) return pids;
  return undefined;
}

/** Whether a project has a configured port, but is known not to listen on it. */
function isSilent(port: number, listening: readonly number[] | undefined): boolean {
  return port > 0 && listening?.includes(port) === false;
}

export type ListedProject = v.InferOutput<typeof projectRow>;

/**
 * Moves the panel's words to `msg`, as in the classic envelope: for Node, Go and other projects they are in `error_msg`
 * or `data`.
 */
function withWords(content: unknown): unknown {
  if (!isObject(content) || hasWords(content)) return content;
  const { error_msg: problem, data } = content;
  const words = typeof problem === "string" && problem !== "" ? problem : data;
  if (typeof words === "string") return { ...content, msg: words };
  return content;
}

function hasWords(content: Readonly<Record<string, unknown>>): boolean {
  return typeof content["msg"] === "string" || typeof content["result"] === "string";
}

/** Does the same as `withWords` inside aaPanel's second envelope. */
function withStampedWords(body: unknown): unknown {
  if (isObject(body) && isObject(body["message"])) return { ...body, message: withWords(body["message"]) };
  return body;
}

/** The panel's words about a project, wherever they stand. */
const inProjectWords: EditionEnvelopes = {
  baota: (body) => inWords.baota(withWords(body)),
  aapanel: (body) => inWords.aapanel(withStampedWords(body)),
};

/**
 * The endpoint of a method for projects of one type. aaPanel has most of them only below `/v2` (docs/protocol.md 18.1).
 */
export function projectEndpoint<const Type extends string>(type: Type, method: string): Endpoint<Type> {
  return { route: type, path: `/project/${type}/${method}` };
}

const listDetails = { encode: pageFields, envelope: inStamp(bareObject("data")) };

const changeDetails = { encode: fields({ project_name: "project" }), envelope: inProjectWords };
const changeDetailsOfPython = { ...changeDetails, encode: fields({ name: "project" }) };

const logDetails = { encode: fields({ project_name: "project" }), envelope: inFields };
const logDetailsOfPython = { ...logDetails, encode: fields({ name: "project" }) };

const listing = {
  effect: "read",
  deadlineMs: 20_000,
  params: pageParams,
  result: pageOf(projectRow),
} as const;

const changing = { deadlineMs: 60_000, params: projectParams, result: sentence } as const;
const change = { ...changing, effect: "change" } as const;
const disrupt = { ...changing, effect: "disrupt" } as const;

/** A read of the last 3000 lines of a log. For Node projects, aaPanel sends the bare text in place of `data`. */
const logging = {
  effect: "read",
  deadlineMs: 30_000,
  params: projectParams,
  result: v.pipe(
    v.object({ data: maybe(logText), result: maybe(logText) }),
    v.transform(({ data, result }) => ({ text: unescapeHtml(data ?? result ?? "") })),
  ),
} as const;

const node = (method: string) => projectEndpoint("nodejs", method);
const python = (method: string) => projectEndpoint("python", method);
const go = (method: string) => projectEndpoint("go", method);
const other = (method: string) => projectEndpoint("other", method);

/** Projects in other languages than Java: Node.js, Python, Go, and on BaoTa any other program (docs/protocol.md 18). */
export const projectOperations = {
  "project.listNode": operation({ ...listing, wires: onBoth(node("get_project_list"), listDetails) }),
  "project.listPython": operation({ since: PYTHON, ...listing, wires: onBoth(python("GetProjectList"), listDetails) }),
  "project.listGo": operation({ since: GO, ...listing, wires: onBoth(go("get_project_list"), listDetails) }),
  "project.listOther": operation({
    since: OTHER,
    ...listing,
    wires: [onBaota(other("get_project_list"), listDetails)],
  }),
  "project.startNode": operation({ ...change, wires: onBoth(node("start_project"), changeDetails) }),
  /** Panels answer with a success, whatever happens. */
  "project.startPython": operation({
    since: PYTHON,
    ...change,
    wires: onBoth(python("StartProject"), changeDetailsOfPython),
  }),
  /** Panels start a second process if the project already runs (docs/protocol.md 18.4). */
  "project.startGo": operation({ since: GO, ...change, wires: onBoth(go("start_project"), changeDetails) }),
  "project.startOther": operation({ since: OTHER, ...change, wires: [onBaota(other("start_project"), changeDetails)] }),
  "project.stopNode": operation({ ...disrupt, wires: onBoth(node("stop_project"), changeDetails) }),
  "project.stopPython": operation({
    since: PYTHON,
    ...disrupt,
    wires: onBoth(python("StopProject"), changeDetailsOfPython),
  }),
  "project.stopGo": operation({ since: GO, ...disrupt, wires: onBoth(go("stop_project"), changeDetails) }),
  "project.stopOther": operation({ since: OTHER, ...disrupt, wires: [onBaota(other("stop_project"), changeDetails)] }),
  "project.restartNode": operation({ ...disrupt, wires: onBoth(node("restart_project"), changeDetails) }),
  "project.restartPython": operation({
    since: PYTHON,
    ...disrupt,
    wires: onBoth(python("RestartProject"), changeDetailsOfPython),
  }),
  "project.restartGo": operation({ since: GO, ...disrupt, wires: onBoth(go("restart_project"), changeDetails) }),
  "project.restartOther": operation({
    since: OTHER,
    ...disrupt,
    wires: [onBaota(other("restart_project"), changeDetails)],
  }),
  "project.logNode": operation({ ...logging, wires: onBoth(node("get_project_log"), logDetails) }),
  "project.logPython": operation({
    since: PYTHON,
    ...logging,
    wires: onBoth(python("GetProjectLog"), logDetailsOfPython),
  }),
  "project.logGo": operation({ since: GO, ...logging, wires: onBoth(go("get_project_log"), logDetails) }),
  "project.logOther": operation({ since: OTHER, ...logging, wires: [onBaota(other("get_project_log"), logDetails)] }),
};
