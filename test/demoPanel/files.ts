import { fileHandlers } from "../../src/demoPanel/server.ts";
import type { HandlerContext } from "../../src/demoPanel/state.ts";
import { completed } from "./complete.ts";

/** Which files are there, each with all that is sent of it. */
export function fullPresenceOf(context: HandlerContext): readonly object[] {
  const { files } = context.state.files;
  return fileHandlers["file.presence"](context).map((row) => ({
    ...row,
    size: files.get(row.filename) ?? 0,
    mtime: 0,
    isfile: files.has(row.filename),
  }));
}

/** What is at a path, with when it was changed. */
export const fullFileStat = completed(fileHandlers["file.stat"], ({ now }) => ({
  msg: { mtime: Math.floor(now() / 1000) },
}));
