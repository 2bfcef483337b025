import { posix } from "node:path";
import type { Project, ProjectType } from "../resources/project.ts";
import { nameProblem } from "../serverFiles/remoteNames.ts";
import type { Need } from "./targetKind.ts";

/** What is different between the languages of projects. */
interface ProjectLanguage {
  /** Whether the panel runs one file of the project itself, which can be replaced alone. */
  readonly isProgram: boolean;
  /** Directories of its own programs, such as the Node.js that it runs with. */
  readonly programs: (project: Project) => readonly string[];
  /** Below its directory: names without which the panel does not start it where another one is there. */
  readonly needs: readonly { readonly name: string; readonly where: string }[];
}

const none = () => [];

/** The languages, as data (docs/protocol.md 18.6). */
export const projectTypes: Readonly<Record<ProjectType, ProjectLanguage>> = {
  node: {
    isProgram: false,
    programs: ({ node = "" }) => (/^v?\d[\w.-]*$/.test(node) ? [`/www/server/nodejs/${node}/bin`] : []),
    needs: [{ name: "node_modules", where: "package.json" }],
  },
  python: {
    isProgram: false,
    programs: ({ environment = "" }) => (isPath(environment) ? [posix.join(environment, "bin")] : []),
    needs: [],
  },
  go: { isProgram: true, programs: none, needs: [] },
  other: { isProgram: true, programs: none, needs: [] },
};

/** The directory of a project; that of its program, where the panel names no other one. */
export function directoryOf({ directory, program }: Project): string | undefined {
  if (directory !== undefined && directory !== "") return directory;
  return program?.startsWith("/") === true ? posix.dirname(program) : undefined;
}

/** What a project does not start without. */
export function needsOf(project: Project): readonly Need[] {
  const directory = directoryOf(project);
  if (directory === undefined) return [];
  const at = (name: string) => posix.join(directory, name);
  return projectTypes[project.type].needs.map(({ name, where }) => ({ path: at(name), where: at(where) }));
}

/** Whether a path goes into the PATH of a step as it is. */
function isPath(path: string): boolean {
  return /^\/[^\s:]+$/.test(path) && nameProblem(path.slice(1)) === undefined;
}
