import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import type { NameAtFault, SourceProblem } from "../deployments/sourceFiles.ts";
import type { RootProblem } from "../deployments/targetRoot.ts";
import type { DeployedNameProblem } from "../serverFiles/remoteNames.ts";
import { firstText, MOST_NAMED } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** Why a website's directory takes no deployment. */
export function rootProblemText(problem: RootProblem): string {
  switch (problem.kind) {
    case "unknown":
      return l10n.t("The panel does not say where its files are. Nothing was sent.");
    case "system":
      return l10n.t(
        "Nothing is deployed to {0}: it holds more than the files of one website or project.",
        visibleText(problem.path),
      );
    case "characters":
      return charactersText(problem);
    case "otherSite":
      return l10n.t(
        "{0} belongs to another website or project, “{1}”. Nothing was sent.",
        visibleText(problem.path),
        visibleText(problem.site),
      );
    default:
      return problem satisfies never;
  }
}

function charactersText({ path, character }: Extract<RootProblem, { kind: "characters" }>): string {
  if (character === undefined)
    return l10n.t("The panel cannot handle the path {0} safely. Nothing was sent.", visibleText(path));
  const why = character === " " ? l10n.t("a space") : characterText(character);
  return l10n.t("The panel cannot handle the path {0} safely: it has {1}. Nothing was sent.", visibleText(path), why);
}

/** Why a source folder cannot be deployed. */
export function sourceProblemText(problem: SourceProblem): string {
  switch (problem.kind) {
    case "missing":
      return l10n.t("The folder to deploy, “{0}”, does not exist. Nothing was sent.", visibleText(problem.path));
    case "notDirectory":
      return l10n.t("What is to be deployed is no folder. Nothing was sent.");
    case "outside":
      return l10n.t("The folder to deploy is outside of the workspace folder. Nothing was sent.");
    case "empty":
      return l10n.t("The folder to deploy has no file that is not left out. Nothing was sent.");
    case "tooMany":
      return l10n.t("The folder has more than {0} files. Nothing was sent.", numberText(problem.most));
    case "unreadable":
      return l10n.t("{0} cannot be read ({1}). Nothing was sent.", visibleText(problem.path) || "/", problem.code);
    case "changed":
      return l10n.t("{0} has changed while it was read. Nothing was sent.", visibleText(problem.path));
    case "names": {
      const shownNames = problem.names
        .slice(0, MOST_NAMED)
        .map((name) => `${visibleText(name.path)} (${nameText(name)})`);
      const names = firstText(shownNames, problem.names.length);
      return l10n.t("These names cannot be deployed: {0}. Nothing was sent.", names);
    }
    default:
      return problem satisfies never;
  }
}

function nameText({ problem }: NameAtFault): string {
  return nameProblemTexts[problem]();
}

function characterText(character: string): string {
  // control characters and the like are shown by their number
  const codePoint = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0") ?? "";
  return l10n.t("the character {0}", visibleText(character) || `U+${codePoint}`);
}

const nameProblemTexts: Readonly<Record<DeployedNameProblem, () => string>> = {
  lineFeed: () => l10n.t("a line break: the panel is asked by name what is there, in a list with a line for each"),
  encoding: () => l10n.t("not in UTF-8, in which the panel is asked by name what is there"),
  tooLong: () => l10n.t("too long for the server's file system"),
};
