import { createHash } from "node:crypto";

/** The SHA-1 of some bytes, or of a text in UTF-8, in lower-case hex: panels and their servers' scripts tell a file's content by it. */
export function sha1Of(bytes: string | Uint8Array): string {
  return createHash("sha1").update(bytes).digest("hex");
}
