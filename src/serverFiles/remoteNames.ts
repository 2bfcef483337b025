import * as v from "valibot";
import { type ExactPath, isExact, isMisread, type PathUse } from "../wire/answers/exactPath.ts";
import { ownAttributesPath } from "../wire/answers/serverPath.ts";
import { FileError } from "./fileError.ts";

/**
 * Where the extension keeps its own files on a server, so that other computers know them too: outside of every web root, in a
 * directory that only root can enter (docs/protocol.md 16.9).
 */
export const OUR_DIRECTORY = "/www/backup/server-panel";

/** Longest name of a file on the server, in bytes of UTF-8. */
const LONGEST_NAME = 255;

/** Longest path below a website's root, in bytes of UTF-8. */
const LONGEST_PATH = 3_000;

/** Why panels cannot handle a path. `character`: panels refuse it when they move or copy the file, or hand it to a shell. */
type NameProblem = "character" | "tooLong" | "dots" | "blankEnd";

/** Why panels cannot handle a relative path; `undefined` if they can (docs/protocol.md 16). */
export function nameProblem(path: string): NameProblem | undefined {
  // panels refuse these when they move files, or hand paths to a shell
  if (/[\\*|"';&<>`$\p{Cc}\p{Cs}]/u.test(path)) return "character";
  const names = path.split("/");
  // panels look for `./` and `..` anywhere in a path
  if (path.includes("..") || names.some((name) => name.endsWith(".") || name === "")) return "dots";
  if (names.some((name) => name.trim() !== name)) return "blankEnd";
  if (isTooLong(path)) return "tooLong";
  return undefined;
}

function isTooLong(path: string): boolean {
  const names = path.split("/");
  return names.some((name) => Buffer.byteLength(name) > LONGEST_NAME) || Buffer.byteLength(path) > LONGEST_PATH;
}

/**
 * Why a path cannot be deployed, although its name is no part of the archive's: `lineFeed` and `encoding`: panels are asked by name
 * what is there, a line for each in UTF-8; `tooLong`: no file system of a server has it.
 */
export type DeployedNameProblem = "lineFeed" | "encoding" | "tooLong";

/** Why a relative path cannot be deployed; `undefined` if it can. */
export function deployedNameProblem(path: string): DeployedNameProblem | undefined {
  if (path.includes("\n")) return "lineFeed";
  if (!path.isWellFormed()) return "encoding";
  if (isTooLong(path)) return "tooLong";
  return undefined;
}

/** Whether a path with `/` lies in the directory that it is relative to. `..` is a name as a whole only. */
export function isPathBelow(path: string): boolean {
  return path.split("/").every((name) => name !== "" && name !== "." && name !== "..");
}

/** Throws a `FileError` for an absolute path that panels cannot read, move and look up exactly as it is written. */
export function assertExact(path: string): void {
  if (path === "/") return;
  const isExactName = nameProblem(path.slice(1)) === undefined && v.is(ownAttributesPath, path);
  if (!isExactName) throw new FileError({ kind: "name", path });
}

/**
 * Returns a path that panels take literally in this use. Throws a `FileError` for any other path, so that nothing is
 * sent.
 */
export function exact<Use extends PathUse>(use: Use, path: string): ExactPath<Use> {
  if (isExact(use, path)) return path;
  throw new FileError({ kind: "name", path, ...(isMisread(use, path) && { isMisread: true }) });
}
