import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { stateOf } from "../resources/processes.ts";
import { findProjectOf, projectsOf, type Project } from "../resources/project.ts";
import { nameProblem } from "../serverFiles/remoteNames.ts";
import { commonFields } from "./commonFields.ts";
import { text } from "./deploymentFields.ts";
import { projectTypes } from "./projectTypes.ts";
import type { TargetKind } from "./targetKind.ts";
import { isOfSystem } from "./targetRoot.ts";

const entry = v.strictObject({
  ...commonFields,
  /** A project in Go or another language that is compiled. */
  project: text,
  /** A glob, relative to the workspace folder. */
  program: text,
});

/** Projects whose program the panel runs itself: it is replaced, and they are restarted. */
export const projectProgramTarget = {
  id: "projectProgram",
  kind: "project",
  fits: ({ type }) => projectTypes[type].isProgram,
  titles: { deploy: () => l10n.t("Deploy to Project"), rollBack: () => l10n.t("Roll Back Project") },
  entry,
  nameField: "project",
  broughtField: "program",
  brings: {
    what: "file",
    called: "program",
    mustRun: true,
    likely: "{bin,dist,build,target/release}/*",
    globIn: ({ program }) => program,
    onServer: ({ program = "" }) => (mayBeReplaced(program) ? program : undefined),
    async sharedBy(call, { name, type, program }) {
      const all = [...(await projectsOf(call, "go")), ...(await projectsOf(call, "other"))];
      return all
        .filter((each) => each.program === program && !(each.name === name && each.type === type))
        .map((each) => each.name ?? "");
    },
    entryOf: (name, project, program) => ({ name, project, program }),
    words: {
      itself: () => l10n.t("A program"),
      notNamed: (project) =>
        l10n.t("“{0}” has no program of its own that can be replaced, or one that belongs to the system.", project),
    },
  },
  find: findProjectOf,
  userOf: ({ user }) => user,
  process: {
    isStopped: (project) => stateOf(project) === "stopped",
  },
} as const satisfies TargetKind<Project, v.InferOutput<typeof entry>>;

/** Whether a path is that of a program that belongs to nobody else. */
function mayBeReplaced(program: string): boolean {
  return /^\/\S+$/.test(program) && nameProblem(program.slice(1)) === undefined && !isOfSystem(program);
}
