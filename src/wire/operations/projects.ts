import * as v from "valibot";
import { bareObject, classic, stamped, timestamped, wordsIn, type Envelope } from "../answers/envelope.ts";
import {
  firstItems,
  firstEntries,
  flag,
  key,
  maybe,
  nonEmptyParam,
  sentence,
  text,
  time,
  integer,
  rawText,
} from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";
import { pageFields, pageOf, pageParams } from "../answers/listing.ts";
import { logText } from "../answers/logText.ts";
import { operation, type Fields } from "../answers/operation.ts";
import { unescapeHtml } from "../../characters/unescapeHtml.ts";

const project = v.object({ project: nonEmptyParam });

const process = v.fallback(maybe(v.object({ create_time: time })), undefined);

const config = v.fallback(maybe(v.object({ port: maybe(text), domains: maybe(firstItems(rawText)) })), undefined);

/** A project that runs has `run`, and its processes in `load_info`, or `pids` for Python (docs/protocol.md 18.2). */
const projectRow = v.pipe(
  v.object({
    name: maybe(key),
    ps: maybe(rawText),
    run: maybe(flag),
    listen: maybe(firstItems(integer)),
    load_info: v.fallback(maybe(firstEntries(process)), undefined),
    pids: maybe(firstItems(integer)),
    project_config: config,
  }),
  v.transform(({ name, ps, run, listen, load_info: processes = [], pids, project_config }) => {
    const port = project_config?.port;
    const startTimes = processes.flatMap(([pid, found]) =>
      found?.create_time === undefined ? [] : [[pid, found.create_time] as const],
    );
    return {
      name,
      /** HTML-escaped by the panel. */
      note: ps,
      pids: pidsOf(run, pids ?? processes.map(([pid]) => Number(pid))),
      starting: run === undefined ? undefined : run && Number(port) > 0 && listen?.includes(Number(port)) === false,
      listening: listen,
      port,
      domains: project_config?.domains,
      ...(startTimes.length > 0 && {
        startTimes: Object.fromEntries(startTimes),
      }),
    };
  }),
);

/** `undefined` where the panel says that it runs, but names no process. */
function pidsOf(run: boolean | undefined, pids: readonly number[]): readonly number[] | undefined {
  if (run !== true) return run === false ? [] : undefined;
  return pids.length === 0 || !pids.every(Number.isInteger) ? undefined : pids;
}

export type ListedProject = v.InferOutput<typeof projectRow>;

/** Brings the words of an answer into the place where `classic` has them: Node, Go and others have `error_msg` and `data`. */
function withWords(content: unknown): unknown {
  if (!isObject(content) || typeof content["msg"] === "string" || typeof content["result"] === "string") return content;
  const { error_msg: problem, data } = content;
  const said = typeof problem === "string" && problem !== "" ? problem : data;
  return typeof said === "string" ? { ...content, msg: said } : content;
}

const told: Envelope = (body) => classic(withWords(body));

const toldInStamp: Envelope = (body) =>
  timestamped(isObject(body) && isObject(body["message"]) ? { ...body, message: withWords(body["message"]) } : body);

const orNothing = (content: unknown) => (isObject(content) ? content : {});

const toMessage = (content: unknown) => ({ msg: wordsIn(content) });

/** The field that names a project, by the panel's word for its type. */
const nameIn =
  (type: string) =>
  (params: v.InferOutput<typeof project>): Fields =>
    type === "python" ? { name: params.project } : { project_name: params.project };

const onBaota = <const Type extends string>(type: Type, method: string) =>
  ({ route: type, edition: "baota", method: "POST", path: `/project/${type}/${method}` }) as const;

/** aaPanel has the other types only under `/v2` (docs/protocol.md 18.1). */
const onAapanel = <const Type extends string>(type: Type, method: string) =>
  ({ route: `v2${type}`, edition: "aapanel", method: "POST", path: `/v2/project/${type}/${method}` }) as const;

const listing = {
  area: "project",
  effect: "read",
  deadlineMs: 20_000,
  params: pageParams,
  result: pageOf(projectRow),
} as const;

const changing = { area: "project", deadlineMs: 60_000, params: project, result: sentence } as const;

/** The last 3000 lines. aaPanel's Node has the bare text in place of `data`. */
const logging = {
  area: "project",
  effect: "read",
  deadlineMs: 30_000,
  params: project,
  result: v.pipe(
    v.object({ data: maybe(logText), result: maybe(logText) }),
    v.transform(({ data, result }) => ({ text: unescapeHtml(data ?? result ?? "") })),
  ),
} as const;

const list = bareObject("data");

function listWires<const Type extends string>(type: Type, method = "get_project_list") {
  return [
    { ...onBaota(type, method), envelope: list, encode: pageFields },
    { ...onAapanel(type, method), envelope: stamped(list), encode: pageFields },
  ] as const;
}

function changeWires<const Type extends string>(type: Type, method: string) {
  return [
    { ...onBaota(type, method), envelope: told, encode: nameIn(type), normalise: withWords },
    { ...onAapanel(type, method), envelope: toldInStamp, encode: nameIn(type), normalise: toMessage },
  ] as const;
}

function logWires<const Type extends string>(type: Type, method = "get_project_log") {
  return [
    { ...onBaota(type, method), envelope: classic, encode: nameIn(type) },
    { ...onAapanel(type, method), envelope: timestamped, encode: nameIn(type), normalise: orNothing },
  ] as const;
}

const change = { ...changing, effect: "change" } as const;
const disrupt = { ...changing, effect: "disrupt" } as const;

/** Projects beside those of Java: Node.js, Python, Go, and on BaoTa any other program (docs/protocol.md 18). */
export const projectOperations = {
  "project.listNode": operation({ ...listing, wires: listWires("nodejs") }),
  "project.listPython": operation({ ...listing, wires: listWires("python", "GetProjectList") }),
  "project.listGo": operation({ ...listing, wires: listWires("go") }),
  "project.listOther": operation({ ...listing, wires: [listWires("other")[0]] }),
  "project.startNode": operation({ ...change, wires: changeWires("nodejs", "start_project") }),
  /** A success whatever happens. */
  "project.startPython": operation({ ...change, wires: changeWires("python", "StartProject") }),
  /** Starts a second process where one runs (docs/protocol.md 18.4). */
  "project.startGo": operation({ ...change, wires: changeWires("go", "start_project") }),
  "project.startOther": operation({ ...change, wires: [changeWires("other", "start_project")[0]] }),
  "project.stopNode": operation({ ...disrupt, wires: changeWires("nodejs", "stop_project") }),
  "project.stopPython": operation({ ...disrupt, wires: changeWires("python", "StopProject") }),
  "project.stopGo": operation({ ...disrupt, wires: changeWires("go", "stop_project") }),
  "project.stopOther": operation({ ...disrupt, wires: [changeWires("other", "stop_project")[0]] }),
  "project.restartNode": operation({ ...disrupt, wires: changeWires("nodejs", "restart_project") }),
  "project.restartPython": operation({ ...disrupt, wires: changeWires("python", "RestartProject") }),
  "project.restartGo": operation({ ...disrupt, wires: changeWires("go", "restart_project") }),
  "project.restartOther": operation({ ...disrupt, wires: [changeWires("other", "restart_project")[0]] }),
  "project.logNode": operation({ ...logging, wires: logWires("nodejs") }),
  "project.logPython": operation({ ...logging, wires: logWires("python", "GetProjectLog") }),
  "project.logGo": operation({ ...logging, wires: logWires("go") }),
  "project.logOther": operation({ ...logging, wires: [logWires("other")[0]] }),
};
