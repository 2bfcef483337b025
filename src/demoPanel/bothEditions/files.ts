import { entryAt } from "../records/serverFiles.ts";
import type { HandlerContext } from "../state/handler.ts";

const DIRECTORY_BYTES = 4_096;

/** The server's files, in no second envelope. */
export const fileHandlers = {
  /** The entries at paths, each on a line of the field (docs/protocol.md 6.39). */
  "file.stat": ({ state: { files }, fields }: HandlerContext) => {
    const asked = fields["files"]?.split("\n") ?? [];
    return asked.map((filename) => {
      const entry = entryAt(files, filename);
      const size = entry === "directory" ? DIRECTORY_BYTES : (entry ?? 0);
      return { filename, exists: entry !== undefined, size, isfile: typeof entry === "number" };
    });
  },
};
