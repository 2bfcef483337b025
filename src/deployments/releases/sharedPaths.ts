import type { ReleaseProblem } from "../../actions/deploymentEnd.ts";
import { DeploymentError } from "../deploymentError.ts";
import type { Looked } from "../exchange/exchangeLook.ts";
import type { NewDirectory } from "../exchangeRecords.ts";
import type { Source, SourceFile } from "../sourceFiles.ts";
import type { StatedShared } from "./releaseFields.ts";
import { directoriesAbove, isBelow, isIn } from "../../characters/isBelow.ts";

/** A path that all releases share: each of them has a link to what the website's own directory has there. */
export interface SharedPath {
  readonly path: string;
  /**
   * What becomes of it there: `there`: it is there already, and stays as it is; `link`: the same, and is itself a link, which may lead to
   * where PHP must not read; `made`: a directory is made; `placed`: the source's file is placed once.
   */
  readonly becomes: "there" | "link" | "made" | "placed";
  /** Files of the source at the path, or below it, which are not sent because the server has its own. */
  readonly leftOut: number;
}

/** What the website's own directory gets, and what of the source is left for the release. */
export interface SharedPlan {
  readonly shared: readonly SharedPath[];
  /** Made beside the releases, each after the one above it. */
  readonly directories: readonly NewDirectory[];
  /** Placed beside the releases, for good. */
  readonly files: readonly SourceFile[];
  readonly rest: Pick<Source, "files" | "directories">;
}

/** Of directories that the source does not have. */
const WIDEST_MODE = 0o755;

/** The paths of a website's own directory of which its releases must know what is there. */
export function pathsOfShared(shared: readonly StatedShared[]): readonly string[] {
  return [...new Set(shared.flatMap(({ path }) => [...directoriesAbove(path), path]))];
}

/**
 * Parts what releases share from what each has of its own. Throws a `DeploymentError` where a path cannot be shared.
 * @param served the directory of a release that visitors see
 * @param looked what the website's own directory has at `pathsOfShared`
 */
export function planShared(
  source: Pick<Source, "files" | "directories">,
  stated: readonly StatedShared[],
  served: string,
  looked: ReadonlyMap<string, Looked>,
): SharedPlan {
  const shared: SharedPath[] = [];
  const directories = new Map<string, number>();
  const files: SourceFile[] = [];
  for (const each of stated) {
    const { path } = each;
    if (isIn(served, path)) throw refused({ why: "sharedServed", path });
    const inTheWay = source.files.find((file) => isBelow(path, file.path));
    if (inTheWay !== undefined) throw refused({ why: "sharedInFile", path, file: inTheWay.path });
    const own = {
      file: source.files.find((file) => file.path === path),
      files: source.files.filter((file) => isBelow(file.path, path)),
      directories: source.directories.filter((directory) => isIn(directory.path, path)),
    };
    const isDirectory = each.isDirectory || own.directories.length > 0;
    const becomes = becomesOf(path, looked, isDirectory, own.file !== undefined);
    const brought = own.file === undefined ? own.files : [own.file];
    const isNew = becomes === "made" || becomes === "placed";
    shared.push({ path, becomes, leftOut: isNew ? 0 : brought.length });
    if (!isNew) continue;
    for (const above of directoriesAbove(path))
      if (looked.get(above)?.kind !== "directory") directories.set(above, modeIn(source, above));
    if (becomes === "made") directories.set(path, modeIn(source, path));
    for (const directory of own.directories) directories.set(directory.path, directory.mode);
    files.push(...brought);
  }
  const isShared = (path: string) => stated.some((each) => isIn(path, each.path));
  return {
    shared,
    directories: [...directories]
      .map(([path, mode]) => ({ path, mode }))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    files,
    rest: {
      files: source.files.filter(({ path }) => !isShared(path)),
      directories: source.directories.filter(({ path }) => !isShared(path)),
    },
  };
}

/** What becomes of a shared path, by what is there. @param isFile the source has a file there */
function becomesOf(
  path: string,
  looked: ReadonlyMap<string, Looked>,
  isDirectory: boolean,
  isFile: boolean,
): SharedPath["becomes"] {
  for (const above of directoriesAbove(path)) {
    const { kind } = looked.get(above) ?? { kind: "nothing" };
    if (kind !== "directory" && kind !== "nothing") throw refused({ why: "sharedBlocked", path, by: above });
  }
  const { kind } = looked.get(path) ?? { kind: "nothing" };
  switch (kind) {
    case "file":
      if (isDirectory) throw refused({ why: "sharedNoDirectory", path });
      return "there";
    case "directory":
      if (isFile) throw refused({ why: "sharedNoFile", path });
      return "there";
    case "link":
      return "link";
    case "nothing":
      if (isFile && isDirectory) throw refused({ why: "sharedNoDirectory", path });
      if (isDirectory) return "made";
      if (isFile) return "placed";
      throw refused({ why: "sharedMissing", path });
    case "behindLink":
    case "special":
    case "unreadable":
      throw refused({ why: "sharedBlocked", path, by: path });
    default:
      return kind satisfies never;
  }
}

function modeIn({ directories }: Pick<Source, "directories">, path: string): number {
  return directories.find((directory) => directory.path === path)?.mode ?? WIDEST_MODE;
}

function refused(problem: ReleaseProblem): DeploymentError {
  return new DeploymentError({ kind: "release", ...problem });
}
