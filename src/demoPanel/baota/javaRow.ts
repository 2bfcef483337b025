import type { JavaProject } from "../records/demoRecords.ts";
import { javaCommand, javaConfig } from "./javaConfig.ts";
import { certificateField, siteFields } from "../bothEditions/siteFields.ts";

type Run = NonNullable<JavaProject["server"]["run"]>;

/**
 * A row of the Java list (docs/protocol.md 7.2): `status` says nothing about the processes, `port` follows what a jar
 * listens on, and `starting` means processes without a port, for ever where none is opened.
 */
export function javaRow(project: JavaProject, now: number): Readonly<Record<string, unknown>> {
  const { run, ports } = project.server;
  const listen = run?.listening === true ? ports : [];
  const config = javaConfig(project);
  const isJar = project.javaType === "springboot";
  return {
    ...siteFields(project, isJar && run !== undefined ? { ...config, port: listen.join(",") } : config),
    rname: "",
    stop: "",
    server_config_error: isJar ? undefined : "",
    pid: run === undefined ? null : run.pids.join(","),
    listen,
    ssl: certificateField(project.certificate, now),
    pid_info: run === undefined ? null : processInfo(project, run, now),
    starting: run !== undefined && listen.length === 0,
    bind_extranet: project.domains.length > 0,
  };
}

function processInfo(project: JavaProject, run: Run, now: number): Readonly<Record<string, unknown>> {
  const pid = run.pids[0] ?? 0;
  const command = javaCommand(project);
  const user = project.javaType === "springboot" ? "root" : "www";
  const connections = (run.listening ? project.server.ports : []).map((port, index) => connection(5 + index, port));
  return {
    pid,
    ppid: 1,
    name: "java",
    threads: 21,
    user,
    username: user,
    cpu_percent: 0.3,
    memory_info: {
      data: 156876800,
      dirty: 0,
      lib: 0,
      pss: 40168448,
      rss: 42913792,
      shared: 22728704,
      swap: 0,
      text: 4096,
      uss: 39440384,
      vms: 2704355328,
    },
    memory_used: 39440384,
    io_info: {
      read_bytes: 3624960,
      read_chars: 433358,
      read_count: 208,
      write_bytes: 53248,
      write_chars: 24,
      write_count: 11,
    },
    io_write_bytes: 53248,
    io_read_bytes: 3624960,
    connections,
    connects: connections.length,
    status: "睡眠",
    create_time: run.since / 1000,
    running_time: Math.max(0, now - run.since) / 1000,
    cmdline: command,
    open_files: [
      { fd: 1, flags: 33793, mode: "a", path: project.logFile, position: 8 },
      { fd: 4, flags: 32768, mode: "r", path: project.path, position: 1277 },
    ],
    ps: "未知进程",
    net_info: [0, 0, 0, 0],
    exe: command.join(" "),
  };
}

function connection(fd: number, port: number): Readonly<Record<string, unknown>> {
  return {
    fd,
    family: 10,
    local_addr: "::ffff:127.0.0.1",
    local_port: port,
    client_addr: "",
    client_rport: 0,
    status: "LISTEN",
  };
}
