import { access, constants, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ExtensionTerminalOptions, Terminal, TerminalOptions } from "vscode";

/** The path of a program, found as shells find it; `undefined` if there is none. */
export async function findProgram(
  name: string,
  { env, platform }: Pick<NodeJS.Process, "env" | "platform"> = process,
): Promise<string | undefined> {
  const isWindows = platform === "win32";
  // Windows also writes "Path", and looks for files with one of these endings
  const path = Object.entries(env).find(([key]) => (isWindows ? key.toUpperCase() : key) === "PATH")?.[1] ?? "";
  const endings = isWindows ? (env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").split(";") : [""];
  for (const directory of path.split(isWindows ? ";" : ":").filter((each) => each !== ""))
    for (const ending of endings) {
      const file = join(directory, name + ending);
      if (await canExecute(file)) return file;
    }
  return undefined;
}

async function canExecute(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    // of a directory that means that it can be entered
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

const PROGRAMS = /(?:^|[\\/])(?:ssh|mosh|autossh)(?:\.exe)?$/i;

/** VS Code names a terminal after the program in front, and we name ours "ssh …". */
const NAMES = /^(?:ssh|mosh|autossh)(?:\.exe)?(?=$|[\s:])/i;

/** Whether a terminal was opened with ssh, also in an earlier window, or its shell runs it right now. */
export function isSshTerminal({ name, creationOptions }: Pick<Terminal, "name" | "creationOptions">): boolean {
  return PROGRAMS.test(shellOf(creationOptions) ?? "") || NAMES.test(name);
}

function shellOf(options: Readonly<TerminalOptions | ExtensionTerminalOptions>): string | undefined {
  if ("shellPath" in options) return options.shellPath;
  return undefined;
}
