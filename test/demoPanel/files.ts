import { fileHandlers } from "../../src/demoPanel/server.ts";
import type { HandlerContext } from "../../src/demoPanel/state.ts";

/** Looks at paths, with the time of the last change. */
export function fullFileStat(context: HandlerContext): readonly object[] {
  const mtime = Math.floor(context.now() / 1000);
  return fileHandlers["file.stat"](context).map((row) => ({ ...row, mtime: row.exists ? mtime : 0 }));
}
