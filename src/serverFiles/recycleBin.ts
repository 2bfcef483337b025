import { posix } from "node:path";
import { nameInBin } from "../resources/binNames.ts";
import type { FileInput } from "../resources/resource.ts";

/** Where something that was deleted has been seen afterwards. `unseen`: the panel did not show it. */
export type Removal = "binned" | "forGood" | "unseen";

/** What the panel's recycle bin has by one name. */
export interface Binned {
  /** Names in the bin. */
  readonly names: readonly string[];
  /** There is nothing else. */
  readonly isWhole: boolean;
}

/** The last part of a name in the bin, by which panels look there. */
export function wordsInBin(path: string): string {
  return nameInBin(path).split("_bt_").at(-1)?.split("_t_")[0] ?? "";
}

/**
 * Where a path is now that it is gone. `undefined`: the bin could not be read.
 * @param paths what was deleted: the path as it was given, and the one with its links followed
 */
export function removalOf(paths: readonly string[], before: Binned | undefined, after: Binned | undefined): Removal {
  if (before === undefined || after === undefined) return "unseen";
  const isIt = (name: string) =>
    !before.names.includes(name) && paths.some((path) => name.startsWith(`${nameInBin(path)}_t_`));
  if (after.names.some(isIt)) return "binned";
  if (after.isWhole && paths.every(isListed)) return "forGood";
  return "unseen";
}

/** Whether the panel lists a path that is in its bin: some it cannot read, and leaves out (docs/protocol.md 16.22). */
function isListed(path: string): boolean {
  return !path.includes("@") && !posix.basename(path).includes("_t_");
}

/** Whether the question said that something goes to the bin, and it was not seen there. */
export function isLost(input: FileInput | undefined, removal: Removal | undefined): boolean {
  return input?.bin === "takes" && removal !== undefined && removal !== "binned";
}
