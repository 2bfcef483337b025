import { posix } from "node:path";
import { nameInBin } from "../resources/binNames.ts";
import type { FileInput } from "../resources/fileInput.ts";

/**
 * Where a deleted file is. `binned`: in the panel's recycle bin; `forGood`: not there, so it is deleted for good; `unseen`:
 * unknown, because the panel did not show it.
 */
export type Removal = "binned" | "forGood" | "unseen";

/** What a search of the panel's recycle bin has found. */
export interface Binned {
  /** Names in the bin. */
  readonly names: readonly string[];
  /** Whether these are all names that there are. */
  readonly isWhole: boolean;
}

/** The words that find a path in the recycle bin: panels search in the last part of a name there. */
export function wordsInBin(path: string): string {
  return nameInBin(path).split("_bt_").at(-1)?.split("_t_")[0] ?? "";
}

/**
 * Where a deleted path is, by what the bin had before and after; `undefined` for either: the bin could not be read.
 * @param paths the deleted path, as it was given and with its links followed
 */
export function removalOf(paths: readonly string[], before: Binned | undefined, after: Binned | undefined): Removal {
  if (before === undefined || after === undefined) return "unseen";
  const isNewInBin = (name: string) =>
    !before.names.includes(name) && paths.some((path) => name.startsWith(`${nameInBin(path)}_t_`));
  if (after.names.some(isNewInBin)) return "binned";
  if (after.isWhole && paths.every(isListed)) return "forGood";
  return "unseen";
}

/**
 * Whether the panel would list this path if it were in the bin: it leaves out names that it cannot read
 * (docs/protocol.md 16.22).
 */
function isListed(path: string): boolean {
  return !path.includes("@") && !posix.basename(path).includes("_t_");
}

/** Whether the confirmation said that a file goes to the bin, but the file was not seen there. */
export function isLost(input: FileInput | undefined, removal: Removal | undefined): boolean {
  return input?.bin === "takes" && removal !== undefined && removal !== "binned";
}
