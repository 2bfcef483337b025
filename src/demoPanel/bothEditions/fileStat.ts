import { saying } from "../http/saying.ts";
import { entryAt } from "../records/serverFiles.ts";
import { type HandlerContext, required } from "../state/handler.ts";

const DIRECTORY_BYTES = 4_096;

/** What is at a path, or the words that nothing is (docs/protocol.md 16.1). */
export function fileStat({ state, fields, now }: HandlerContext, nothing: string): unknown {
  const entry = entryAt(state.files, required(fields, "filename"));
  if (entry === undefined) return saying(false, nothing);
  const isfile = entry !== "directory";
  return { status: true, msg: { size: isfile ? entry : DIRECTORY_BYTES, mtime: Math.floor(now() / 1000), isfile } };
}
