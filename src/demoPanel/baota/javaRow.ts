import type { DemoJavaProject } from "../records/demoRecords.ts";
import { javaProcessInfo } from "../bothEditions/javaProcessInfo.ts";
import { javaConfig } from "./javaConfig.ts";
import { certificateField, siteColumns } from "../bothEditions/siteColumns.ts";

/**
 * A row of the Java list (docs/protocol.md 7.2): `status` says nothing about the processes, `port` follows what a jar
 * listens on, and `starting` means processes without a port, for ever where none is opened.
 */
export function javaRow(project: DemoJavaProject, now: number): Readonly<Record<string, unknown>> {
  const { run, ports } = project.server;
  const listen = run?.listening === true ? ports : [];
  const config = javaConfig(project);
  const isJar = project.javaType === "springboot";
  return {
    ...siteColumns(project, isJar && run !== undefined ? { ...config, port: listen.join(",") } : config),
    rname: "",
    stop: "",
    server_config_error: isJar ? undefined : "",
    pid: run === undefined ? null : run.pids.join(","),
    listen,
    ssl: certificateField(project.certificate, now),
    pid_info: run === undefined ? null : javaProcessInfo(project, run, now),
    starting: run !== undefined && listen.length === 0,
    bind_extranet: project.domains.length > 0,
  };
}
