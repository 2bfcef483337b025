import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { codeOf, type FileSystem, replaceFile } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import { PanelError } from "../wire/answers/failure.ts";

/**
 * The random id of this installation of VS Code, made when it is first asked for. The name of the computer and VS Code's
 * `machineId` are the same for Stable and Insiders, and for copies of a machine. Rejects with `PanelError`.
 * @param root a directory that all windows share
 */
export async function installationId(root: string, files: FileSystem, clock: Clock): Promise<string> {
  const file = join(root, "installation");
  const read = async () => /^[\da-f-]{36}$/.exec((await files.read(file)) ?? "")?.[0];
  try {
    const known = await read();
    if (known !== undefined) return known;
    const made = randomUUID();
    await replaceFile(files, clock, file, made);
    // another window may have made one at the same moment: the last one counts
    return (await read()) ?? made;
  } catch (error) {
    throw new PanelError({ kind: "storage", problem: "fileFailed", code: codeOf(error) });
  }
}
