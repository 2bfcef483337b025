import { projectOf, launchJavaProcesses, terminateJavaProcesses, javaRow } from "../../../src/demoPanel/aapanel.ts";
import { statusReply } from "../../../src/demoPanel/http.ts";
import { sentence } from "../../../src/demoPanel/demoSentences.ts";
import type { HandlerContext } from "../../../src/demoPanel/state.ts";
import { withMore } from "../complete.ts";
import { moreOfJavaRow } from "./javaRow.ts";
import { anySentence } from "./languages.ts";

/** Starts new processes while the old ones still hold the port, so that the new ones die (docs/protocol.md 7.14). */
export async function restartJavaProject(context: HandlerContext): Promise<unknown> {
  const project = projectOf(context);
  if (project === undefined) throw new Error("no such project");
  if (project.server.run === undefined) return statusReply(false, sentence(context.language, "javaNotRunning"));
  terminateJavaProcesses(project.server, context);
  launchJavaProcesses(project.server, context);
  await context.schedule.sleep(context.delays.javaProcess);
  return statusReply(true, anySentence(context.language, "javaRestarted"));
}

/** Returns the row of one project. */
export function javaProjectInfo(context: HandlerContext): unknown {
  const project = projectOf(context);
  if (project === undefined) return statusReply(false, `${sentence(context.language, "noSuchProject")}!`);
  return withMore(javaRow(project), moreOfJavaRow(project, context.now()));
}
