import { posix } from "node:path";
import { openSource } from "../openSource.ts";

/** A file that may be a script; `says`: a link to a directory, which is none. */
interface PossibleScript {
  readonly path: string;
  readonly realPath: string;
  readonly says?: string;
}

/** A command with words that may name scripts. */
interface Command {
  readonly run: string;
  /** Where it runs, below what is deployed to. */
  readonly directory: string;
}

/** How much of a script is looked at: its line ends are the same throughout, but for an accident. */
const LOOKED_AT = 64 * 1024;

/** Words of a command, each with the shell before it that would read it. */
const WORDS = /(?:\b(sh|bash|dash|ash|source)\s+|(?:^|\s)(\.)\s+)?(?:-\S+\s+)*(?:<\s*)?([^\s`;&|()<>$]+)/g;

/** Quotes, and variables that a path begins with, such as `"$PWD"/`. */
const AROUND_PATHS = /["']|\$\{?\w+\}?["']?\//g;

/** First lines: one that names a shell, and one that names any program and ends as Windows ends lines. */
const SHELL_PROGRAM = /^#![^\n]*\b(?:sh|bash|dash|ash)\b/;
const WINDOWS_PROGRAM = /^#![^\n]*\r\n/;

/**
 * The scripts of a source folder that steps run and that have Windows line ends: a shell takes the CR for a part of each command, and the
 * kernel for a part of the program that a first line names. Files that cannot be read are none.
 */
export async function windowsScripts(
  files: readonly PossibleScript[],
  commands: readonly Command[],
): Promise<readonly string[]> {
  const named = new Map<string, { readonly file: PossibleScript; readonly isShell: boolean }>();
  for (const { run, directory } of commands)
    for (const [, shell, dot, word = ""] of run.replaceAll(AROUND_PATHS, " ").matchAll(WORDS))
      for (const file of filesNamed(word, directory, files)) {
        const isShell = (shell ?? dot) !== undefined || named.get(file.path)?.isShell === true;
        // as an argument of another program, such as php, it is that program's
        if (isShell || word.includes("/")) named.set(file.path, { file, isShell });
      }
  const found: string[] = [];
  for (const { file, isShell } of named.values()) {
    const text = await beginningOf(file);
    if (isShell || isOfShell(file, text) ? text.includes("\r\n") : WINDOWS_PROGRAM.test(text)) found.push(file.path);
  }
  return found.toSorted();
}

/** Whether a shell reads a file that is run by its name: by its first line, or without one by its ending. */
function isOfShell({ path }: PossibleScript, text: string): boolean {
  return text.startsWith("#!") ? SHELL_PROGRAM.test(text) : /\.(?:sh|bash)$/.test(path);
}

/** The files that a word of a command may mean: from where it runs, from where it may have gone by then, or by the whole path. */
function filesNamed(word: string, directory: string, files: readonly PossibleScript[]): readonly PossibleScript[] {
  const path = posix.normalize(word);
  const exact = files.filter((file) => file.path === posix.join(directory, path));
  if (exact.length > 0 || path === ".") return exact;
  const below = path.replace(/^(?:\.\.\/)+/, "");
  return files.filter(
    (file) => file.path.endsWith(`/${below}`) || (path.startsWith("/") && path.endsWith(`/${file.path}`)),
  );
}

async function beginningOf({ realPath, says }: PossibleScript): Promise<string> {
  if (says !== undefined) return "";
  try {
    const opened = await openSource(realPath);
    try {
      const { buffer, bytesRead } = await opened.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
      return buffer.toString("latin1", 0, bytesRead);
    } finally {
      await opened.close();
    }
  } catch {
    return "";
  }
}
