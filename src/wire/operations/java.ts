import * as v from "valibot";
import { inWords } from "../answers/editionEnvelopes.ts";
import { bareObject, classic, converted, stamped, timestamped } from "../answers/envelope.ts";
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
import { pageFields, pageOf, pageParams, type Listing } from "../answers/listing.ts";
import { logText } from "../answers/logText.ts";
import { operation } from "../answers/operation.ts";
import { serverPath } from "../answers/serverPath.ts";
import { unescapeHtml } from "../../characters/unescapeHtml.ts";
import { pidsOf, projectEndpoint, projectParams } from "./projects.ts";
import { fields, onAapanel, onBaota, v2, type WireDetails } from "./wires.ts";

/** The process IDs of a project, which the panel writes as `"3518,3520"`; null when the project does not run. */
const processIds = v.pipe(
  text,
  v.transform((list) => {
    if (list.trim() === "") return [];
    return list.split(",").map(Number);
  }),
  v.pipe(v.array(v.pipe(v.number(), v.integer())), v.readonly()),
);

const listeningSocket = v.object({ status: v.literal("LISTEN"), local_port: integer });

/** The ports on which a process listens, found among all its connections, which may be many. */
const portsHeld = v.pipe(
  v.custom<readonly unknown[]>(Array.isArray),
  v.transform((connections) =>
    connections.flatMap((connection) => {
      const socket = v.safeParse(listeningSocket, connection);
      if (socket.success) return [socket.output.local_port];
      return [];
    }),
  ),
);

const loadedProcess = v.fallback(maybe(v.object({ connections: v.fallback(maybe(portsHeld), undefined) })), undefined);

/**
 * What the editions tell of a project's processes. A row has the fields of one edition: see `processesOnBaota` and
 * `processesOnAapanel`.
 */
const toldProcesses = v.object({
  pid: v.nullish(processIds),
  starting: maybe(flag),
  listen: maybe(firstItems(integer)),
  run: v.fallback(maybe(v.boolean()), undefined),
  load_info: v.fallback(maybe(firstEntries(loadedProcess)), undefined),
});

type ToldProcesses = v.InferOutput<typeof toldProcesses>;

/**
 * The processes in BaoTa's form. `status` stays "1" when a project is stopped: it runs when it has a pid
 * (docs/protocol.md 7.3).
 */
function processesOnBaota({ pid, starting, listen }: ToldProcesses) {
  return {
    pids: pid === null ? [] : pid,
    /** True while the project has a pid, but no port; it stays true if the project never opens a port. */
    starting,
    listening: listen,
  };
}

/**
 * The processes in aaPanel's form, in `load_info`. A port counts only if one of them listens on it. `status` and
 * `listen_ok` say nothing (docs/protocol.md 7.12, 7.13).
 */
function processesOnAapanel({ run, load_info: processes = [], listen }: ToldProcesses, port: string | undefined) {
  const heldPorts = new Set(processes.flatMap(([, process]) => process?.connections ?? []));
  const listening = listen?.filter((each) => heldPorts.has(each));
  return {
    pids: pidsOf(
      run,
      processes.map(([pid]) => Number(pid)),
    ),
    starting: isStarting(run, Number(port), listening),
    listening,
  };
}

/** Whether a project runs, but does not listen on its configured port yet, or on any port if none is configured. */
function isStarting(run: boolean | undefined, port: number, listening: readonly number[] | undefined) {
  if (run === false) return false;
  if (run === undefined || listening === undefined) return undefined;
  if (port > 0) return !listening.includes(port);
  return listening.length === 0;
}

const javaProjectRow = v.pipe(
  v.object({
    ...toldProcesses.entries,
    id: maybe(integer),
    name: maybe(key),
    ps: maybe(rawText),
    project_config: maybe(
      v.object({
        java_type: maybe(text),
        port: maybe(text),
        logs: maybe(text),
        project_jar: maybe(text),
        domains: maybe(firstItems(rawText)),
      }),
    ),
  }),
  v.transform((row) => {
    const { id, name, ps, project_config: config } = row;
    const hasAapanelsForm = row.run !== undefined || row.load_info !== undefined;
    return {
      /** The panel's id of a project, which is another one if the project is created again under the same name. */
      id,
      name,
      /** HTML-escaped by the panel. */
      note: ps,
      ...(hasAapanelsForm ? processesOnAapanel(row, config?.port) : processesOnBaota(row)),
      /** `springboot`, `duli` (own Tomcat) or `neizhi` (a Tomcat shared with others). */
      type: config?.java_type,
      port: config?.port,
      logPath: config?.logs,
      jar: config?.project_jar,
      domains: config?.domains,
    };
  }),
);

/** A Java project. */
export interface JavaProject extends v.InferOutput<typeof javaProjectRow> {
  /**
   * The panel does not notice that a project runs: a start loses its process, and the new one may find the port taken.
   */
  readonly startsBlindly?: true;
}

/**
 * A page of projects. aaPanel starts a project without looking for its process or port (docs/protocol.md 7.14, 7.16).
 */
const javaProjectPage = v.pipe(
  v.intersect([pageOf(javaProjectRow), v.object({ startsBlindly: v.exactOptional(v.literal(true)) })]),
  v.transform(({ startsBlindly, ...page }): Listing<JavaProject> => {
    if (startsBlindly === undefined) return page;
    return { ...page, rows: page.rows.map((row) => ({ ...row, startsBlindly })) };
  }),
);

const projectPage = bareObject("data");

const aapanelProjectPage = converted(stamped(projectPage), (content) => ({
  ...(content as object),
  startsBlindly: true,
}));

/**
 * The endpoint of a method below `/mod`, the only one on BaoTa (docs/protocol.md 7.1), and the second one on aaPanel.
 */
function mod(method: string) {
  return { route: "mod", path: `/mod/java/project/${method}/stype` } as const;
}

/** aaPanel's two wires; packaged installations may have the second one alone (docs/protocol.md 7.11). */
function onAapanelTwice<P>(method: string, details: WireDetails<P>, methodOfMod = method) {
  const endpoint = { ...projectEndpoint("java", method), route: "project" } as const;
  return [onAapanel(v2(endpoint), details), onAapanel(v2(mod(methodOfMod)), details)] as const;
}

/** The wires of a change on both editions. */
function changes(method: string) {
  return [onBaota(mod(method), changeDetails), ...onAapanelTwice(method, changeDetails)] as const;
}

const changeDetails = { encode: fields({ project_name: "project" }), envelope: inWords };

const logDetails = {
  encode: fields({ project_name: "project" }),
  envelope: { baota: classic, aapanel: timestamped },
};

const logDirectory = v.object({ project: nonEmptyParam, path: serverPath });

const moveLogDetails = { encode: fields({ project_name: "project", path: "path" }), envelope: inWords };

/** The first versions that may have these: up to the one before, panels are known to have none. */
const SINCE = { baota: "8.1", aapanel: "7.65" } as const;

/** The operations on Java projects. The sentence after a change, "操作已执行", only means that the command was issued. */
export const javaOperations = {
  "java.list": operation({
    since: SINCE,
    effect: "read",
    deadlineMs: 20_000,
    params: pageParams,
    probe: { page: 1, limit: 1 },
    result: javaProjectPage,
    wires: [
      onBaota(mod("project_list"), { encode: pageFields, envelope: projectPage }),
      ...onAapanelTwice("get_project_list", { encode: pageFields, envelope: aapanelProjectPage }, "project_list"),
    ],
  }),
  /** Only on BaoTa, as `java.changeLogPath`: aaPanel's own restart kills the project (docs/protocol.md 7.14). */
  "java.restart": operation({
    since: SINCE,
    effect: "disrupt",
    deadlineMs: 60_000,
    documented: "1",
    params: projectParams,
    result: sentence,
    wires: [onBaota(mod("restart_project"), { ...changeDetails, method: "GET" })],
  }),
  "java.start": operation({
    since: SINCE,
    effect: "change",
    deadlineMs: 60_000,
    params: projectParams,
    result: sentence,
    wires: changes("start_project"),
  }),
  "java.stop": operation({
    since: SINCE,
    effect: "disrupt",
    deadlineMs: 60_000,
    params: projectParams,
    result: sentence,
    wires: changes("stop_project"),
  }),
  /** The last 3000 lines, without outer whitespace. */
  "java.log": operation({
    since: SINCE,
    effect: "read",
    deadlineMs: 30_000,
    params: projectParams,
    result: v.pipe(
      v.object({ data: maybe(logText), file: maybe(text), size: maybe(text) }),
      v.transform(({ data, file, size }) => ({
        text: data && unescapeHtml(data),
        file,
        /** Size of the whole file, in the panel's words, such as `8.00 b`. */
        size,
      })),
    ),
    wires: [
      onBaota({ route: "project", path: "/project/java/get_project_log/stype" }, logDetails),
      ...onAapanelTwice("get_project_log", logDetails),
    ],
  }),
  /**
   * Creates the directory and restarts the project. The answer does not show whether the project came up again: if
   * the path is a file, it does not (docs/protocol.md 7.7). Only projects of type `springboot` have such a directory.
   */
  "java.changeLogPath": operation({
    since: SINCE,
    effect: "disrupt",
    deadlineMs: 60_000,
    documented: "2",
    params: logDirectory,
    result: sentence,
    wires: [onBaota(mod("change_log_path"), { ...moveLogDetails, method: "GET" })],
  }),
  /**
   * Creates and stores the directory, and starts the project. A running project is killed (docs/protocol.md 7.14,
   * 7.15).
   */
  "java.moveLogOfStopped": operation({
    since: SINCE,
    effect: "change",
    deadlineMs: 60_000,
    params: logDirectory,
    result: sentence,
    wires: onAapanelTwice("change_log_path", moveLogDetails),
  }),
};
