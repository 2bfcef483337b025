import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Identity } from "../resources/resource.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { OUR_DIRECTORY } from "../serverFiles/remoteNames.ts";
import { DeploymentError } from "./deploymentError.ts";
import { isIn } from "../characters/isBelow.ts";

/** Where a deployment goes, and where the server keeps what belongs to it. */
export interface Place {
  /** The website's or project's own directory for exchanges, outside of every web root and on the file system of `root`. */
  readonly site: string;
  /** The website's root, or the directory of a project's jar. */
  readonly root: string;
  /** The directory that is deployed to, relative to `root`; empty for the root itself. */
  readonly directory: string;
  /** The website has releases: each of them is a directory of its own, below the root. */
  readonly isReleases?: true | undefined;
}

interface Wanted extends Pick<Place, "root" | "directory"> {
  /** Tells the website or project from a later one of the same name. */
  readonly identity: Identity;
  /** Roots of all websites of the panel: nothing of ours may be in one. Asked only where our own directory is on another file system. */
  readonly webRoots: () => Promise<readonly string[]>;
}

/** Where our directories are that cannot be in `OUR_DIRECTORY`, because it is on another file system. */
const BESIDE = ".server-panel";

/**
 * Finds the directory of a website or project on its file system, where alone a move is a rename (docs/protocol.md 16.11): the one that
 * is there already, or else the nearest. Throws `PanelError`, and a `DeploymentError` if there is none that is safe.
 */
export async function findPlace(files: RemoteFiles, { root, directory, identity, webRoots }: Wanted): Promise<Place> {
  const [own, ours] = await devicesOf(files, [root, OUR_DIRECTORY]);
  const name = nameOf(root, identity);
  const placeIn = (base: string): Place => ({ site: posix.join(base, name), root, directory });
  if (own !== undefined && own === ours) return placeIn(OUR_DIRECTORY);
  const roots = await webRoots();
  const isFree = (base: string) => roots.every((each) => !isIn(base, each));
  const placeBelow = (path: string) => placeIn(posix.join(path, BESIDE));
  const safe = (await rootsOwnAbove(files, root))
    .filter(({ path, device }) => device === own && isFree(posix.join(path, BESIDE)))
    .map(({ path }) => placeBelow(path));
  const nearest = safe.at(-1);
  if (own === undefined || nearest === undefined) throw new DeploymentError({ kind: "noPlace", path: root });
  // owners and websites change, and a deployment that nobody finds again can be neither ended nor rolled back
  const sites = withAllAbove(posix.dirname(root)).map((path) => placeBelow(path).site);
  const found = await files.look(sites);
  const earlier = sites.find((site) => found.has(site));
  if (earlier === undefined) return nearest;
  const known = safe.find(({ site }) => site === earlier);
  if (known === undefined) throw new DeploymentError({ kind: "unsafePlace", path: earlier });
  return known;
}

/** A name without any word of people's: panels cut some out of tasks (docs/protocol.md 19.10). */
function nameOf(root: string, identity: Identity): string {
  return createHash("sha1")
    .update([root, ...identity].join("\0"))
    .digest("hex")
    .slice(0, 16);
}

/**
 * The directories above a path in which nobody but root can rename anything, from `/` down to the first where others can: whoever can
 * could put a script of their own in the place of ours, which root runs.
 */
async function rootsOwnAbove(files: RemoteFiles, path: string) {
  const own: { readonly path: string; readonly device: number | undefined }[] = [];
  for (const each of withAllAbove(posix.dirname(path)).toReversed()) {
    const { uid, mode = "", device } = await files.attributes(each);
    if (uid !== 0 || mayOthersWrite(mode)) break;
    own.push({ path: each, device });
  }
  return own;
}

/** @param mode in octal digits; of any other nothing is known */
function mayOthersWrite(mode: string): boolean {
  return !/^[0-7]+$/.test(mode) || (Number.parseInt(mode, 8) & 0o022) !== 0;
}

/** The file system of each path, or of the nearest directory above it that exists. */
async function devicesOf(files: RemoteFiles, paths: readonly string[]): Promise<readonly (number | undefined)[]> {
  const found = await files.look([...new Set(paths.flatMap(withAllAbove))]);
  const there = paths.map((path) => withAllAbove(path).find((each) => found.has(each)) ?? "/");
  return Promise.all(there.map(async (path) => (await files.attributes(path)).device));
}

/** A path, and each directory above it up to `/`. */
function withAllAbove(path: string): readonly string[] {
  const above: string[] = [];
  for (let each = path; each !== "/"; each = posix.dirname(each)) above.push(each);
  return [...above, "/"];
}

/** The directory that is deployed to. */
export function targetOf({ root, directory }: Pick<Place, "root" | "directory">): string {
  return posix.join(root, directory);
}

/** The word by which the script knows that directory: it has no signs of a path. */
export function targetWord({ directory, isReleases }: Pick<Place, "directory" | "isReleases">): string {
  if (isReleases === true) return "releases";
  if (directory === "") return "root";
  return createHash("sha1").update(directory).digest("hex").slice(0, 16);
}

/** The place of a website's releases, beside what is deployed to its directories. */
export function releasesIn({ site, root }: Pick<Place, "site" | "root">): Place {
  return { site, root, directory: "", isReleases: true };
}

/** A path of the website below the directory that is deployed to, as lists have it. */
export function listedPath({ directory }: Pick<Place, "directory">, path: string): string {
  if (directory === "") return path;
  return `${directory}/${path}`;
}
