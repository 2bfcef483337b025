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
      which: () => l10n.t("Which jar?"),
      noMatch: (glob) => l10n.t("No jar matches {0}. Nothing was sent.", glob),
      only: (path) => l10n.t("The jar is {0}.", path),
      latest: (path, count, glob) => l10n.t("The jar is {0}, the likeliest of {1} that match {2}.", path, count, glob),
      notNamed: (project) => l10n.t("The panel names no jar of “{0}” that can be replaced.", project),
      askGlob: (folder) => l10n.t("The jar, as a glob relative to “{0}”. The latest that matches is deployed.", folder),
    },
  },
  find: async (call, key) =>
    findProject<JavaProject>(async (page) => call("java.list", { page, limit: PAGE_SIZE }), key),
  process: {
    isStopped: (project) => stateOf(project) === "stopped",
    words: {
      restarts: () =>
        l10n.t("The project restarts, and is not reachable meanwhile. If it does not run, the old jar comes back."),
      starts: () => l10n.t("The project, which is stopped, is started. If it does not run, the old jar comes back."),
      inPlace: (deployment, project, panel) =>
        l10n.t("The jar of “{0}” is in its place for “{1}” on “{2}”.", deployment, project, panel),
      backInPlace: (project, panel) =>
        l10n.t("The jar of before the deployment is in its place for “{0}” on “{1}”.", project, panel),
      mayRunWithOther: () =>
        l10n.t("It is not known whether the project was restarted since: it may still run with the other jar."),
    },
  },
} as const satisfies TargetKind<JavaProject, v.InferOutput<typeof entry>>;
