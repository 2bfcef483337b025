import { posix } from "node:path";
import { eachProject } from "../resources/eachSite.ts";
import type { Call } from "../resources/resource.ts";
import { siteLabel } from "../resources/siteName.ts";
import type { Site } from "../wire/operations/sites.ts";
import { nameProblem } from "../serverFiles/remoteNames.ts";
import { isBelow, isIn } from "../characters/isBelow.ts";

/** Directories of the server that no deployment may go to. */
const SYSTEM = [
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/lib",
  "/lib64",
  "/proc",
  "/root",
  "/sbin",
  "/sys",
  "/usr",
  "/www/backup",
  "/www/server",
];

/** Directories with files of others. Roots of websites may be in them. */
const SHARED = [
  "/",
  "/home",
  "/mnt",
  "/opt",
  "/srv",
  "/tmp",
  "/var",
  "/var/www",
  "/www",
  "/www/backup",
  "/www/wwwroot",
];

/** Whether a path belongs to the system or the panel. */
export function isOfSystem(target: string): boolean {
  return SYSTEM.some((path) => isIn(target, path));
}

/** The target's own directory, as the panel has it, and whether a row of its list of all websites and projects is the target. */
export interface OwnRoot {
  readonly root: string | undefined;
  readonly isListedAs: (listed: Site) => boolean;
}

/** Where a target's files go. */
export interface TargetRoot {
  readonly root: string;
  /** Labels of other websites with the same root. */
  readonly alsoServes: readonly string[];
  /** Roots of other websites below the directory of the deployment. */
  readonly nested: readonly NestedRoot[];
  /** Roots of all websites and projects of the panel. */
  readonly webRoots: readonly string[];
}

/** The root of another website, with its label. */
export interface NestedRoot {
  readonly path: string;
  readonly site: string;
}

/** Why nothing may be deployed to a directory. `system`: it holds more than the files of one website. */
export type RootProblem =
  | { readonly kind: "unknown" }
  | { readonly kind: "system"; readonly path: string }
  /** `character`: the first one at fault, where it is one that panels cannot handle anywhere in a path. */
  | { readonly kind: "characters"; readonly path: string; readonly character?: string }
  | { readonly kind: "otherSite"; readonly path: string; readonly site: string };

/**
 * Finds out where a deployment goes, and which other websites are there. Throws `PanelError`.
 * @param directory below the target's root; empty for the root
 */
export async function targetRootOf(call: Call, own: OwnRoot, directory: string): Promise<TargetRoot | RootProblem> {
  const root = tidyRoot(own.root);
  if (root === "") {
    if (own.root === undefined) return { kind: "unknown" };
    return { kind: "system", path: "/" };
  }
  const target = posix.join(root, directory);
  if (isOfSystem(target) || SHARED.includes(target)) return { kind: "system", path: target };
  // it goes into requests of which panels build commands of a shell
  const character = Array.from(target).find((each) => /\s/.test(each) || nameProblem(each) === "character");
  if (character !== undefined) return { kind: "characters", path: target, character };
  if (!target.startsWith("/") || nameProblem(target.slice(1)) !== undefined)
    return { kind: "characters", path: target };
  const all = await eachProject(call);
  const others = all.filter((listed) => !own.isListedAs(listed));
  const same = others.filter((other) => tidyRoot(other.root) === root);
  const another = others.find((other) => tidyRoot(other.root) === target && !same.includes(other));
  if (another !== undefined) return { kind: "otherSite", path: target, site: siteLabel(another) };
  const nested = others.flatMap((other) => {
    const path = tidyRoot(other.root);
    if (isBelow(path, target)) return [{ path, site: siteLabel(other) }];
    return [];
  });
  return { root, alsoServes: same.map(siteLabel), nested, webRoots: rootsOf(all) };
}

/** Roots of all websites and projects of a panel. Throws `PanelError`. */
export async function webRoots(call: Call): Promise<readonly string[]> {
  return rootsOf(await eachProject(call));
}

function rootsOf(sites: readonly Site[]): readonly string[] {
  return [...new Set(sites.map(({ root }) => tidyRoot(root)))].filter((root) => root !== "");
}

/** A root as paths below it begin: without a stroke at its end. */
export function tidyRoot(path = ""): string {
  return path.replaceAll(/\/+/g, "/").replace(/\/$/, "");
}
