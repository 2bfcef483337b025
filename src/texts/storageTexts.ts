import * as l10n from "@vscode/l10n";
import type { StorageProblem } from "../storage/storageError.ts";

/** Why a panel could not be read, stored or removed on this computer, and what to do. */
export function storageText(problem: StorageProblem): string {
  switch (problem.kind) {
    case "secretsUnavailable":
      return l10n.t(
        "The secret storage of this computer does not answer, so nothing was done. Unlock its keyring and try again.",
      );
    case "fileFailed":
      return l10n.t(
        "The extension's files on this computer could not be read or written ({0}), so nothing was done. Check that the disk has room and is not write-protected.",
        problem.code,
      );
    case "gone":
      return l10n.t("This panel has been removed, perhaps in another window.");
    case "unreadable":
      return l10n.t("The panel's file cannot be read by this version of the extension, so it was left as it is.");
    default:
      return problem satisfies never;
  }
}
