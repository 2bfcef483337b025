import * as v from "valibot";
import { bareObject, classic } from "../answers/envelope.ts";
import { few, flag, key, maybe, named, text, whole, words } from "../answers/fields.ts";
import { pageOf } from "../answers/listing.ts";
import { LONGEST_LOG_BODY, logText } from "../answers/logText.ts";
import { operation } from "../answers/operation.ts";
import { serverPath } from "../answers/serverPath.ts";
import { unescapeHtml } from "../../characters/unescapeHtml.ts";

/** Names one project. Names outside ASCII are fine (docs/protocol.md 1.14). */
const project = v.object({ project: named });
const projectFields = (params: { readonly project: string }) => ({ project_name: params.project });

/** `"3518,3520"`, as the panel writes the processes of a project; null when it does not run. */
const processIds = v.pipe(
  text,
  v.transform((list) => (list.trim() === "" ? [] : list.split(",").map(Number))),
  v.pipe(v.array(v.pipe(v.number(), v.integer())), v.readonly()),
);

/** `status` stays "1" when a project is stopped: it runs when it has a pid (docs/protocol.md 7.3). */
const javaProjectRow = v.pipe(
  v.object({
    name: maybe(key),
    ps: maybe(words),
    pid: v.nullish(processIds),
    starting: maybe(flag),
    listen: maybe(few(whole)),
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
    name: row.name,
    /** HTML-escaped by the panel. */
    note: row.ps,
    /** `undefined`: the panel did not send the field; empty: not running. */
    pids: row.pid === undefined ? undefined : (row.pid ?? []),
    /** Has a pid and no port; stays so for ever where a project opens none. */
    starting: row.starting,
    listening: row.listen,
    /** `springboot`, `duli` (own Tomcat) or `neizhi` (a Tomcat shared with others). */
    type: row.project_config?.java_type,
    port: row.project_config?.port,
    logPath: row.project_config?.logs,
    jar: row.project_config?.project_jar,
    domains: row.project_config?.domains,
  })),
);

export type JavaProject = v.InferOutput<typeof javaProjectRow>;

/** "操作已执行" only says that the command was issued. */
const issued = { result: v.object({ msg: maybe(words) }) };

export const javaOperations = {
  "java.list": operation({
    area: "java",
    effect: "read",
    deadlineMs: 20_000,
    params: v.object({ page: v.pipe(v.number(), v.integer()), limit: v.pipe(v.number(), v.integer()) }),
    result: pageOf(javaProjectRow),
    wires: [
      {
        route: "mod",
        method: "POST",
        path: "/mod/java/project/project_list/stype",
        envelope: bareObject("data"),
        encode: ({ page, limit }) => ({ p: String(page), limit: String(limit) }),
      },
    ],
  }),
  "java.restart": operation({
    area: "java",
    effect: "disrupt",
    deadlineMs: 60_000,
    documented: "1",
    params: project,
    ...issued,
    wires: [
      {
        route: "mod",
        method: "GET",
        path: "/mod/java/project/restart_project/stype",
        envelope: classic,
        encode: projectFields,
      },
    ],
  }),
  "java.start": operation({
    area: "java",
    effect: "change",
    deadlineMs: 60_000,
    params: project,
    ...issued,
    wires: [
      {
        route: "mod",
        method: "POST",
        path: "/mod/java/project/start_project/stype",
        envelope: classic,
        encode: projectFields,
      },
    ],
  }),
  "java.stop": operation({
    area: "java",
    effect: "disrupt",
    deadlineMs: 60_000,
    params: project,
    ...issued,
    wires: [
      {
        route: "mod",
        method: "POST",
        path: "/mod/java/project/stop_project/stype",
        envelope: classic,
        encode: projectFields,
      },
    ],
  }),
  /** The last 3000 lines; outer whitespace is not told. */
  "java.log": operation({
    area: "java",
    effect: "read",
    deadlineMs: 30_000,
    longestBody: LONGEST_LOG_BODY,
    params: project,
    result: v.pipe(
      v.object({ data: maybe(logText), file: maybe(text), size: maybe(text) }),
      v.transform(({ data, file, size }) => ({
        text: data === undefined ? undefined : unescapeHtml(data),
        file,
        /** Of the whole file, in the panel's words, such as `8.00 b`. */
        size,
      })),
    ),
    wires: [
      {
        route: "project",
        method: "POST",
        path: "/project/java/get_project_log/stype",
        envelope: classic,
        encode: projectFields,
      },
    ],
  }),
  /**
   * Creates the directory and restarts the project, without telling whether it came up again: where the path is a file
   * it does not (docs/protocol.md 7.7). Only projects of type `springboot` have such a directory.
   */
  "java.changeLogPath": operation({
    area: "java",
    effect: "disrupt",
    deadlineMs: 60_000,
    documented: "2",
    params: v.object({ project: named, path: serverPath }),
    ...issued,
    wires: [
      {
        route: "mod",
        method: "GET",
        path: "/mod/java/project/change_log_path/stype",
        envelope: classic,
        encode: ({ project: project_name, path }) => ({ project_name, path }),
      },
    ],
  }),
};
