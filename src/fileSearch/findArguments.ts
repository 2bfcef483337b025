import { globExpression, literally, splitGlobs } from "./globs.ts";
import type { SearchQuery } from "./searchQuery.ts";

/** Which files of directories are looked at. */
export type FileChoice = Pick<SearchQuery, "include" | "exclude" | "usuallyExclude">;

/** The arguments of one `find` for each directory. */
export interface FindArguments {
  /** All of them, each with a NUL after it. */
  readonly bytes: Buffer;
  /** How many there are for each directory. */
  readonly each: number;
}

/** Matches no path, for they begin with a slash. */
const NOTHING = "-";

/**
 * The arguments with which `find` lists the files of directories: on their own file systems, without following links, without those of the
 * kernel. Throws `UnreadableGlob`.
 * @param print what is written of each file
 */
export function findArguments(
  directories: readonly string[],
  choice: FileChoice,
  print: readonly string[],
): FindArguments {
  const lists = outermost(directories).map((directory) => argumentsFor(directory, choice, print));
  const bytes = Buffer.from(
    lists
      .flat()
      .map((argument) => `${argument}\0`)
      .join(""),
    "latin1",
  );
  return { bytes, each: lists[0]?.length ?? 0 };
}

function argumentsFor(directory: string, choice: FileChoice, print: readonly string[]): readonly string[] {
  const excluded = [...choice.usuallyExclude, ...splitGlobs(choice.exclude)];
  const included = splitGlobs(choice.include);
  const anyOf = (globs: readonly string[]) => globs.map((glob) => `(${globExpression(glob, directory)})`).join("|");
  // a directory that is a link is meant; `-H` follows it, and no other one
  return [
    ...[
      "-H",
      Buffer.from(directory).toString("latin1"),
      "-ignore_readdir_race",
      "-regextype",
      "posix-extended",
      "-xdev",
    ],
    ...[
      "(",
      "-fstype",
      "proc",
      "-o",
      "-fstype",
      "sysfs",
      "-o",
      "-regex",
      anyOf(excluded) || NOTHING,
      ")",
      "-prune",
      "-o",
    ],
    ...["-type", "f", "-size", "+0", "-regex", anyOf(included) || `${literally("/")}.*`, ...print],
  ];
}

/** Without those that are inside of others: no file is searched twice. */
function outermost(directories: readonly string[]): readonly string[] {
  const inOrder = [...new Set(directories.map((directory) => directory.replace(/\/+$/, "") || "/"))];
  return inOrder.filter((directory) => !inOrder.some((other) => other !== directory && isInside(directory, other)));
}

function isInside(path: string, directory: string): boolean {
  return path.startsWith(directory === "/" ? directory : `${directory}/`);
}
