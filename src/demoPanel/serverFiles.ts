import { posix } from "node:path";
import { isIn } from "../characters/isBelow.ts";

/** A file, directory, link or socket of the demo's server. */
export interface ServerFile {
  /** Absent for what is no file. */
  readonly bytes?: Buffer;
  /** The text of a link, which has nothing else that counts. */
  readonly linkTo?: string;
  readonly isSocket?: true;
  /** Has the attribute `i`: it cannot change, and no name in it. */
  readonly isLocked?: true;
  /** Has the attribute `a`: it only grows, a directory by new names. */
  readonly growsOnly?: true;
  /** What its ACL grants besides its mode, as in "user:33:rw-". */
  readonly acl?: string;
  /** Number of its file system, if it is not the first one; the same of all that lies in it. */
  readonly device?: number;
  /** Of a directory at which a file system begins: how many bytes that takes, if there is an end, and whether it takes any. */
  readonly capacity?: number;
  readonly isReadOnly?: true;
  /** Last change, in seconds since the epoch. */
  readonly mtime: number;
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/**
 * The files that matter here, by absolute path without a slash at the end. A file's directories are there, too. Paths with the very
 * same object are hard links.
 */
export type ServerFiles = Map<string, ServerFile>;

/** Ids of the server's users and of their groups. */
export const accounts: ReadonlyMap<string, number> = new Map([
  ["root", 0],
  ["www", 1001],
]);

export const ROOT = { uid: 0, gid: 0 };
export const WWW = { uid: 1001, gid: 1001 };

/** Where deleted files go while it is on; the real one is on the file system of each (docs/protocol.md 6.38). */
export const BIN = "/www/.Recycle_bin";

/** Bytes of the longest name of a file. */
export const LONGEST_NAME = 255;

/** Exists while the recycle bin is on (docs/protocol.md 6.38). */
export const BIN_SWITCH = "/www/server/panel/data/recycle_bin.pl";
/** The package that command completion of the web terminal needs. */
export const COMPLETION_PACKAGE = "/www/server/panel/BTPanel/static/zh.json.gz";

/** Creates a directory of root and its parents, as `mkdir -p` does; throws where that fails. */
export function makeDirectory(files: ServerFiles, path: string, mtime: number): void {
  const isTaken = files.get(path)?.bytes !== undefined;
  if (isTaken || ["/proc", "/sys"].some((system) => isIn(path, system))) throw new Error("cannot be created");
  if (files.has(path)) return;
  const parent = posix.dirname(path);
  if (parent !== path) makeDirectory(files, parent, mtime);
  files.set(path, { mtime, ...ROOT, mode: 0o755 });
}

/** Writes a file of root, and creates its directories. */
export function writeFile(files: ServerFiles, path: string, bytes: Buffer, mtime: number): void {
  makeDirectory(files, posix.dirname(path), mtime);
  files.set(path, { bytes, mtime, ...ROOT, mode: 0o644 });
}

/** What panels make the pages of a new website from (docs/protocol.md 6.24). */
const WELCOME_PAGE = "/www/server/panel/data/defaultDoc.html";
const NOT_FOUND_PAGE = "/www/server/panel/data/404.html";

const page = (title: string) => `<!doctype html>\n<html>\n  <head><title>${title}</title></head>\n</html>\n`;

/** The text of a file, which is written where it lacks. */
function readOr(files: ServerFiles, path: string, text: string): string {
  if (!files.has(path)) writeFile(files, path, Buffer.from(text), 0);
  return files.get(path)?.bytes?.toString() ?? text;
}

/** Creates the root of a website with the files that panels put there; keeps those that exist. */
export function makeSiteRoot(files: ServerFiles, root: string, mtime: number): void {
  makeDirectory(files, root, mtime);
  const contents = {
    "index.html": readOr(files, WELCOME_PAGE, page("Welcome")),
    "404.html": readOr(files, NOT_FOUND_PAGE, page("404 Not Found")),
    ".user.ini": `open_basedir=${root}/:/tmp/`,
  };
  for (const [name, text] of Object.entries(contents))
    if (!files.has(`${root}/${name}`)) writeFile(files, `${root}/${name}`, Buffer.from(text), mtime);
  const ini = files.get(`${root}/.user.ini`);
  if (ini !== undefined) files.set(`${root}/.user.ini`, { ...ini, isLocked: true });
  for (const name of ["", "/index.html", "/404.html"])
    files.set(`${root}${name}`, { mtime, ...files.get(`${root}${name}`), ...WWW, mode: 0o755 });
}

/** Most links on the way to a file. */
const MOST_LINKS = 40;

/** The path without links but for its last part; loops end nowhere. */
export function placeOf(files: ServerFiles, path: string, links = 0): string {
  const { dir, base } = posix.parse(path);
  if (base === "") return path;
  return posix.join(realPath(files, dir, links), base);
}

/** The path without links. */
export function realPath(files: ServerFiles, path: string, links = 0): string {
  const place = placeOf(files, path, links);
  const linkTo = files.get(place)?.linkTo;
  if (linkTo === undefined || links > MOST_LINKS) return place;
  return realPath(files, posix.resolve(posix.dirname(place), linkTo), links + 1);
}

/** What a path leads to; `undefined` for nothing, and for a broken link. */
export function statOf(files: ServerFiles, path: string): ServerFile | undefined {
  const file = files.get(realPath(files, path));
  if (file?.linkTo === undefined) return file;
  return undefined;
}

/** Whether a path leads to a directory. */
export function isDirectory(files: ServerFiles, path: string): boolean {
  const file = statOf(files, path);
  return file !== undefined && file.bytes === undefined && file.isSocket !== true;
}

/** Number of hard links of a file. */
export function linksOf(files: ServerFiles, file: ServerFile): number {
  return [...files.values()].filter((other) => other === file).length;
}

/** Number of the file system of a path without links. */
export function deviceOf(files: ServerFiles, path: string): number {
  return files.get(path)?.device ?? (path === "/" ? 65_024 : deviceOf(files, posix.dirname(path)));
}

/** Moves a file, or a directory with everything in it; what comes onto another file system is a copy, which belongs to root. */
export function move(files: ServerFiles, from: string, to: string): void {
  const isCopied = deviceOf(files, posix.dirname(from)) !== deviceOf(files, posix.dirname(to));
  for (const [path, file] of [...files].filter(([each]) => isIn(each, from))) {
    files.delete(path);
    files.set(to + path.slice(from.length), isCopied ? { ...file, ...ROOT } : file);
  }
}

/** Removes a file, or a directory with everything in it. */
export function remove(files: ServerFiles, path: string): void {
  for (const existing of files.keys()) if (isIn(existing, path)) files.delete(existing);
}
