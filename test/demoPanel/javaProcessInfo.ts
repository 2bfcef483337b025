import type { DemoJavaProject, JavaRun } from "../../src/demoPanel/state.ts";
import { javaCommand } from "./javaCommand.ts";

/** Describes a project's main process (docs/protocol.md 7.2). */
export function javaProcessInfo(
  project: DemoJavaProject,
  run: JavaRun,
  now: number,
): Readonly<Record<string, unknown>> {
  const pid = run.pids[0] ?? 0;
  const command = javaCommand(project);
  const user = project.javaType === "springboot" ? "root" : "www";
  const connections = javaConnections(project, run);
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

/** Lists the connections of a project's processes. */
export function javaConnections({ server }: DemoJavaProject, run: JavaRun): readonly object[] {
  return (run.listening ? server.ports : []).map((port, index) => connection(5 + index, port));
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
