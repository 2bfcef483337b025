import type { ServerFiles } from "./serverFiles.ts";

/**
 * Replaces the bytes of a file, or creates it; owner, group and mode stay. At any moment the path has the old or the new
 * bytes, but for the instant in which the panel removes the one and renames the other.
 * @param opened what the bytes were made from; `changed` is thrown where the server has something else now
 */
export declare function saveFile(
  files: ServerFiles,
  path: string,
  bytes: Uint8Array,
  opened: { readonly sha1: string } | "new",
): Promise<void>;
