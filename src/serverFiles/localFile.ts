import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

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
  const hash = createHash("sha1");
  for await (const piece of createReadStream(file, { signal, highWaterMark: 2 ** 18 })) hash.update(piece as Buffer);
  return { file, size: (await stat(file)).size, sha1: hash.digest("hex") };
}
