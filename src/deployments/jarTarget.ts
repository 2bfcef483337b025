import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { findProject, PAGE_SIZE, stateOf } from "../resources/processes.ts";
import { nameProblem } from "../serverFiles/remoteNames.ts";
import type { JavaProject } from "../wire/operations/java.ts";
import { commonFields } from "./commonFields.ts";
import { text } from "./deploymentFields.ts";
import type { TargetKind } from "./targetKind.ts";

const entry = v.strictObject({
  ...commonFields,
  /** A Java project. */
  project: text,
  /** A glob, relative to the workspace folder. */
  jar: text,
});

/** Java projects: their jar is replaced, and they are restarted. */
export const jarTarget = {
  id: "jar",
  kind: "javaProject",
  titles: { deploy: () => l10n.t("Deploy to Java Project"), rollBack: () => l10n.t("Roll Back Java Project") },
  entry,
  nameField: "project",
  broughtField: "jar",
  brings: {
    what: "file",
    called: "jar",
    likely: "**/{target,build/libs}/*.jar",
    globIn: ({ jar }) => jar,
    onServer: ({ jar = "" }) => (/^\/\S+\.jar$/.test(jar) && nameProblem(jar.slice(1)) === undefined ? jar : undefined),
    entryOf: (name, project, jar) => ({ name, project, jar }),
    words: {
      itself: () => l10n.t("A jar"),
      notNamed: (project) => l10n.t("The panel names no jar of “{0}” that can be replaced.", project),
    },
  },
  find: async (call, key) =>
    findProject<JavaProject>(async (page) => call("java.list", { page, limit: PAGE_SIZE }), key),
  process: {
    isStopped: (project) => stateOf(project) === "stopped",
  },
} as const satisfies TargetKind<JavaProject, v.InferOutput<typeof entry>>;
