import { posix } from "node:path";
import { DeploymentError } from "./deploymentError.ts";
import { planDeployment, type DeploymentPlan } from "./deploymentPlan.ts";
import type { RemoteFiles, ServerFile } from "../serverFiles/remoteFiles.ts";
import { readState, type RemoteState, type StatePaths } from "./remoteState.ts";
import type { Source } from "./sourceFiles.ts";

/** A deployment as the preview shows it: nothing was sent yet. */
export interface PreparedDeployment {
  /** Name of the deployment. */
  readonly name: string;
  /** The source folder, absolute. */
  readonly folder: string;
  readonly source: Source;
  /** The directory on the server. */
  readonly target: string;
  readonly paths: StatePaths;
  readonly state: RemoteState;
  readonly plan: DeploymentPlan;
}

/** Compares a source folder with the server. Throws `PanelError` and `DeploymentError`. */
export async function prepareDeployment(
  files: RemoteFiles,
  given: Pick<PreparedDeployment, "name" | "folder" | "source" | "target" | "paths">,
): Promise<PreparedDeployment> {
  const { source, target, paths } = given;
  const state = await readState(files, paths);
  const relative = [...new Set([...source.files, ...state.placed].map(({ path }) => path))];
  const found = await files.look(relative.map((path) => posix.join(target, path)));
  const server = new Map<string, ServerFile>();
  for (const path of relative) {
    const there = found.get(posix.join(target, path));
    if (there?.isFile === false) throw new DeploymentError({ kind: "inTheWay", path: posix.join(target, path) });
    if (there !== undefined) server.set(path, there);
  }
  return { ...given, state, plan: planDeployment(source.files, state.placed, server, given.name) };
}

/** Whether the server already has everything as wanted. */
export function isUpToDate({ added, changed, removed }: DeploymentPlan): boolean {
  return added.length + changed.length + removed.length === 0;
}

/** Bytes of the files that are sent. */
export function sentBytes({ added, changed }: DeploymentPlan): number {
  return [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
}
