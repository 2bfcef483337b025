import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

/** A link that was put in a file's place is not followed, and a named pipe does not block; Windows knows neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens a file of a source folder to be read, by the path where it really is. Rejects with file errors. */
export async function openSource(realPath: string | Buffer): Promise<FileHandle> {
  return open(realPath, FLAGS);
}
