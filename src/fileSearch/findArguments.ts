import { globExpression, splitGlobs } from "./globs.ts";
import type { SearchQuery } from "./searchQuery.ts";
import { isBelow } from "../characters/isBelow.ts";

/** Which files of a directory are looked at. */
export type FileChoice = Pick<SearchQuery, "include" | "exclude" | "usuallyExclude">;

/**
 * The arguments with which `find .` lists the files of a directory, each with a NUL after it: also on what is mounted there, without following
 * links, without the files of the kernel and without empty ones. It writes a dot for each of them to its fifth file, so that nobody but `find`
 * counts them. Throws `UnreadableGlob`.
 * @param print the arguments that have each file written
 */
export function findArguments({ include, exclude, usuallyExclude }: FileChoice, print: readonly string[]): Buffer {
  const excluded = anyOf([...usuallyExclude, ...splitGlobs(exclude)]);
  const included = anyOf(splitGlobs(include));
  const options = "-ignore_readdir_race -regextype posix-extended".split(" ");
  const leftOut = [
    ..."( -fstype proc -o -fstype sysfs".split(" "),
    ...(excluded === "" ? [] : ["-o", "-regex", excluded]),
  ];
  const chosen = [..."-type f -size +0".split(" "), ...(included === "" ? [] : ["-regex", included])];
  const all = [...options, ...leftOut, ")", "-prune", "-o", ...chosen, "-fprintf", "/dev/fd/5", ".", ...print];
  return Buffer.from(all.map((argument) => `${argument}\0`).join(""), "latin1");
}

function anyOf(globs: readonly string[]): string {
  return globs.map((glob) => `(${globExpression(glob)})`).join("|");
}

/** Directories without those that are inside of others: no file is searched twice. */
export function outermost(directories: readonly string[]): readonly string[] {
  const unique = [...new Set(directories.map((directory) => directory.replace(/(?<!\/)\/+$/, "")))];
  return unique.filter((directory) => !unique.some((other) => isBelow(directory, other)));
}
