import type { HandlerContext } from "../state/handler.ts";

/** Whether files or directories are there, each on a line of the field (docs/protocol.md 6.39). */
export function presenceOf({ state: { files }, fields }: HandlerContext): readonly object[] {
  const asked = fields["files"]?.split("\n") ?? [];
  return asked.map((filename) => {
    const isfile = files.files.has(filename);
    return { filename, exists: isfile || files.directories.has(filename), size: 0, mtime: 0, isfile };
  });
}
