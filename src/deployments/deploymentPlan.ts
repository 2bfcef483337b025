import { posix } from "node:path";
import type { ServerFile } from "../serverFiles/remoteFiles.ts";
import { DeploymentError } from "./deploymentError.ts";
import type { PlacedFile } from "./deploymentRecord.ts";
import type { There } from "./exchange/exchangeList.ts";
import type { Looked } from "./exchange/exchangeLook.ts";
import type { SourceFile } from "./sourceFiles.ts";

/** A file that a deployment replaces. */
export interface Replaced extends SourceFile {
  /** Whether it is still as our last deployment placed it. */
  readonly isOurs: boolean;
  /** What is there now, which alone is replaced. */
  readonly there: There;
}

/** A directory that has to go because a file takes its name; everything in it is removed before. */
export interface EmptiedDirectory {
  readonly path: string;
  readonly entries: number;
}

/** The differences between a source folder and a website's directory. */
export interface DeploymentPlan {
  readonly added: readonly SourceFile[];
  readonly changed: readonly Replaced[];
  /** As in the source already, whoever has put it there. */
  readonly unchanged: readonly PlacedFile[];
  /** Placed by an earlier deployment and no longer in the source. */
  readonly removed: readonly PlacedFile[];
  /** Directories that become files, each after those in it. */
  readonly emptied: readonly EmptiedDirectory[];
  /**
   * Paths that are no longer in the source and stay all the same: the file has changed on the server, or now lies behind a
   * symbolic link or in the root of another website.
   */
  readonly kept: readonly string[];
  /** Placed by other deployments to the same directory, and not in the source. */
  readonly others: readonly PlacedFile[];
}

/** What a deployment is compared with. Paths are relative to its directory. */
export interface Compared {
  readonly source: readonly SourceFile[];
  /** Files that earlier deployments have placed. */
  readonly placed: readonly PlacedFile[];
  /** What listings say at the paths of both; missing paths do not exist. */
  readonly server: ReadonlyMap<string, ServerFile>;
  /** Name of the deployment. */
  readonly deployment: string;
  /** Names of deployments of the settings to the same directory, whose files are left alone. */
  readonly alongside: readonly string[];
}

/** The paths of which a listing does not say enough to plan with. */
export function pathsToLookAt(compared: Compared): readonly string[] {
  const { source, server } = compared;
  const asPlaced = placedFinder(compared);
  const unknown = source.filter(({ path }) => server.get(path)?.isFile === true && asPlaced(path) === undefined);
  const leftovers = ownLeftoversOf(compared);
  const blocked = source.filter(({ path }) => server.get(path)?.isFile === false);
  const emptied = blocked.flatMap(({ path }) => [path, ...directoriesIn(path, leftovers)]);
  const needed = [...unknown, ...leftovers].map(({ path }) => path).concat(emptied);
  if (needed.length === 0) return [];
  // these cost nothing more, and a listing takes a link that leads nowhere for nothing
  const missing = source.filter(({ path }) => !server.has(path)).map(({ path }) => path);
  return [...needed, ...missing];
}

/**
 * Compares the files of a source folder with those on the server. Files that no deployment has placed are never removed. Throws a
 * `DeploymentError` if something is in the way.
 * @param looked what the server has at the paths of `pathsToLookAt`
 */
export function planDeployment(compared: Compared, looked: ReadonlyMap<string, Looked>): DeploymentPlan {
  const { source, server, deployment, alongside } = compared;
  const asPlaced = placedFinder(compared);
  const placedAt = new Map(compared.placed.map((file) => [file.path, file]));
  const plan = { added: [], changed: [], unchanged: [], removed: [], emptied: [], kept: [], others: [] } as {
    [Part in keyof DeploymentPlan]: DeploymentPlan[Part][number][];
  };
  for (const file of leftoversOf(compared)) {
    const there = looked.get(file.path);
    if (alongside.includes(file.deployment)) plan.others.push(file);
    else if (there?.kind === "file" && there.sha1 === file.sha1) plan.removed.push(file);
    else if (there?.kind !== "nothing") plan.kept.push(file.path);
  }
  for (const file of source) {
    const known = asPlaced(file.path);
    const there = known === undefined ? looked.get(file.path) : ({ kind: "file", sha1: known.sha1 } as const);
    const { path } = file;
    switch (there?.kind) {
      case undefined:
      case "nothing":
        plan.added.push(file);
        break;
      case "file":
        if (there.sha1 === file.sha1)
          plan.unchanged.push({
            path,
            size: file.size,
            sha1: file.sha1,
            mtime: known?.mtime ?? server.get(path)?.mtime ?? 0,
            deployment,
          });
        else
          plan.changed.push({ ...file, isOurs: known !== undefined || placedAt.get(path)?.sha1 === there.sha1, there });
        break;
      case "link":
        plan.changed.push({ ...file, isOurs: false, there });
        break;
      case "directory":
        plan.emptied.push(...emptiedFor(path, plan.removed, looked));
        plan.added.push(file);
        break;
      case "behindLink":
        throw new DeploymentError({ kind: "link", path });
      case "special":
      case "unreadable":
        throw new DeploymentError({ kind: "inTheWay", path });
      default:
        there satisfies never;
    }
  }
  return plan;
}

/** The placed file of a path if it is, as far as a listing says, as it was placed. */
function placedFinder({ placed, server }: Compared): (path: string) => PlacedFile | undefined {
  const placedAt = new Map(placed.map((file) => [file.path, file]));
  return (path) => {
    const file = placedAt.get(path);
    const there = server.get(path);
    if (file !== undefined && there?.isFile === true && there.size === file.size && there.mtime === file.mtime)
      return file;
    return undefined;
  };
}

/** Placed files that are no longer in the source and still on the server. */
function leftoversOf({ source, placed, server }: Compared): readonly PlacedFile[] {
  const inSource = new Set(source.map(({ path }) => path));
  return placed.filter(({ path }) => !inSource.has(path) && server.get(path)?.isFile === true);
}

/** Those of them that this deployment may remove. */
function ownLeftoversOf(compared: Compared): readonly PlacedFile[] {
  const asPlaced = placedFinder(compared);
  return leftoversOf(compared).filter(
    ({ path, deployment }) => !compared.alongside.includes(deployment) && asPlaced(path) !== undefined,
  );
}

/** The directories of files below a directory, each after those in it. */
function directoriesIn(directory: string, files: readonly PlacedFile[]): readonly string[] {
  const found = new Set<string>();
  for (const { path } of files)
    for (let each = posix.dirname(path); each !== "." && !found.has(each); each = posix.dirname(each)) found.add(each);
  return [...found]
    .filter((each) => each.startsWith(`${directory}/`))
    .toSorted((one, other) => other.length - one.length);
}

/** The directory that a file replaces, and those in it. Throws a `DeploymentError` unless all in them is removed. */
function emptiedFor(
  directory: string,
  removed: readonly PlacedFile[],
  looked: ReadonlyMap<string, Looked>,
): readonly EmptiedDirectory[] {
  const inside = [...directoriesIn(directory, removed), directory];
  return inside.map((path) => {
    const there = looked.get(path);
    const going = [...removed.map((file) => file.path), ...inside].filter((each) => posix.dirname(each) === path);
    if (there?.kind !== "directory" || there.entries !== going.length)
      throw new DeploymentError({ kind: "inTheWay", path });
    return { path, entries: there.entries };
  });
}
