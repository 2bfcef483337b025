/** What of the server's files matters here, by absolute path without a slash at the end. */
export interface ServerFiles {
  readonly directories: Set<string>;
  /** The sizes of regular files, in bytes. */
  readonly files: Map<string, number>;
}

/** Where the web terminal keeps the package that completion needs. */
export const COMPLETION_PACKAGE = "/www/server/panel/BTPanel/static/zh.json.gz";

/** Like `mkdir -p`; throws where that fails. */
export function makeDirectory({ directories, files }: ServerFiles, path: string): void {
  if (["/proc", "/sys", ...files.keys()].some((parent) => isBelow(path, parent))) throw new Error("cannot be created");
  directories.add(path);
}

/** The size of a file, in bytes; `directory` also of those above what is there. `undefined`: nothing is there. */
export function entryAt({ directories, files }: ServerFiles, path: string): number | "directory" | undefined {
  const isDirectory = ["/proc", "/sys", ...directories, ...files.keys()].some((below) => isBelow(below, path));
  return files.get(path) ?? (isDirectory ? "directory" : undefined);
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}
