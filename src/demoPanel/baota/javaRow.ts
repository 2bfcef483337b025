import { htmlEscape } from "../http/htmlEscape.ts";
import type { DemoJavaProject } from "../records/demoRecords.ts";

/**
 * A row of the Java list (docs/protocol.md 7.2): `port` follows what a jar listens on, and `starting` means processes
 * without a port, for ever where none is opened.
 */
export function javaRow(project: DemoJavaProject): Readonly<Record<string, unknown>> {
  const { name, note, javaType, path, logFile, domains, server } = project;
  const { run, ports } = server;
  const listen = run?.listening === true ? ports : [];
  const isJar = javaType === "springboot";
  const port = isJar ? run && listen.join(",") : ports[0];
  const project_jar = isJar ? path : undefined;
  return {
    name,
    ps: htmlEscape(note),
    project_config: { java_type: javaType, port, logs: logFile, project_jar, domains },
    pid: run === undefined ? null : run.pids.join(","),
    pid_info: run === undefined ? null : { pid: run.pids[0], create_time: run.since / 1000 },
    listen,
    starting: run !== undefined && listen.length === 0,
  };
}
