import * as l10n from "@vscode/l10n";
import type { StorageProblem } from "../storage/storageError.ts";

/** Why a panel could not be read, stored or removed on this computer, and what to do. */
export function storageText(problem: StorageProblem): string {
  switch (problem.kind) {
    case "secretsUnavailable":
      return l10n.t(
        "This computer's secret storage does not answer. Nothing was done. Unlock the keyring and try again.",
      );
    case "fileFailed":
      return l10n.t(
        "The extension's files on this computer could not be read or written ({0}). Nothing was done. Check that the disk is neither full nor write-protected.",
        problem.code,
      );
    case "gone":
      return l10n.t("This panel has been removed, perhaps in another window.");
    case "unreadable":
      return l10n.t("This version of the extension cannot read the panel's file. The file was left unchanged.");
    default:
      return problem satisfies never;
  }
}
