import { createReadStream } from "node:fs";
import { mkdir, open, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { localError } from "../serverFiles/serverFiles.ts";
import { codeOf } from "../storage/fileSystem.ts";
import type { CountedBudget } from "./countedBudget.ts";

/** Why something of an archive was not written. */
export type WhyNotWritten =
  | "link"
  /** It is a device, socket or pipe. */
  | "special"
  /** Its path leads out of the directory. */
  | "outside"
  /** This computer's system has no such names. */
  | "name"
  /** There is one already whose name is the same here, where case makes no difference, or one that is no UTF-8. */
  | "twice";

/** What came of an archive on this computer. */
export interface UnpackedHere {
  readonly files: number;
  readonly bytes: number;
  readonly notWritten: readonly { readonly path: string; readonly why: WhyNotWritten }[];
}

/**
 * Unpacks an archive of a directory into a new one, which is empty. Nothing is written outside of it, and no link. Throws `FileError`,
 * `MoreThanCounted` and the signal's reason.
 */
export async function unpackLocally(
  archive: string,
  target: string,
  {
    budget,
    signal,
    onFile,
  }: { readonly budget: CountedBudget; readonly signal: AbortSignal; readonly onFile: (files: number) => void },
): Promise<UnpackedHere> {
  const notWritten: { readonly path: string; readonly why: WhyNotWritten }[] = [];
  let [files, bytes] = [0, 0];
  try {
    const unpacked = createGunzip();
    // closes the archive, however this ends; whoever reads is told of errors
    pipeline(createReadStream(archive, { signal }), unpacked, () => undefined);
    for await (const entry of Readable.toWeb(unpacked).pipeThrough(createTarDecoder({ strict: true }))) {
      signal.throwIfAborted();
      const { name, type = "file", size } = entry.header;
      budget.spend(type === "file" ? size : 0);
      const parts = partsOfName(name);
      const why = whyNot(type, parts);
      if (why !== undefined) {
        await entry.body.cancel();
        notWritten.push({ path: name, why });
        continue;
      }
      const place = join(target, ...(parts ?? []));
      if (type === "directory") {
        await entry.body.cancel();
        if (!(await isMade(place))) notWritten.push({ path: name, why: "twice" });
        continue;
      }
      bytes += size;
      if (await write(place, entry)) onFile((files += 1));
      else notWritten.push({ path: name, why: "twice" });
    }
  } catch (error) {
    signal.throwIfAborted();
    throw localError(error, target);
  }
  return { files, bytes, notWritten };
}

/** The names of a path; `undefined`: it leads out of the directory. */
function partsOfName(name: string): readonly string[] | undefined {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (name.startsWith("/") || parts.includes("..")) return undefined;
  return parts;
}

/** What Windows keeps for itself, whatever follows a dot. */
const RESERVED = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\..*)?$/i;

/** Whether a system has such a name. */
export function isNameHere(name: string, platform: NodeJS.Platform = process.platform): boolean {
  if (name.includes("\0")) return false;
  if (platform !== "win32") return true;
  return !/[<>:"|?*\\\p{Cc}]|[. ]$/u.test(name) && !RESERVED.test(name);
}

function whyNot(type: string, parts: readonly string[] | undefined): WhyNotWritten | undefined {
  if (parts === undefined) return "outside";
  if (type === "link" || type === "symlink") return "link";
  if (type !== "file" && type !== "directory") return "special";
  if (!parts.every((part) => isNameHere(part))) return "name";
  return undefined;
}

/** Makes a directory and those above it, and says whether they are there: a file may have such a name. */
async function isMade(place: string): Promise<boolean> {
  try {
    await mkdir(place, { recursive: true });
    return true;
  } catch (error) {
    if (!["EEXIST", "ENOTDIR"].includes(codeOf(error) ?? "")) throw error;
    return false;
  }
}

/** Writes a file; whether none was there. */
async function write(place: string, { header, body }: ParsedTarEntry): Promise<boolean> {
  if (!(await isMade(dirname(place)))) {
    await body.cancel();
    return false;
  }
  const mode = ((header.mode ?? 0) & 0o100) === 0 ? 0o644 : 0o755;
  let file;
  try {
    file = await open(place, "wx", mode);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    await body.cancel();
    return false;
  }
  try {
    for await (const part of body) await file.write(part);
  } finally {
    await file.close();
  }
  if (header.mtime !== undefined) await utimes(place, header.mtime, header.mtime);
  return true;
}
