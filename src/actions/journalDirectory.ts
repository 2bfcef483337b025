import { join } from "node:path";

/** The directory of the change journal and nothing else; absent until the first entry is written. */
export function journalDirectory(root: string): string {
  return join(root, "pending");
}
