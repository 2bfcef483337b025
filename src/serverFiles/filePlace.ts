/** The scheme of addresses of files on servers, whose authority is the id of the panel. */
export const FILES_SCHEME = "serverpanel";

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
  if (path === "/") return path;
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The directory of a path; the root is its own directory. */
export function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** A path in a directory. */
export function pathIn(directory: string, name: string): string {
  if (directory === "/") return `/${name}`;
  return `${directory}/${name}`;
}

/** A typed path without needless slashes; `undefined`: it is not absolute, or goes up. */
export function typedPath(text: string): string | undefined {
  return plainPath(text.trim());
}

/** As `typedPath`, with the blanks around it, which are part of a name. */
function plainPath(text: string): string | undefined {
  const path = text.replaceAll(/\/+/g, "/").replace(/(.)\/$/, "$1");
  if (/^\/[^\p{Cc}]*$/u.test(path) && !path.split("/").some((name) => name === "." || name === "..")) return path;
  return undefined;
}

const VIEWS = ["end", "server"] as const satisfies readonly FilePlace["view"][];

/** The file that an address means (`Uri`); `undefined` for what is no address of ours, and for a path that goes up. */
export function placeIn(uri: unknown): FilePlace | undefined {
  if (typeof uri !== "object" || uri === null) return undefined;
  const { scheme, authority, path, query } = uri as Readonly<Record<string, unknown>>;
  if (scheme !== FILES_SCHEME) return undefined;
  if (typeof authority !== "string" || typeof path !== "string") return undefined;
  const plain = plainPath(path || "/");
  const view = VIEWS.find((known) => known === query);
  if (plain === undefined) return undefined;
  return { panelId: authority, path: plain, ...(view && { view }) };
}

/** The second argument of the command that opens a file where its row has run it. */
export const BY_ROW = "row";
