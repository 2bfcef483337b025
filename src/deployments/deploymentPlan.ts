import type { ServerFile } from "../serverFiles/remoteFiles.ts";
import type { SourceFile } from "./sourceFiles.ts";

/** A file that a deployment has placed below its target. */
export interface PlacedFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly size: number;
  readonly sha1: string;
  /** Seconds since the epoch, as the server has it for a file that nobody has changed since. */
  readonly mtime: number;
  /** Name of the deployment that placed it; no other one removes it. */
  readonly deployment: string;
}

/** A file that a deployment replaces. */
export interface Replaced extends SourceFile {
  /** Whether it is still as our last deployment placed it. */
  readonly isOurs: boolean;
}

/** The differences between a source folder and a website's directory. */
export interface DeploymentPlan {
  readonly added: readonly SourceFile[];
  readonly changed: readonly Replaced[];
  /** As placed by our last deployment, and not changed on the server since. */
  readonly unchanged: readonly PlacedFile[];
  /** Placed by our last deployment and no longer in the source. */
  readonly removed: readonly PlacedFile[];
  /**
   * Paths that are no longer in the source and stay all the same: the file has changed on the server, or now lies behind a
   * symbolic link or in the root of another website.
   */
  readonly kept: readonly string[];
  /** Placed by other deployments, and not in the source. */
  readonly others: readonly PlacedFile[];
}

/**
 * Compares the files of a source folder with those on the server. Files that our last deployment has not placed are never
 * removed.
 * @param server files at the paths of source and `placed`; missing paths do not exist
 */
export function planDeployment(
  source: readonly SourceFile[],
  placed: readonly PlacedFile[],
  server: ReadonlyMap<string, ServerFile>,
  deployment: string,
): DeploymentPlan {
  const placedAt = new Map(placed.map((file) => [file.path, file]));
  const isAsPlaced = (file: PlacedFile | undefined) => file !== undefined && isSame(file, server.get(file.path));
  const plan = { added: [], changed: [], unchanged: [], removed: [], kept: [], others: [] } as {
    [Part in keyof DeploymentPlan]: DeploymentPlan[Part][number][];
  };
  for (const file of source) {
    const before = placedAt.get(file.path);
    const isOurs = isAsPlaced(before);
    if (!server.has(file.path)) plan.added.push(file);
    else if (isOurs && before?.sha1 === file.sha1) plan.unchanged.push({ ...before, deployment });
    else plan.changed.push({ ...file, isOurs });
  }
  const inSource = new Set(source.map(({ path }) => path));
  for (const file of placed) {
    if (inSource.has(file.path) || !server.has(file.path)) continue;
    if (file.deployment !== deployment) {
      plan.others.push(file);
      continue;
    }
    if (isAsPlaced(file)) plan.removed.push(file);
    else plan.kept.push(file.path);
  }
  return plan;
}

function isSame(file: PlacedFile, server: ServerFile | undefined): boolean {
  return server !== undefined && server.size === file.size && server.mtime === file.mtime;
}
