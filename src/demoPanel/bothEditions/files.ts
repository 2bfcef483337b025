import { saying } from "../http/saying.ts";
import { entryAt } from "../records/serverFiles.ts";
import { say } from "../sentences.ts";
import { type HandlerContext, required } from "../state/handler.ts";

const DIRECTORY_BYTES = 4_096;

/** The server's files, in no second envelope. */
export const fileHandlers = {
  /** What is at a path (docs/protocol.md 16.1). */
  "file.stat": ({ state, fields, language }: HandlerContext) => {
    const entry = entryAt(state.files, required(fields, "filename"));
    if (entry === undefined) return saying(false, say(language, "noSuchFile"));
    const isfile = entry !== "directory";
    return { status: true, msg: { size: isfile ? entry : DIRECTORY_BYTES, isfile } };
  },
  /** Whether files or directories are there, each on a line of the field (docs/protocol.md 6.39). */
  "file.presence": ({ state: { files }, fields }: HandlerContext) => {
    const asked = fields["files"]?.split("\n") ?? [];
    return asked.map((filename) => ({
      filename,
      exists: files.files.has(filename) || files.directories.has(filename),
    }));
  },
};
