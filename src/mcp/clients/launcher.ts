import { join } from "node:path";
import { replaceFile, type FileSystem } from "../../storage/fileSystem.ts";
import type { Clock } from "../../storage/ports.ts";
import type { Computer } from "./agentClient.ts";

/** What the launcher runs. */
export interface Launched {
  /** The editor's own executable, or the Node of a remote one. */
  readonly executable: string;
  /** The MCP server of this version of the extension. */
  readonly script: string;
  /** The directory that server and windows share; the launcher lies in it. */
  readonly directory: string;
}

/** What stands in the launcher where nothing can be run. English: agents keep it in their logs. */
const NOT_FOUND =
  "Server Panel: the editor or its extension is not where it was. Open the editor once, and start the agent again.";

/** The path of the launcher, the same for all versions of the extension. */
export function launcherPath({ directory }: Pick<Launched, "directory">, platform: NodeJS.Platform): string {
  return join(directory, platform === "win32" ? "serverpanel-mcp.cmd" : "serverpanel-mcp");
}

/** The launcher, as it has to be: it holds no key. */
export function launcherText(launched: Launched, computer: Computer): string {
  return computer.platform === "win32" ? batchText(launched, computer) : shellText(launched);
}

/** Writes the launcher, unless it is as it has to be. Its directory is there. */
export async function writeLauncher(
  launched: Launched,
  computer: Computer,
  { files, clock }: { readonly files: FileSystem; readonly clock: Clock },
): Promise<void> {
  const path = launcherPath(launched, computer.platform);
  const text = launcherText(launched, computer);
  // what cannot be read is replaced, and so is a link
  const before = await files.read(path).catch(() => undefined);
  if (before !== text) await replaceFile(files, clock, path, text, 0o700);
}

/**
 * For any POSIX shell. An AppImage is somewhere else each time it runs, so another Node does until its next window has written the
 * new path. Options for Node that an editor's terminal has are not for this one.
 */
function shellText({ executable, script, directory }: Launched): string {
  return `#!/bin/sh
# Written by Server Panel, and again whenever it or the editor has moved.
program=${shellQuoted(executable)}
script=${shellQuoted(script)}
unset NODE_OPTIONS
export ELECTRON_RUN_AS_NODE=1
[ -x "$program" ] || program=$(command -v node) || program=
if [ -z "$program" ] || [ ! -f "$script" ]; then
  echo ${shellQuoted(NOT_FOUND)} >&2
  exit 127
fi
exec "$program" "$script" ${shellQuoted(directory)}
`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * For `cmd`, which reads the file in the code page of its console: a path below the person's own folder is written by that
 * folder's variable, and only a path that still has other letters needs UTF-8.
 */
function batchText({ executable, script, directory }: Launched, computer: Computer): string {
  const [program, server, shared] = [executable, script, directory].map((path) => batchQuoted(path, computer));
  const lines = [
    "@echo off",
    "rem Written by Server Panel, and again whenever it or the editor has moved.",
    "setlocal",
    "set NODE_OPTIONS=",
    "set ELECTRON_RUN_AS_NODE=1",
    `if not exist ${program} goto missing`,
    `if not exist ${server} goto missing`,
    `${program} ${server} ${shared}`,
    "exit /b",
    ":missing",
    `echo ${NOT_FOUND} 1>&2`,
    "exit /b 127",
    "",
  ];
  const isAscii = !/[^ -~]/.test(lines.join(""));
  return (isAscii ? lines : ["@echo off", "chcp 65001 >nul", ...lines.slice(1)]).join("\r\n");
}

function batchQuoted(path: string, { home }: Computer): string {
  const isBelow = path.toLowerCase().startsWith(`${home.toLowerCase()}\\`);
  const [start, rest] = isBelow ? ["%USERPROFILE%", path.slice(home.length)] : ["", path];
  return `"${start}${rest.replaceAll("%", "%%")}"`;
}
