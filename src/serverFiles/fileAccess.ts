import type { FileAccess } from "../resources/fileInput.ts";
import { FileError } from "./fileError.ts";
import type { FileAttributes, ServerFiles } from "./serverFiles.ts";

/** The permissions of a file or directory as they were read. */
export interface ShownAccess {
  /** What a link at its path leads to, or the path itself. */
  readonly path: string;
  readonly attributes: FileAttributes;
}

/** Reads who may do what with a file or directory, links followed. Throws where panels cannot change that without harm. */
export async function readAccess(files: ServerFiles, path: string): Promise<ShownAccess> {
  const { path: real, ...attributes } = await files.real(path);
  if (attributes.isLocked) throw new FileError({ kind: "locked", path });
  if (attributes.hasSpecialMode) throw new FileError({ kind: "specialMode", path });
  return { path: real, attributes };
}

/**
 * Gives a file or directory another owner, with the group of the same name, and another mode: panels can set neither alone
 * (docs/protocol.md 16.25). What was shown has to be there still, and what was asked for is read afterwards.
 */
export async function setAccess(files: ServerFiles, path: string, shown: ShownAccess, to: FileAccess): Promise<void> {
  const now = await readAccess(files, path);
  if (!isSame(shown, now)) throw new FileError({ kind: "accessChanged", path });
  await files.remote.setAccess(now.path, to.user, to.mode).catch((error: unknown) => {
    // what is so instead has the better words
    if (!(error instanceof FileError) || error.problem.kind !== "mismatch") throw error;
  });
  const after = accessOf(await files.attributes(now.path));
  if (!isAccess(after, to)) throw new FileError({ kind: "accessUnset", path, now: after });
}

/** Whether these are the very same permissions of the very same file. */
function isSame(shown: ShownAccess, now: ShownAccess): boolean {
  const factsOf = ({ path, attributes: { uid, gid, mode, device, inode, isDirectory } }: ShownAccess) =>
    [path, uid, gid, mode, device, inode, isDirectory].join("\n");
  return factsOf(shown) === factsOf(now);
}

export function isAccess(one: FileAccess, other: FileAccess): boolean {
  return one.mode === other.mode && one.user === other.user && one.group === other.group;
}

/** The permissions among attributes. */
export function accessOf({ mode, user, group }: FileAttributes): FileAccess {
  return { mode, user, group };
}

/** The modes that people choose, the usual one first. */
export const commonModes = {
  file: ["644", "600", "640", "664", "755"],
  directory: ["755", "700", "750", "775"],
} as const;

/** A typed mode in three octal digits, with or without `0` before them; `undefined`: it is none. */
export function typedMode(text: string): string | undefined {
  return /^0?([0-7]{3})$/.exec(text.trim())?.[1];
}

/** What panels take as an owner. */
const OWNER = /^\w[\w.-]*$/;

/** Files of users and groups are larger on no server. */
const MOST_ACCOUNTS = 10_000;

/** The users to whom a panel can give files: those with a group of the same name, for it sets both. */
export async function readOwners(files: ServerFiles): Promise<readonly string[]> {
  const [users, groups] = [namesIn(await files.read("/etc/passwd")), new Set(namesIn(await files.read("/etc/group")))];
  return users.filter((name) => groups.has(name));
}

function namesIn(bytes: Uint8Array): readonly string[] {
  const lines = new TextDecoder().decode(bytes).split("\n", MOST_ACCOUNTS);
  return lines.map((line) => line.split(":", 1)[0] ?? "").filter((name) => OWNER.test(name));
}
