import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { stateOf } from "../resources/processes.ts";
import { findProjectOf, type Project } from "../resources/project.ts";
import { commonFields } from "./commonFields.ts";
import { folderFields, text } from "./deploymentFields.ts";
import { directoryOf, needsOf, projectTypes } from "./projectTypes.ts";
import type { TargetKind } from "./targetKind.ts";

const entry = v.strictObject({
  ...commonFields,
  /** A project in Node.js, Python, Go or another language than Java. */
  project: text,
  ...folderFields,
});

/** Projects in other languages than Java: a folder goes to their directory, and they are restarted. */
export const projectFolderTarget = {
  id: "projectFolder",
  kind: "project",
  titles: { deploy: () => l10n.t("Deploy to Project"), rollBack: () => l10n.t("Roll Back Project") },
  entry,
  nameField: "project",
  broughtField: "source",
  brings: {
    what: "folder",
    onServer: directoryOf,
    isListedAs: ({ type, name }, listed) => listed.name === name && listed.type?.toLowerCase() === type,
    words: {
      itself: () => l10n.t("A folder"),
      askDirectory: () => l10n.t("Directory below that of the project; empty for that itself"),
      notDirectory: (typed) => l10n.t("“{0}” cannot be a directory of a project.", typed),
    },
  },
  find: findProjectOf,
  userOf: ({ user }) => user,
  programs: (project) => projectTypes[project.type].programs(project),
  process: {
    isStopped: (project) => stateOf(project) === "stopped",
    isPreparing: ({ isPreparing }) => isPreparing === true,
    needs: needsOf,
    words: {
      restarts: () =>
        l10n.t("The project restarts, and is not reachable meanwhile. If it does not run, the old files come back."),
      starts: () => l10n.t("The project, which is stopped, is started. If it does not run, the old files come back."),
      inPlace: (deployment, project, panel) =>
        l10n.t("The files of “{0}” are in their places for “{1}” on “{2}”.", deployment, project, panel),
      backInPlace: (project, panel) =>
        l10n.t("The files of before the deployment are in their places for “{0}” on “{1}”.", project, panel),
      mayRunWithOther: () =>
        l10n.t("It is not known whether the project was restarted since: it may still run with the other files."),
    },
  },
} as const satisfies TargetKind<Project, v.InferOutput<typeof entry>>;
