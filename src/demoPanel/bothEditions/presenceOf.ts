import type { HandlerContext } from "../state/handler.ts";

/** Whether files or directories are there, each on a line of the field (docs/protocol.md 6.39). */
export function presenceOf({
  state: { files },
  fields,
}: HandlerContext): readonly { readonly filename: string; readonly exists: boolean }[] {
  const asked = fields["files"]?.split("\n") ?? [];
  return asked.map((filename) => ({
    filename,
    exists: files.files.has(filename) || files.directories.has(filename),
  }));
}
