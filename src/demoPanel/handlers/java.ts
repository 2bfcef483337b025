import type { JavaProject } from "../demoState.ts";
import { type HandlerContext, integer } from "../handler.ts";
import { javaRow } from "../javaRow.ts";
import { startServer, stopServer } from "../javaServers.ts";
import { pageOf } from "../page.ts";
import { sayingWithData } from "../saying.ts";
import { matching } from "../siteFields.ts";

/** Java projects (panel-reference.md 2.1, 3). Answers come at once; what they announce happens later. */
export const javaHandlers = {
  "java.list": (context: HandlerContext) => {
    const { state, fields, now } = context;
    try {
      const type = fields["type_id"] ?? "";
      const found = matching(state.javaProjects, fields["search"] ?? "").filter(
        ({ typeId }) => type === "" || typeId === integer(fields, "type_id", 0),
      );
      const { html, shift, size, rows } = pageOf(context, found, 12);
      const data = rows.map((project) => javaRow(project, now()));
      return { page: html, shift: String(shift), row: String(size), data };
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
  /** Of one that runs already nothing is started, and the answer is the same. */
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
};

function withProject({ state, fields, now }: HandlerContext, act: (project: JavaProject) => string): unknown {
  const name = fields["project_name"];
  if (name === undefined) return sayingWithData(false, "项目名称参数错误", now());
  const project = state.javaProjects.find((candidate) => candidate.name === name);
  if (project === undefined) return sayingWithData(false, "项目不存在", now());
  return sayingWithData(true, act(project), now());
}
