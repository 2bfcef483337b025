import { javaLog } from "../bothEditions/javaLog.ts";
import { cutPage } from "../bothEditions/page.ts";
import { matching } from "../bothEditions/siteColumns.ts";
import { saying } from "../http/saying.ts";
import type { DemoJavaProject } from "../records/demoRecords.ts";
import { makeDirectory } from "../records/serverFiles.ts";
import type { DemoState } from "../state/demoState.ts";
import { type HandlerContext, required } from "../state/handler.ts";
import { launchJavaProcesses, terminateJavaProcesses } from "./javaProcesses.ts";
import { javaRow } from "./javaRow.ts";
import { say, type SentenceName } from "../sentences.ts";

/** Java projects (docs/protocol.md 7.11): a start says success whatever becomes of the processes. */
export const javaHandlers = {
  "java.list": (context: HandlerContext) => {
    const { html, rows } = cutPage(context, matching(context.state.javaProjects, context.fields["search"] ?? ""), 20);
    return { page: html, data: rows.map(javaRow) };
  },
  /** Of one that runs, the panel loses the processes: the new ones die of the port, and theirs are the ids that it keeps. */
  "java.start": async (context: HandlerContext) => {
    const project = projectOf(context);
    if (project === undefined) return said(context, false, "noSuchProject");
    launchJavaProcesses(project.server, context);
    await context.schedule.sleep(context.delays.javaProcess);
    return said(context, true, "javaStarted");
  },
  /** Waits for nothing. */
  "java.stop": (context: HandlerContext) => {
    const project = projectOf(context);
    if (project === undefined) return said(context, false, "noSuchProject");
    if (project.server.run === undefined) return said(context, false, "javaNotRunning");
    terminateJavaProcesses(project.server, context);
    return said(context, true, "javaStopped");
  },
  "java.log": (context: HandlerContext) => {
    const project = projectOf(context);
    return project === undefined ? missing(context) : javaLog(project);
  },
  /** One that runs is restarted, with what comes of that; where the path is a file nothing can start. */
  "java.moveLogOfStopped": async (context: HandlerContext) => {
    const { state, fields, schedule, delays } = context;
    const project = projectOf(context);
    if (project === undefined) return said(context, false, "noProjectOfLog");
    const path = fields["path"] ?? "";
    if (!path.startsWith("/")) return said(context, false, "invalidPath");
    const directory = path.replace(/\/$/, "");
    const isFile = state.files.files.has(directory);
    if (!isFile) makeDirectory(state.files, directory);
    project.logFile = `${directory}/${project.name}.log`;
    project.server.log.length = 0;
    terminateJavaProcesses(project.server, context);
    if (!isFile) launchJavaProcesses(project.server, context);
    await schedule.sleep(delays.javaProcess);
    return said(context, true, "logPathChanged");
  },
};

/** Throws where no name is told. */
export function projectOf({ state, fields }: { readonly state: DemoState } & Pick<HandlerContext, "fields">) {
  const name = required(fields, "project_name");
  return state.javaProjects.find((project: DemoJavaProject) => project.name === name);
}

/** What only reads says it with an exclamation mark. */
function missing({ language }: HandlerContext): unknown {
  return saying(false, `${say(language, "noSuchProject")}!`);
}

function said({ language }: HandlerContext, status: boolean, name: SentenceName): unknown {
  return saying(status, say(language, name));
}
