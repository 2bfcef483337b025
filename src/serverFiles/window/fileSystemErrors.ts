import * as vscode from "vscode";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { fileProblemText } from "../../texts/fileTexts.ts";
import { failureOf, traceOf } from "../../wire/answers/failure.ts";
import type { Logging } from "../../storage/ports.ts";
import type { Redacting } from "../../redaction/redactor.ts";
import { FileError, type FileProblem } from "../fileError.ts";

type ErrorName =
  "FileExists" | "FileIsADirectory" | "FileNotADirectory" | "FileNotFound" | "NoPermissions" | "Unavailable";

/** VS Code's error for each problem; after `NoPermissions` trying again does not help. */
const ERRORS: Readonly<Record<FileProblem["kind"], ErrorName>> = {
  notFound: "FileNotFound",
  isDirectory: "FileIsADirectory",
  notDirectory: "FileNotADirectory",
  exists: "FileExists",
  notEmpty: "Unavailable",
  changed: "Unavailable",
  unread: "Unavailable",
  accessChanged: "Unavailable",
  accessUnset: "Unavailable",
  specialMode: "Unavailable",
  name: "NoPermissions",
  link: "NoPermissions",
  locked: "NoPermissions",
  special: "NoPermissions",
  noSpace: "Unavailable",
  encoding: "NoPermissions",
  mismatch: "Unavailable",
  local: "Unavailable",
  tooLarge: "Unavailable",
  hardLinks: "NoPermissions",
  group: "NoPermissions",
  archive: "Unavailable",
  halfUnpacked: "Unavailable",
  halfway: "Unavailable",
};

/** More calls were asked for than a window makes unasked. */
export class TooManyCalls extends Error {}

/** The error that VS Code understands for anything thrown; a defect goes to the log. */
export function fileSystemError({ log, redactor }: Logging & Redacting, error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) return error;
  if (error instanceof FileError) return errorOf(ERRORS[error.problem.kind], fileProblemText(error.problem));
  if (error instanceof CommandAborted) return errorOf("NoPermissions", error.message);
  if (error instanceof TooManyCalls) return errorOf("Unavailable", error.message);
  const failure = failureOf(error);
  if (failure === undefined) log.error(`files: ${traceOf(error)}`);
  return errorOf("Unavailable", redactor.redact(failureText(failure ?? { kind: "defect" })));
}

function errorOf(name: ErrorName, message: string): vscode.FileSystemError {
  return vscode.FileSystemError[name](message);
}
