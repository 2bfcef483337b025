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
    },
  },
  find: findProjectOf,
  userOf: ({ user }) => user,
  programs: (project) => projectTypes[project.type].programs(project),
  process: {
    isStopped: (project) => stateOf(project) === "stopped",
    isPreparing: ({ isPreparing }) => isPreparing === true,
    needs: needsOf,
  },
} as const satisfies TargetKind<Project, v.InferOutput<typeof entry>>;
