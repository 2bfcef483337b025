import type { DemoJavaProject } from "../records/demoRecords.ts";
import type { DemoState } from "../state/demoState.ts";
import { type HandlerContext, integer } from "../state/handler.ts";
import { javaRow } from "./javaRow.ts";
import { javaLog } from "../bothEditions/javaLog.ts";
import { startServer, stopServer } from "../bothEditions/javaServers.ts";
import { cutPage } from "../bothEditions/page.ts";
import { saying, sayingWithData } from "../http/saying.ts";
import { makeDirectory } from "../records/serverFiles.ts";
import { matching } from "../bothEditions/siteColumns.ts";

/** Java projects (docs/protocol.md 7). Answers come at once; what they announce happens later. */
export const javaHandlers = {
  "java.list": (context: HandlerContext) => {
    const { state, fields, now } = context;
    try {
      const type = fields["type_id"] ?? "";
      const found = matching(state.javaProjects, fields["search"] ?? "").filter(
        ({ typeId }) => type === "" || typeId === integer(fields, "type_id", 0),
      );
      const { html, rows } = cutPage(context, found, 12);
      return { page: html, data: rows.map(javaRow) };
    } catch {
      return sayingWithData(false, "参数错误", now());
    }
  },
  "java.restart": (context: HandlerContext) =>
    withProject(context, (project) => {
      project.changed = false;
      startServer(project.server, context);
      return project.javaType === "springboot" ? "操作已执行" : "项目重启已执行";
    }),
  /** Starts nothing where it runs already; the answer is the same. */
  "java.start": (context: HandlerContext) =>
    withProject(context, (project) => {
      project.changed = false;
      if (project.server.run === undefined) startServer(project.server, context);
      return project.javaType === "springboot" ? "操作已执行" : "项目启动成功";
    }),
  "java.stop": (context: HandlerContext) =>
    withProject(context, (project) => {
      stopServer(project.server, context);
      return project.javaType === "springboot" ? "项目停止指令已执行" : "项目停止成功";
    }),
  "java.log": ({ state, fields }: HandlerContext) => {
    const project = find(state, fields["project_name"]);
    if (project === undefined) return saying(false, "项目不存在");
    return javaLog(project);
  },
  /** Restarts the project, which does not come up where the path is a file; the answer is the same. */
  "java.changeLogPath": (context: HandlerContext) => {
    const { state, fields, now } = context;
    const { project_name: name, path } = fields;
    const said = (status: boolean, msg: string) => sayingWithData(status, msg, now());
    if (!name || !path) return said(false, "参数错误");
    const project = find(state, name);
    if (project === undefined) return said(false, "项目不存在");
    if (!path.startsWith("/")) return said(false, "路径格式错误");
    if (project.javaType !== "springboot") return said(false, "项目日志路径修改失败");
    const directory = path.replace(/\/$/, "");
    const isFile = state.files.files.has(directory);
    if (!isFile) makeDirectory(state.files, directory);
    project.logFile = `${directory}/${project.name}.log`;
    project.changed = false;
    project.server.log.length = 0;
    if (isFile) stopServer(project.server, context);
    else startServer(project.server, context);
    return said(true, "项目日志路径修改成功");
  },
};

function find({ javaProjects }: DemoState, name: string | undefined): DemoJavaProject | undefined {
  return javaProjects.find((project) => project.name === name);
}

function withProject({ state, fields, now }: HandlerContext, act: (project: DemoJavaProject) => string): unknown {
  const name = fields["project_name"];
  if (name === undefined) return sayingWithData(false, "项目名称参数错误", now());
  const project = find(state, name);
  if (project === undefined) return sayingWithData(false, "项目不存在", now());
  return sayingWithData(true, act(project), now());
}
