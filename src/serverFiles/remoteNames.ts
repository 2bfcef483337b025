/** Longest name of a file on the server, in bytes of UTF-8. */
const LONGEST_NAME = 255;

/** Longest path below a website's root, in bytes of UTF-8. */
const LONGEST_PATH = 3_000;

/**
 * Why panels cannot handle a path. `character`: panels refuse it when they move or copy the file, or hand it to a shell;
 * `caseTwin`: another path differs in case alone.
 */
export type NameProblem = "character" | "tooLong" | "dots" | "blankEnd" | "caseTwin";

/** The problem with a relative path as a path on the server, if there is one (docs/protocol.md 16). */
export function nameProblem(path: string): NameProblem | undefined {
  // panels refuse these when they move files, or hand paths to a shell
  if (/[\\*|"';&<>`$\p{Cc}\p{Cs}]/u.test(path)) return "character";
  const names = path.split("/");
  // panels look for `./` and `..` anywhere in a path
  if (path.includes("..") || names.some((name) => name.endsWith(".") || name === "")) return "dots";
  if (names.some((name) => name.trim() !== name)) return "blankEnd";
  const isTooLong = names.some((name) => Buffer.byteLength(name) > LONGEST_NAME);
  return isTooLong || Buffer.byteLength(path) > LONGEST_PATH ? "tooLong" : undefined;
}
