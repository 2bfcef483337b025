import { join } from "node:path";

/** The directory of the change journal. It holds nothing else, and is absent until a first entry is written. */
export function journalDirectory(root: string): string {
  return join(root, "pending");
}
