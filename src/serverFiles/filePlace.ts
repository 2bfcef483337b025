/** A file or directory of a panel's server. */
export interface FilePlace {
  readonly panelId: string;
  /** Absolute, without `/` at the end. */
  readonly path: string;
  /** To be read alone: `end` is the last part of the file, `server` what the server has beside an editor's changes. */
  readonly view?: "end" | "server";
}

/** The last name of a path; the root has none but `/`. */
export function nameOf(path: string): string {
  return path === "/" ? path : path.slice(path.lastIndexOf("/") + 1);
}

/** The directory of a path; that of the root is the root. */
export function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** A path in a directory. */
export function pathIn(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

/** A typed path without needless slashes; `undefined`: it is not absolute, or goes up. */
export function typedPath(text: string): string | undefined {
  const path = text
    .trim()
    .replaceAll(/\/+/g, "/")
    .replace(/(.)\/$/, "$1");
  return /^\/[^\p{Cc}]*$/u.test(path) && !path.split("/").some((name) => name === "." || name === "..")
    ? path
    : undefined;
}
