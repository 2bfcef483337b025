import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";

/**
 * The directory for agents of other programs. It is there if a person has connected one on this computer: then windows listen.
 *
 * @param root a directory that all windows share
 */
export function agentsDirectory(root: string): string {
  return join(root, "agents");
}

/** Permissions of group and others. */
const OTHERS = 0o077;

/**
 * Whether a directory is there, this user's, for nobody else, and no link: what is in it nobody else has put there. This and the
 * reading of what is in it happens before each call: asynchronous, it would take most of the time of one.
 */
export function isPrivateDirectory(directory: string): boolean {
  const stats = statsOf(directory);
  if (stats?.isDirectory() !== true) return false;
  return isOurs(stats.uid) && (process.platform === "win32" || (stats.mode & OTHERS) === 0);
}

/** Whether there is a socket of this user at a path, and no link to one. Windows has pipes with names instead. */
export function isOwnSocket(path: string): boolean {
  if (process.platform === "win32") return path.startsWith(PIPES);
  const stats = statsOf(path);
  return stats?.isSocket() === true && isOurs(stats.uid);
}

/** Where Windows has its pipes. */
export const PIPES = String.raw`\\.\pipe\server-panel-`;

/** `undefined`: nothing is there, or nobody can look. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function isOurs(uid: number): boolean {
  return process.getuid === undefined || uid === process.getuid();
}
