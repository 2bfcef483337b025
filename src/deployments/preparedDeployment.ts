import { posix } from "node:path";
import { DeploymentError } from "./deploymentError.ts";
import { planDeployment, type DeploymentPlan, type PlacedFile } from "./deploymentPlan.ts";
import type { RemoteFiles, ServerFile } from "../serverFiles/remoteFiles.ts";
import { readState, type RemoteState, type StatePaths } from "./remoteState.ts";
import type { Source } from "./sourceFiles.ts";
import type { NestedRoot } from "./targetRoot.ts";

/** A deployment as the preview shows it: nothing was sent yet. */
export interface PreparedDeployment {
  /** Name of the deployment. */
  readonly name: string;
  /** The source folder, absolute. */
  readonly folder: string;
  readonly source: Source;
  /** The root of the website. */
  readonly root: string;
  /** The directory on the server: the root, or below it. */
  readonly target: string;
  /** Roots of other websites below the target. */
  readonly nested: readonly NestedRoot[];
  /** Directories above changed files that are symbolic links: nothing behind them is touched. */
  readonly links: readonly string[];
  readonly paths: StatePaths;
  readonly state: RemoteState;
  readonly plan: DeploymentPlan;
}

interface Given extends Pick<
  PreparedDeployment,
  "name" | "folder" | "source" | "root" | "target" | "nested" | "paths"
> {
  /** If they were found just before; finding them takes a call for each directory. */
  readonly links?: readonly string[];
}

/** Compares a source folder with the server. Throws `PanelError` and `DeploymentError`. */
export async function prepareDeployment(files: RemoteFiles, given: Given): Promise<PreparedDeployment> {
  const { source, root, target, nested, paths } = given;
  for (const { path } of source.files) {
    const other = nested.find((each) => isBelow(posix.join(target, path), each.path));
    if (other !== undefined) throw new DeploymentError({ kind: "otherSite", path: other.path, site: other.site });
  }
  const state = await readState(files, paths);
  const relative = [...new Set([...source.files, ...state.placed].map(({ path }) => path))];
  const found = await files.look(relative.map((path) => posix.join(target, path)));
  const server = new Map<string, ServerFile>();
  for (const path of relative) {
    const there = found.get(posix.join(target, path));
    if (there?.isFile === false) throw new DeploymentError({ kind: "inTheWay", path: posix.join(target, path) });
    if (there !== undefined) server.set(path, there);
  }
  const plan = planDeployment(source.files, state.placed, server, given.name);
  const sent = [...plan.added, ...plan.changed].map(({ path }) => posix.join(target, path));
  const touched = [...sent, ...plan.removed.map(({ path }) => posix.join(target, path))];
  const links = given.links ?? (await files.links(directoriesOf(touched, root)));
  const link = links.find((each) => sent.some((path) => isBelow(path, each)));
  if (link !== undefined) throw new DeploymentError({ kind: "link", path: link });
  const closed = [...links, ...nested.map(({ path }) => path)];
  const stays = ({ path }: PlacedFile) => closed.some((each) => isBelow(posix.join(target, path), each));
  const kept = [...plan.kept, ...plan.removed.filter(stays).map(({ path }) => path)];
  const removed = plan.removed.filter((file) => !stays(file));
  return { ...given, state, links, plan: { ...plan, removed, kept } };
}

/** Whether a path lies in a directory. */
export function isBelow(path: string, directory: string): boolean {
  return path.startsWith(`${directory}/`);
}

/** The directories on the way from a root to files below it. */
function directoriesOf(files: readonly string[], root: string): readonly string[] {
  const found = new Set<string>();
  for (const file of files)
    for (let each = posix.dirname(file); isBelow(each, root) && !found.has(each); each = posix.dirname(each))
      found.add(each);
  return [...found];
}

/** Whether the server already has everything as wanted. */
export function isUpToDate({ added, changed, removed }: DeploymentPlan): boolean {
  return added.length + changed.length + removed.length === 0;
}

/** Bytes of the files that are sent. */
export function sentBytes({ added, changed }: DeploymentPlan): number {
  return [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
}
