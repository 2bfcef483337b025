import { posix } from "node:path";
import { deviceOf, type ServerFile, type ServerFiles } from "./serverFiles.ts";

/** Why a server's kernel refuses to change what is at a path. */
export type Obstacle = "locked" | "readOnly" | "mount";

/** Why no name can be made at a path without links. */
export function obstacleToMake(files: ServerFiles, path: string): Obstacle | undefined {
  const directory = posix.dirname(path);
  if (topOf(files, directory)?.isReadOnly === true) return "readOnly";
  if (files.get(directory)?.isLocked === true) return "locked";
  return undefined;
}

/** Why what is at a path without links cannot be removed, moved or replaced. */
export function obstacleToTake(files: ServerFiles, path: string): Obstacle | undefined {
  const isFixed = [path, posix.dirname(path)].some((guarded) => hasAttribute(files, guarded));
  if (isFixed) return "locked";
  const obstacle = obstacleToMake(files, path);
  if (obstacle === undefined && isMountPoint(files, path)) return "mount";
  return obstacle;
}

/** Whether what is at a path may at most grow. */
export function hasAttribute(files: ServerFiles, path: string): boolean {
  const file = files.get(path);
  return file?.isLocked === true || file?.growsOnly === true;
}

/** Whether a file system begins at a path. */
export function isMountPoint(files: ServerFiles, path: string): boolean {
  return files.get(path)?.device !== undefined && deviceOf(files, path) !== deviceOf(files, posix.dirname(path));
}

/** What is guarded, a line each for the demo's shell: "i /path". */
export function guardsOf(files: ServerFiles): readonly string[] {
  return [...files].flatMap(([path, file]) => {
    const lines: string[] = [];
    if (file.isLocked === true) lines.push(`i ${path}\n`);
    if (file.growsOnly === true) lines.push(`a ${path}\n`);
    if (isMountPoint(files, path)) lines.push(`${file.isReadOnly === true ? "r" : "m"} ${path}\n`);
    return lines;
  });
}

/** How many bytes the file system of a path still takes. */
export function freeAt(files: ServerFiles, path: string): number {
  const capacity = topOf(files, path)?.capacity;
  if (capacity === undefined) return Infinity;
  const device = deviceOf(files, path);
  // hard links have their bytes in common
  const filesThere = new Set([...files].filter(([other]) => deviceOf(files, other) === device).map(([, file]) => file));
  return Math.max(
    0,
    [...filesThere].reduce((free, { bytes }) => free - (bytes?.length ?? 0), capacity),
  );
}

/** The directory at which the file system of a path begins. */
function topOf(files: ServerFiles, path: string): ServerFile | undefined {
  if (path === "/" || isMountPoint(files, path)) return files.get(path);
  return topOf(files, posix.dirname(path));
}
