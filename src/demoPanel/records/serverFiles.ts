/** What of the server's files matters here, by absolute path without a slash at the end. */
export interface ServerFiles {
  readonly directories: Set<string>;
  /** Regular files. */
  readonly files: Set<string>;
}

/** Like `mkdir -p`; throws where that fails. */
export function makeDirectory({ directories, files }: ServerFiles, path: string): void {
  const isUnder = (parent: string) => path === parent || path.startsWith(`${parent}/`);
  if (["/proc", "/sys", ...files].some(isUnder)) throw new Error("cannot be created");
  directories.add(path);
}
