import { posix } from "node:path";
import type { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { USER_INI, type Served } from "./servedDirectory.ts";

/** The panel's own file that allows PHP the website's root and nothing else. */
export interface UserIni {
  readonly path: string;
  /** Whether the panel moves it to what is served next: it does so from the directory that is served, and from no other. */
  readonly moves: boolean;
}

/**
 * Finds what keeps PHP to a website, first of all where that serves it; `undefined`: nothing does. Throws `PanelError`.
 * @param others directories in which it may have been left
 */
export async function findUserIni(
  files: RemoteFiles,
  { root }: Pick<Served, "root">,
  others: readonly string[],
): Promise<UserIni | undefined> {
  const paths = [root, ...others].map((directory) => posix.join(directory, USER_INI));
  const there = await files.look(paths);
  const path = paths.find((each) => there.has(each));
  return path === undefined ? undefined : { path, moves: posix.dirname(path) === root };
}

/** Whether it is in a directory. */
export function isIn(userIni: UserIni | undefined, directory: string): boolean {
  return userIni?.path === posix.join(directory, USER_INI);
}
