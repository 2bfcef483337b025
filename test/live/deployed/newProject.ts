import type { KnownEdition } from "../../../src/wire/answers/operation.ts";
import type { ProjectType } from "../server.ts";

/** A call of a panel, by its path. */
export interface PanelCall {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A project that a run makes. */
interface NewProject {
  readonly type: ProjectType;
  readonly name: string;
  readonly port: number;
  /** As whom it runs. */
  readonly user: "root" | "www";
}

/** Interpreters on the server. */
interface Interpreters {
  /** Version of Node in the panel, such as `v20.20.2`. */
  readonly node: string;
  /** File of a Python that the panel knows. */
  readonly python: string;
}

const pathOf = (edition: KnownEdition, type: ProjectType, method: string) =>
  `${edition === "aapanel" ? "/v2" : ""}/project/${type}/${method}`;

/** Directory of a project of the run. */
export const folderOf = (name: string): string => `/www/wwwroot/${name}`;

/** The program that a project runs. */
export const programOf = (type: ProjectType, name: string): string =>
  `${folderOf(name)}/program.${type === "nodejs" ? "cjs" : "py"}`;

/**
 * The call that makes a project and starts it. Its directory has the program and, for Go and others, an interpreter of its own that is
 * called like the project: panels know their processes by the file that runs.
 */
export function creationOf(
  edition: KnownEdition,
  { type, name, port, user }: NewProject,
  { node, python }: Interpreters,
): PanelCall {
  const folder = folderOf(name);
  const command = `${programOf(type, name)} ${name} ${port}`;
  if (type === "python") {
    const fields = {
      pjname: name,
      port,
      stype: "command",
      path: folder,
      user,
      python_bin: python,
      framework: "python",
      project_cmd: `${python} ${command}`,
      auto_run: "false",
      env_list: "[]",
      release_firewall: 0,
    };
    return { path: pathOf(edition, type, "CreateProject"), fields: { data: JSON.stringify(fields) } };
  }
  const own =
    type === "nodejs"
      ? {
          project_cwd: folder,
          project_script: `node ${command}`,
          nodejs_version: node,
          pkg_manager: "npm",
          max_memory_limit: 4096,
          project_env: "",
        }
      : { project_exe: `${folder}/${name}`, project_path: folder, project_cmd: `${folder}/${name} ${command}` };
  const fields = {
    project_name: name,
    project_ps: "",
    bind_extranet: 0,
    is_power_on: 0,
    run_user: user,
    release_firewall: 0,
    port: String(port),
    ...own,
  };
  return { path: pathOf(edition, type, "create_project"), fields: { data: JSON.stringify(fields) } };
}

/** The call that starts a project of Python, which a panel does itself only if it could install what it wants. */
export const pythonStartOf = (edition: KnownEdition, name: string): PanelCall => ({
  path: pathOf(edition, "python", "StartProject"),
  fields: { name },
});

/** Types of projects by their word in the panel's table. */
const TYPES: Readonly<Record<string, ProjectType>> = {
  Node: "nodejs",
  Python: "python",
  Go: "go",
  Other: "other",
};

const REMOVE_JAVA: Readonly<Record<KnownEdition, string>> = {
  baota: "/mod/java/project/remove_project/stype",
  aapanel: "/v2/project/java/remove_project",
};

/**
 * The call that removes a project, and leaves its directory; `undefined`: it is none.
 * @param word of its type in the panel's table
 */
export function removalOf(edition: KnownEdition, word: string, name: string): PanelCall | undefined {
  if (word === "Java") return { path: REMOVE_JAVA[edition], fields: { project_name: name } };
  const type = TYPES[word];
  if (type === undefined) return undefined;
  return type === "python"
    ? { path: pathOf(edition, type, "RemoveProject"), fields: { name } }
    : { path: pathOf(edition, type, "remove_project"), fields: { project_name: name } };
}
