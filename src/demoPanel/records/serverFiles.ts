/** What of the server's files matters here, by absolute path without a slash at the end. */
export interface ServerFiles {
  readonly directories: Set<string>;
  /** The sizes of regular files, in bytes. */
  readonly files: Map<string, number>;
}

/** While it is there, what is deleted goes to the recycle bin (docs/protocol.md 6.38). */
export const BIN_SWITCH = "/www/server/panel/data/recycle_bin.pl";
/** Where the web terminal keeps the package that completion needs. */
export const COMPLETION_PACKAGE = "/www/server/panel/BTPanel/static/zh.json.gz";

/** Like `mkdir -p`; throws where that fails. */
export function makeDirectory({ directories, files }: ServerFiles, path: string): void {
  if (["/proc", "/sys", ...files.keys()].some((parent) => isBelow(path, parent))) throw new Error("cannot be created");
  directories.add(path);
}

/** With all that is in it, to the recycle bin where that is on. @param now in milliseconds since the epoch */
export function removeDirectory({ directories, files }: ServerFiles, path: string, now: number): void {
  if (!directories.has(path)) return;
  for (const paths of [directories, files])
    for (const each of paths.keys()) if (isBelow(each, path)) paths.delete(each);
  if (files.has(BIN_SWITCH)) directories.add(`/www/.Recycle_bin/${path.replaceAll("/", "_bt_")}_t_${now / 1000}`);
}

/** The size of a file, in bytes; `directory` also of those above what is there. `undefined`: nothing is there. */
export function entryAt({ directories, files }: ServerFiles, path: string): number | "directory" | undefined {
  const isDirectory = ["/proc", "/sys", ...directories, ...files.keys()].some((below) => isBelow(below, path));
  return files.get(path) ?? (isDirectory ? "directory" : undefined);
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}
