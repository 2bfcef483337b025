import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";

/** Most bytes that are read at once. */
const PIECE = 512 * 1024;

/** The sha1 of a file on this computer, in lower-case hex. Rejects with file errors and the signal's reason. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const file = await open(path);
  try {
    return await hashOpened(file, signal);
  } finally {
    await file.close();
  }
}

/**
 * The sha1 of the rest of an open file, in lower-case hex. Reads it piece by piece into one buffer. Rejects with file errors
 * and the signal's reason.
 */
export async function hashOpened(file: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha1");
  const { size } = await file.stat();
  // most files are small
  const buffer = Buffer.alloc(Math.min(Math.max(size, 1), PIECE));
  for (let bytesRead = -1; bytesRead !== 0;) {
    signal.throwIfAborted();
    ({ bytesRead } = await file.read(buffer, { position: null }));
    hash.update(buffer.subarray(0, bytesRead));
  }
  return hash.digest("hex");
}
