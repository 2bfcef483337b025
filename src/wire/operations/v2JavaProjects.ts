import * as v from "valibot";
import { integer } from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";

/**
 * aaPanel's Java projects in the form of BaoTa's (docs/protocol.md 7.12, 7.13): processes are the keys of
 * `load_info`, and a port counts where one of them listens on it. `status` and `listen_ok` say nothing.
 */
export function v2JavaProjects(content: unknown): unknown {
  return withEach(content, (row) => {
    const { run, load_info: processes, listen, project_config: config } = row;
    const held = portsHeld(processes);
    const listening = Array.isArray(listen)
      ? listen.filter((port) => isNumber(port) && held.has(Number(port)))
      : listen;
    const starting = isStarting(run, config, listening);
    return { ...row, pid: pidsOf(run, processes), listen: listening, starting, processes: startsOf(processes) };
  });
}

/** `v2JavaProjects` for the route whose rows have BaoTa's form (docs/protocol.md 7.19). */
export function v2ModJavaProjects(content: unknown): unknown {
  return withEach(content, (row) => row);
}

type Row = Readonly<Record<string, unknown>>;

/** Starting checks neither for a running process nor for a port that is still held (docs/protocol.md 7.14, 7.16). */
function withEach(content: unknown, change: (row: Row) => Row): unknown {
  if (!isObject(content) || !Array.isArray(content["data"])) return content;
  const data = content["data"].map((row: unknown) => (isObject(row) ? { ...change(row), startsBlindly: true } : row));
  return { ...content, data };
}

/**
 * Null if the project does not run; `undefined` if unknown, also if the answer says that it runs but names no
 * process.
 */
function pidsOf(run: unknown, processes: unknown): string | null | undefined {
  if (run !== true) return run === false ? null : undefined;
  return isObject(processes) ? Object.keys(processes).join(",") || undefined : undefined;
}

/** Id and start time of each process. */
function startsOf(processes: unknown): readonly Row[] {
  return Object.entries(isObject(processes) ? processes : {}).map(([pid, process]) => ({
    pid: Number(pid),
    create_time: isObject(process) ? process["create_time"] : undefined,
  }));
}

function isStarting(run: unknown, config: unknown, listening: unknown): boolean | undefined {
  if (run !== true || !Array.isArray(listening)) return run === false ? false : undefined;
  const configured = isObject(config) ? config["port"] : undefined;
  const port = isNumber(configured) ? Number(configured) : 0;
  // without a port of its own, any port counts
  return port > 0 ? !listening.some((held) => Number(held) === port) : listening.length === 0;
}

function portsHeld(processes: unknown): ReadonlySet<number> {
  const held = new Set<number>();
  for (const process of Object.values(isObject(processes) ? processes : {})) {
    const connections = isObject(process) ? process["connections"] : undefined;
    for (const connection of Array.isArray(connections) ? (connections as readonly unknown[]) : [])
      if (isObject(connection) && connection["status"] === "LISTEN" && isNumber(connection["local_port"]))
        held.add(Number(connection["local_port"]));
  }
  return held;
}

function isNumber(value: unknown): value is number | string {
  return v.is(integer, value);
}
