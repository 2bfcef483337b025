import { l10n } from "vscode";
import type { StorageProblem } from "../../model/storageError.ts";

/** Why a panel could not be stored, and what to do. */
export function storageText(problem: StorageProblem): string {
  switch (problem.kind) {
    case "secretsUnavailable":
      return l10n.t(
        "The secret storage of this computer does not answer, so nothing was stored. Unlock its keyring and try again.",
      );
    case "fileFailed":
      return l10n.t("The panel could not be written to disk ({0}), so nothing was stored.", problem.code);
    case "gone":
      return l10n.t("Another window has removed this panel.");
    case "unreadable":
      return l10n.t("The panel's file cannot be read by this version, so it was left as it is.");
    default:
      return problem satisfies never;
  }
}
