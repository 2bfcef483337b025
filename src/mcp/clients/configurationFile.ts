import { lstat, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, replaceFile, type FileSystem } from "../../storage/fileSystem.ts";
import type { Clock } from "../../storage/ports.ts";

/** Longest configuration that is changed; those of a person who has connected a hundred servers have a tenth of it. */
const MOST_BYTES = 2 ** 20;

/** Why a file of a client is not changed. `noClient`: not even its directory is there. */
export type UnusableFile =
  "noClient" | "link" | "special" | "tooLarge" | "notUtf8" | "readOnly" | { readonly code: string };

/** A file of a client as it is. */
export type ConfigurationFile =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string; readonly mode: number }
  | { readonly kind: "unusable"; readonly why: UnusableFile };

interface Storing {
  readonly files: FileSystem;
  readonly clock: Clock;
}

/** Reads a file of a client, of which nothing is changed that would be lost or land elsewhere. */
export async function readConfiguration(path: string, { files }: Pick<Storing, "files">): Promise<ConfigurationFile> {
  const unusable = (why: UnusableFile) => ({ kind: "unusable", why }) as const;
  try {
    if (!(await isDirectory(dirname(path)))) return unusable("noClient");
    const found = await lstat(path).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    });
    if (found === undefined) return { kind: "absent" };
    if (found.isSymbolicLink()) return unusable("link");
    if (!found.isFile()) return unusable("special");
    if (found.size > MOST_BYTES) return unusable("tooLarge");
    // whoever made it read-only wants it to stay, and to replace it would ask nobody
    if ((found.mode & 0o200) === 0) return unusable("readOnly");
    const text = await files.read(path);
    if (text === undefined) return { kind: "absent" };
    if (text.includes("\uFFFD")) return unusable("notUtf8");
    return { kind: "text", text, mode: found.mode & 0o777 };
  } catch (error) {
    return unusable({ code: codeOf(error) });
  }
}

/** Replaces the text of a file if the file is still as it was read; `changed`: it is not, and nothing was written. */
export async function writeConfiguration(
  path: string,
  before: ConfigurationFile,
  text: string,
  { files, clock }: Storing,
): Promise<"written" | "changed" | { readonly code: string }> {
  const now = await readConfiguration(path, { files });
  const isSame =
    (before.kind === "absent" && now.kind === "absent") ||
    (before.kind === "text" && now.kind === "text" && before.text === now.text);
  if (!isSame) return "changed";
  try {
    if (before.kind === "text") await replaceFile(files, clock, path, text, before.mode);
    // fails where somebody has just made it
    else await files.create(path, text);
    return "written";
  } catch (error) {
    const code = codeOf(error);
    return code === "EEXIST" ? "changed" : { code };
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
