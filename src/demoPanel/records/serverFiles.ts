/** What of the server's files matters here, by absolute path without a slash at the end. */
export interface ServerFiles {
  readonly directories: Set<string>;
  /** Regular files. */
  readonly files: Set<string>;
}

/** While it is there, what is deleted goes to the recycle bin (docs/protocol.md 6.38). */
export const BIN_SWITCH = "/www/server/panel/data/recycle_bin.pl";

/** Like `mkdir -p`; throws where that fails. */
export function makeDirectory({ directories, files }: ServerFiles, path: string): void {
  const isUnder = (parent: string) => path === parent || path.startsWith(`${parent}/`);
  if (["/proc", "/sys", ...files].some(isUnder)) throw new Error("cannot be created");
  directories.add(path);
}

/** With all that is in it, to the recycle bin where that is on. @param now in milliseconds since the epoch */
export function removeDirectory({ directories, files }: ServerFiles, path: string, now: number): void {
  if (!directories.has(path)) return;
  for (const paths of [directories, files])
    for (const each of paths) if (each === path || each.startsWith(`${path}/`)) paths.delete(each);
  if (files.has(BIN_SWITCH)) directories.add(`/www/.Recycle_bin/${path.replaceAll("/", "_bt_")}_t_${now / 1000}`);
}
