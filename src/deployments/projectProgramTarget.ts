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
      which: () => l10n.t("Which program?"),
      noMatch: (glob) => l10n.t("No program matches {0}. Nothing was sent.", glob),
      only: (path) => l10n.t("The program is {0}.", path),
      latest: (path, count, glob) =>
        l10n.t("The program is {0}, the likeliest of {1} that match {2}.", path, count, glob),
      notNamed: (project) =>
        l10n.t("“{0}” has no program of its own that can be replaced, or one that belongs to the system.", project),
      askGlob: (folder) =>
        l10n.t("The program, as a glob relative to “{0}”. The latest that matches is deployed.", folder),
    },
  },
  find: findProjectOf,
  userOf: ({ user }) => user,
  process: {
    isStopped: (project) => stateOf(project) === "stopped",
    words: {
      restarts: () =>
        l10n.t("The project restarts, and is not reachable meanwhile. If it does not run, the old program comes back."),
      starts: () =>
        l10n.t("The project, which is stopped, is started. If it does not run, the old program comes back."),
      inPlace: (deployment, project, panel) =>
        l10n.t("The program of “{0}” is in its place for “{1}” on “{2}”.", deployment, project, panel),
      backInPlace: (project, panel) =>
        l10n.t("The program of before the deployment is in its place for “{0}” on “{1}”.", project, panel),
      mayRunWithOther: () =>
        l10n.t("It is not known whether the project was restarted since: it may still run with the other program."),
    },
  },
} as const satisfies TargetKind<Project, v.InferOutput<typeof entry>>;

/** Whether a path is that of a program that belongs to nobody else. */
function mayBeReplaced(program: string): boolean {
  return /^\/\S+$/.test(program) && nameProblem(program.slice(1)) === undefined && !isOfSystem(program);
}
