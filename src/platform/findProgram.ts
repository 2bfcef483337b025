import { access, constants, stat } from "node:fs/promises";
import { join } from "node:path";

/** The file that a program's name stands for, found as a shell finds it; `undefined`: there is none. */
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
