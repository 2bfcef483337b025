import { JDK, javaCommand, tomcatHome } from "../javaCommand.ts";
import { javaProcessInfo } from "../javaProcessInfo.ts";
import { moreColumns } from "../siteFields.ts";
import { certificateField, siteColumns } from "../../../src/demoPanel/demoSites.ts";
import type { DemoJavaProject } from "../../../src/demoPanel/state.ts";

/** Returns the stored settings of a project (docs/protocol.md 7.2). */
export function javaConfig(project: DemoJavaProject, isChanged: boolean): Readonly<Record<string, unknown>> {
  const { name, javaType, path, logFile, domains, server } = project;
  const isJar = javaType === "springboot";
  const shared = {
    ssl_path: "/www/wwwroot/java_node_ssl",
    project_jdk: JDK,
    project_name: name,
    bind_extranet: domains.length > 0 ? 1 : 0,
    domains,
    run_user: isJar ? "root" : "www",
    jmx_status: false,
    java_type: javaType,
    logs: logFile,
    env_list: [],
    env_file: "",
    nohup_log: true,
    static_info: {},
    proxy_info: [],
    daemon_status: false,
  };
  if (!isJar) {
    const server_xml = `${tomcatHome(javaType, name)}/conf/server.xml`;
    return { ...shared, tomcat_version: "9", server_xml, port: server.ports[0], access_mode: "domain", auth: false };
  }
  return {
    ...shared,
    project_jar: path,
    project_cmd: javaCommand(project).join(" "),
    jar_path: "/www/wwwroot/java",
    pids: `/var/tmp/springboot/vhost/pids/${name}.pid`,
    scripts: `/var/tmp/springboot/vhost/scripts/${name}.sh`,
    watch_file: false,
    proxy_path: "/",
    server_name_suffix: "",
    change_flag: isChanged || undefined,
  };
}

/** Returns further fields of a Java project (docs/protocol.md 7.2); `status` does not depend on its processes. */
export function moreOfJavaRow(
  project: DemoJavaProject,
  now: number,
  isChanged: boolean,
): Readonly<Record<string, unknown>> {
  const { run } = project.server;
  const isJar = project.javaType === "springboot";
  return {
    ...siteColumns(project),
    ...moreColumns(project, javaConfig(project, isChanged)),
    rname: "",
    stop: "",
    server_config_error: isJar ? undefined : "",
    ssl: certificateField(project.certificate, now),
    pid_info: run === undefined ? null : javaProcessInfo(project, run, now),
    bind_extranet: project.domains.length > 0,
  };
}
