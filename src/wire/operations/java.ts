import * as v from "valibot";
import { bareObject, classic, stamped, timestamped, wordsIn } from "../answers/envelope.ts";
import { few, flag, key, maybe, named, sentence, text, time, whole, words } from "../answers/fields.ts";
import { pageFields, pageOf, pageParams } from "../answers/listing.ts";
import { logText } from "../answers/logText.ts";
import { operation, type Fields } from "../answers/operation.ts";
import { serverPath } from "../answers/serverPath.ts";
import { unescapeHtml } from "../../characters/unescapeHtml.ts";
import { v2JavaProjects, v2ModJavaProjects } from "./v2JavaProjects.ts";

/** Names one project. Names outside ASCII are fine (docs/protocol.md 1.14). */
const project = v.object({ project: named });
const projectFields = (params: { readonly project: string }) => ({ project_name: params.project });

/** `"3518,3520"`, as the panel writes the processes of a project; null when it does not run. */
const processIds = v.pipe(
  text,
  v.transform((list) => (list.trim() === "" ? [] : list.split(",").map(Number))),
  v.pipe(v.array(v.pipe(v.number(), v.integer())), v.readonly()),
);

/** A process with its start time, which distinguishes it from a later one with the same id. */
const startOf = v.fallback(maybe(v.object({ pid: v.pipe(v.number(), v.integer()), create_time: time })), undefined);

/** `status` stays "1" when a project is stopped: it runs when it has a pid (docs/protocol.md 7.3). */
const javaProjectRow = v.pipe(
  v.object({
    id: maybe(whole),
    name: maybe(key),
    ps: maybe(words),
    pid: v.nullish(processIds),
    starting: maybe(flag),
    listen: maybe(few(whole)),
    startsBlindly: v.exactOptional(v.literal(true)),
    pid_info: startOf,
    processes: maybe(few(startOf)),
    project_config: maybe(
      v.object({
        java_type: maybe(text),
        port: maybe(text),
        logs: maybe(text),
        project_jar: maybe(text),
        domains: maybe(few(words)),
      }),
    ),
  }),
  v.transform((row) => ({
    /** A project that is made anew has another one, whatever it is called. */
    id: row.id,
    name: row.name,
    /** HTML-escaped by the panel. */
    note: row.ps,
    /** `undefined` if the field is missing; empty if the project does not run. */
    pids: row.pid === undefined ? undefined : (row.pid ?? []),
    /** True for a pid without a port; for ever if the project opens no port. */
    starting: row.starting,
    listening: row.listen,
    /** `springboot`, `duli` (own Tomcat) or `neizhi` (a Tomcat shared with others). */
    type: row.project_config?.java_type,
    port: row.project_config?.port,
    logPath: row.project_config?.logs,
    jar: row.project_config?.project_jar,
    domains: row.project_config?.domains,
    ...startTimesOf([row.pid_info, ...(row.processes ?? [])]),
    /** Starting it while it runs loses its process, and the new one may find the port taken. */
    ...(row.startsBlindly === true && { startsBlindly: row.startsBlindly }),
  })),
);

/** Start times of processes by id, in seconds since the epoch, if known. */
function startTimesOf(processes: readonly v.InferOutput<typeof startOf>[]): {
  readonly startTimes?: Readonly<Record<number, number>>;
} {
  const known = processes.flatMap((process) =>
    process?.create_time === undefined ? [] : [[process.pid, process.create_time]],
  );
  return known.length === 0 ? {} : { startTimes: Object.fromEntries(known) as Readonly<Record<number, number>> };
}

export type JavaProject = v.InferOutput<typeof javaProjectRow>;

/** The route of BaoTa (docs/protocol.md 7.1, 7.11). */
function mod(method: "GET" | "POST", name: string) {
  return { route: "mod", edition: "baota", method, path: `/mod/java/project/${name}/stype` } as const;
}

/** aaPanel's two routes; packaged installations may have the second one alone (docs/protocol.md 7.11). */
function v2(name: string) {
  return { route: "v2project", edition: "aapanel", method: "POST", path: `/v2/project/java/${name}` } as const;
}

function v2Mod(name: string) {
  return { ...v2(name), route: "v2mod", path: `/v2/mod/java/project/${name}/stype` } as const;
}

/** Both editions' wires of a change. */
function changes(name: string) {
  return [
    { ...mod("POST", name), envelope: classic, encode: projectFields },
    ...v2Changes(name, projectFields),
  ] as const;
}

function v2Changes<P>(name: string, encode: (params: P) => Fields) {
  const common = { envelope: timestamped, encode, normalise: (content: unknown) => ({ msg: wordsIn(content) }) };
  return [
    { ...v2(name), ...common },
    { ...v2Mod(name), ...common },
  ] as const;
}

const listEnvelope = stamped(bareObject("data"));

const logDirectory = v.object({ project: named, path: serverPath });

function logDirectoryFields({ project: project_name, path }: v.InferOutput<typeof logDirectory>) {
  return { project_name, path };
}

/** The sentence of a change, "操作已执行", only means that the command was issued. */
export const javaOperations = {
  "java.list": operation({
    area: "java",
    effect: "read",
    deadlineMs: 20_000,
    params: pageParams,
    probe: { page: 1, limit: 1 },
    result: pageOf(javaProjectRow),
    wires: [
      { ...mod("POST", "project_list"), envelope: bareObject("data"), encode: pageFields },
      { ...v2("get_project_list"), envelope: listEnvelope, encode: pageFields, normalise: v2JavaProjects },
      { ...v2Mod("project_list"), envelope: listEnvelope, encode: pageFields, normalise: v2ModJavaProjects },
    ],
  }),
  /** BaoTa's alone, as `java.changeLogPath` is: aaPanel's kills the project (docs/protocol.md 7.14). */
  "java.restart": operation({
    area: "java",
    effect: "disrupt",
    deadlineMs: 60_000,
    documented: "1",
    params: project,
    result: sentence,
    wires: [{ ...mod("GET", "restart_project"), envelope: classic, encode: projectFields }],
  }),
  "java.start": operation({
    area: "java",
    effect: "change",
    deadlineMs: 60_000,
    params: project,
    result: sentence,
    wires: changes("start_project"),
  }),
  "java.stop": operation({
    area: "java",
    effect: "disrupt",
    deadlineMs: 60_000,
    params: project,
    result: sentence,
    wires: changes("stop_project"),
  }),
  /** The last 3000 lines, without outer whitespace. */
  "java.log": operation({
    area: "java",
    effect: "read",
    deadlineMs: 30_000,
    params: project,
    result: v.pipe(
      v.object({ data: maybe(logText), file: maybe(text), size: maybe(text) }),
      v.transform(({ data, file, size }) => ({
        text: data === undefined ? undefined : unescapeHtml(data),
        file,
        /** Size of the whole file, in the panel's words, such as `8.00 b`. */
        size,
      })),
    ),
    wires: [
      {
        ...mod("POST", "get_project_log"),
        route: "project",
        path: "/project/java/get_project_log/stype",
        envelope: classic,
        encode: projectFields,
      },
      { ...v2("get_project_log"), envelope: timestamped, encode: projectFields },
      { ...v2Mod("get_project_log"), envelope: timestamped, encode: projectFields },
    ],
  }),
  /**
   * Creates the directory and restarts the project. The answer does not show whether the project came up again: if
   * the path is a file, it does not (docs/protocol.md 7.7). Only projects of type `springboot` have such a directory.
   */
  "java.changeLogPath": operation({
    area: "java",
    effect: "disrupt",
    deadlineMs: 60_000,
    documented: "2",
    params: logDirectory,
    result: sentence,
    wires: [{ ...mod("GET", "change_log_path"), envelope: classic, encode: logDirectoryFields }],
  }),
  /**
   * Creates and stores the directory, and starts the project. A running project is killed (docs/protocol.md 7.14,
   * 7.15).
   */
  "java.moveLogOfStopped": operation({
    area: "java",
    effect: "change",
    deadlineMs: 60_000,
    params: logDirectory,
    result: sentence,
    wires: v2Changes("change_log_path", logDirectoryFields),
  }),
};
