import { htmlEscape } from "../http/htmlEscape.ts";
import type { DemoJavaProject } from "../records/demoRecords.ts";

/** A row of the Java list (docs/protocol.md 7.12). Of the processes the main one listens. */
export function javaRow(project: DemoJavaProject): Readonly<Record<string, unknown>> {
  const { name, note, javaType, path, logFile, domains, server } = project;
  const { run, ports } = server;
  const listen = run?.listening === true ? ports : [];
  const connections = listen.map((port) => ({ status: "LISTEN", local_port: port }));
  const create_time = Math.floor((run?.since ?? 0) / 1000);
  const processes = (run?.pids ?? []).map((pid, index) => [
    String(pid),
    { create_time, connections: index === 0 ? connections : [] },
  ]);
  return {
    name,
    ps: htmlEscape(note),
    project_config: { java_type: javaType, port: ports[0] ?? "", logs: logFile, project_jar: path, domains },
    run: run !== undefined,
    load_info: Object.fromEntries(processes) as object,
    listen,
  };
}
