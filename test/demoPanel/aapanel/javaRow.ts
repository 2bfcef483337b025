import { JDK, javaCommand } from "../javaCommand.ts";
import { javaConnections, javaProcessInfo } from "../javaProcessInfo.ts";
import { certificateField, siteColumns } from "../../../src/demoPanel/demoSites.ts";
import { moreColumns } from "../siteFields.ts";
import type { DemoJavaProject } from "../../../src/demoPanel/state.ts";

/** Returns further fields of a Java project (docs/protocol.md 7.12); `status` and `listen_ok` do not change when it dies. */
export function moreOfJavaRow(project: DemoJavaProject, now: number): Readonly<Record<string, unknown>> {
  const { run } = project.server;
  return {
    ...fieldsOf(project, Number, { jdk_path: "/usr/local/btjdk/jdk8", use_project_watch: false }),
    use_project_watch: false,
    load_info: Object.fromEntries((run?.pids ?? []).map((pid, index) => [String(pid), processOf(project, pid, index)])),
    ssl: certificateField(project.certificate, now),
    listen_ok: true,
    debug: false,
  };
}

/** Describes a Java project as packaged installations do, in the form of BaoTa's rows (docs/protocol.md 7.19). */
export function modJavaRow(project: DemoJavaProject, now: number): Readonly<Record<string, unknown>> {
  const { run, ports } = project.server;
  const listen = run?.listening === true ? ports : [];
  return {
    ...fieldsOf(project, String, { watch_file: false }),
    pid: run?.pids[0] ?? null,
    listen,
    ssl: certificateField(project.certificate, now),
    pid_info: run === undefined ? null : javaProcessInfo(project, run, now),
    starting: run !== undefined && listen.length === 0,
    bind_extranet: project.domains.length > 0,
  };
}

/** @param more settings of one route only */
function fieldsOf(project: DemoJavaProject, portAs: (port: number) => number | string, more: object) {
  const { name, javaType, path, logFile, domains, server } = project;
  const [port] = server.ports;
  const config = {
    project_jdk: JDK,
    ssl_path: "/www/wwwroot/java_node_ssl",
    project_name: name,
    project_jar: path,
    bind_extranet: domains.length > 0 ? 1 : 0,
    domains,
    run_user: "root",
    jmx_status: false,
    jmx_info: { jmx_url: null, username: "", password: "" },
    port: port === undefined ? "" : portAs(port),
    auth: "0",
    project_cmd: javaCommand(project).join(" "),
    java_type: javaType,
    jar_path: "/www/wwwroot/java",
    pids: `/var/tmp/springboot/vhost/pids/${name}.pid`,
    logs: logFile,
    scripts: `/var/tmp/springboot/vhost/scripts/${name}.sh`,
    is_separation: 0,
    static_path: null,
    api_url: "/",
    host_url: false,
    nohup_log: 1,
    ...more,
  };
  return { ...siteColumns(project), ...moreColumns(project, config), service_type: "", parent_id: 0 };
}

/** Describes a process; only the main one listens. */
function processOf(project: DemoJavaProject, pid: number, index: number): Readonly<Record<string, unknown>> {
  const { run } = project.server;
  const connections = run === undefined || index > 0 ? [] : javaConnections(project, run);
  return {
    name: "java",
    pid,
    ppid: index === 0 ? 1 : run?.pids[0],
    create_time: Math.floor((run?.since ?? 0) / 1000),
    status: "sleeping",
    user: "root",
    memory_used: 17301504,
    cpu_percent: 0,
    io_write_bytes: 0,
    io_read_bytes: 0,
    connections,
    connects: connections.length,
    open_files: [{ fd: 1, flags: 33793, mode: "a", path: project.logFile, position: 3431 }],
    threads: 19,
    exe: javaCommand(project).join(" "),
  };
}
