import { stat } from "node:fs/promises";
import { hashFile } from "./hashFile.ts";

/** A file on this computer. */
export interface LocalFile {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** In lower-case hex. */
  readonly sha1: string;
}

/** Hashes a file on this computer. Rejects with file errors. */
export async function readLocalFile(file: string, signal: AbortSignal): Promise<LocalFile> {
  const sha1 = await hashFile(file, signal);
  return { file, size: (await stat(file)).size, sha1 };
}
