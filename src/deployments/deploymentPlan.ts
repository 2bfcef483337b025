import { posix } from "node:path";
import { sha1Of } from "../serverFiles/sha1Of.ts";
import type { ServerFile } from "../serverFiles/remoteFiles.ts";
import { DeploymentError } from "./deploymentError.ts";
import type { PlacedFile } from "./deploymentRecord.ts";
import type { There } from "./exchange/exchangeList.ts";
import type { Looked } from "./exchange/exchangeLook.ts";
import type { SourceFile } from "./sourceFiles.ts";
import { isBelow } from "../characters/isBelow.ts";

/** A file that a deployment replaces. */
export interface Replaced extends SourceFile {
  /** Whether it is still as our last deployment placed it, or as the panel made it for a new website: nobody has changed it. */
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
   * symbolic link or in the root of another website. Also directories in the place of a link of the source.
   */
  readonly kept: readonly string[];
  /** Placed by other deployments to the same directory, and not in the source; or not meant, where only a part is deployed. */
  readonly others: readonly PlacedFile[];
}

/** What a deployment is compared with. Paths are relative to its directory. */
export interface Compared {
  readonly source: readonly SourceFile[];
  /** Files that earlier deployments have placed. */
  readonly placed: readonly PlacedFile[];
  /** What listings say at the paths of both; missing paths do not exist. */
  readonly server: ReadonlyMap<string, ServerFile>;
  /** The directory on the server. */
  readonly target: string;
  /** Name of the deployment. */
  readonly deployment: string;
  /** Names of deployments of the settings to the same directory, whose files are left alone. */
  readonly alongside: readonly string[];
  /** The source has some of its files alone: all others stay as they are. */
  readonly isPart?: boolean;
}

/** A file as it is placed. */
export function placedAs({ path, size, sha1, mtime, says }: SourceFile, deployment: string): PlacedFile {
  return { path, size, sha1, mtime, deployment, ...(says !== undefined && { isLink: true as const }) };
}

/** The paths of which a listing does not say enough to plan with. */
export function pathsToLookAt(compared: Compared): readonly string[] {
  const { source, server } = compared;
  const asPlaced = placedFinder(compared);
  const unknown = source.filter(
    ({ path, says }) => says !== undefined || (server.get(path)?.isFile === true && asPlaced(path) === undefined),
  );
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
  const { source, server, deployment, alongside, target, isPart = false } = compared;
  const asPlaced = placedFinder(compared);
  const placedAt = new Map(compared.placed.map((file) => [file.path, file]));
  const plan = { added: [], changed: [], unchanged: [], removed: [], emptied: [], kept: [], others: [] } as {
    [Part in keyof DeploymentPlan]: DeploymentPlan[Part][number][];
  };
  for (const file of leftoversOf(compared)) {
    const there = looked.get(file.path);
    if (isPart || alongside.includes(file.deployment)) plan.others.push(file);
    else if (there?.kind === kindOf(file) && there.sha1 === file.sha1) plan.removed.push(file);
    else if (there?.kind !== "nothing") plan.kept.push(file.path);
  }
  const isBelowGoing = isBelowGoingLink(plan.removed);
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
      case "link":
        if (isWanted(file, there, target))
          plan.unchanged.push({
            path,
            size: file.size,
            sha1: there.sha1,
            mtime: known?.mtime ?? server.get(path)?.mtime ?? 0,
            deployment,
            ...(there.kind === "link" && { isLink: true as const }),
          });
        else
          plan.changed.push({ ...file, isOurs: known !== undefined || isAsPlaced(placedAt.get(path), there), there });
        break;
      case "directory":
        // what people have put there, such as uploads, a link does not replace
        if (file.says !== undefined && !isEmptied(path, plan.removed, looked)) {
          plan.kept.push(path);
          break;
        }
        plan.emptied.push(...emptiedFor(path, plan.removed, looked));
        plan.added.push(file);
        break;
      case "behindLink":
        if (isBelowGoing(path)) {
          plan.added.push(file);
          break;
        }
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
function leftoversOf({ source, placed, server, isPart = false }: Compared): readonly PlacedFile[] {
  const inSource = new Set(source.map(({ path }) => path));
  const leftovers = placed.filter(({ path }) => !inSource.has(path));
  // nobody has looked at what is not meant
  if (isPart) return leftovers;
  // a listing follows links
  return leftovers.filter(({ path, isLink }) => isLink === true || server.get(path)?.isFile === true);
}

/** Those of them that this deployment may remove. */
function ownLeftoversOf(compared: Compared): readonly PlacedFile[] {
  if (compared.isPart === true) return [];
  const asPlaced = placedFinder(compared);
  return leftoversOf(compared).filter(
    ({ path, deployment, isLink }) =>
      !compared.alongside.includes(deployment) && (isLink === true || asPlaced(path) !== undefined),
  );
}

/** The kind of thing that a placed file is at its path. */
export function kindOf({ isLink }: Pick<PlacedFile, "isLink">): "link" | "file" {
  return isLink === true ? "link" : "file";
}

function isAsPlaced(placed: PlacedFile | undefined, there: Extract<There, { sha1: string }>): boolean {
  return placed !== undefined && kindOf(placed) === there.kind && placed.sha1 === there.sha1;
}

/** Whether the server has a file or a link as it is to be: a link may also say the same by the whole path, as programs make them. */
function isWanted({ path, says, sha1 }: SourceFile, there: Extract<There, { sha1: string }>, target: string): boolean {
  if (says === undefined || there.kind === "file")
    return there.kind === "file" && says === undefined && there.sha1 === sha1;
  return there.sha1 === sha1 || there.sha1 === sha1Of(posix.join(target, posix.dirname(path), says));
}

/** Whether a path lies below a link that goes: by then, nothing is there. */
export function isBelowGoingLink(removed: readonly PlacedFile[]): (path: string) => boolean {
  const links = new Set(removed.filter(({ isLink }) => isLink === true).map(({ path }) => path));
  return (path) => {
    for (let each = path; each !== "."; each = posix.dirname(each)) if (links.has(each)) return true;
    return false;
  };
}

/** The directories of files below a directory, each after those in it. */
function directoriesIn(directory: string, files: readonly PlacedFile[]): readonly string[] {
  const found = new Set<string>();
  for (const { path } of files)
    for (let each = posix.dirname(path); each !== "." && !found.has(each); each = posix.dirname(each)) found.add(each);
  return [...found].filter((each) => isBelow(each, directory)).toSorted((one, other) => other.length - one.length);
}

/** Whether a directory is empty once all that is removed has gone. */
function isEmptied(directory: string, removed: readonly PlacedFile[], looked: ReadonlyMap<string, Looked>): boolean {
  try {
    return emptiedFor(directory, removed, looked).length > 0;
  } catch (error) {
    if (error instanceof DeploymentError) return false;
    throw error;
  }
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
