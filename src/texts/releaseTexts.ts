import * as l10n from "@vscode/l10n";
import type { ReleaseProblem } from "../actions/deploymentEnd.ts";
import { visibleText } from "../characters/plainText.ts";
import { numberText } from "./numberTexts.ts";

/** Why a website cannot have releases, or has not changed to one. */
export function releaseProblemText(problem: ReleaseProblem): string {
  switch (problem.why) {
    case "server":
      if (problem.server === "") return l10n.t("Releases need Nginx, and the panel names no web server.");
      return l10n.t("Releases need Nginx; the website is served by {0}.", visibleText(problem.server));
    case "stopped":
      return l10n.t("The website is stopped. Start it before its release.");
    case "noFiles":
      return l10n.t("Only websites of files have releases, and this one passes on to a program.");
    case "noRoot":
      return l10n.t("The configuration of the website names no directory, or cannot be read: {0}.", path(problem));
    case "roots":
      return l10n.t(
        "The configuration of the website names {0} directories, also in comments, and the panel could change each: {1}.",
        numberText(problem.count),
        path(problem),
      );
    case "rootElsewhere":
      return l10n.t(
        "The panel would change {0} wherever it stands in {1}, which is not only its root.",
        visibleText(problem.root),
        path(problem),
      );
    case "listed":
      return l10n.t(
        "The configuration of the website lists directories to visitors, and so all releases: {0}.",
        path(problem),
      );
    case "otherRoot":
      return l10n.t("The website serves {0}, which is not below its own directory.", visibleText(problem.root));
    case "changedRoot":
      return l10n.t("Somebody has changed the run path of the website: it serves {0} now.", visibleText(problem.root));
    case "noRelease":
      return l10n.t("The release is not there: {0}.", path(problem));
    case "notReloaded": {
      const { where } = problem;
      if (where === undefined)
        return l10n.t(
          "Nginx was not seen to load the run path, so it is again the one of before, which visitors still see.",
        );
      return l10n.t(
        "Nginx refuses its configuration at line {0} of {1}, so the run path is again the one of before, which visitors still see.",
        numberText(where.line),
        path(where),
      );
    }
    default:
      return problem satisfies never;
  }
}

function path(problem: { readonly path: string }): string {
  return visibleText(problem.path);
}
