import * as l10n from "@vscode/l10n";
import { bytesText } from "../characters/bytesText.ts";
import { visibleText } from "../characters/plainText.ts";
import { isIncluded, sentences } from "../characters/sentences.ts";
import type { DeploymentInput } from "../resources/plannedDeployment.ts";
import { listText, namedText, namesText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";
import { plannedStepsText } from "./plannedStepTexts.ts";
import { shortRunPath } from "./releaseTexts.ts";
import { timeText } from "./timeTexts.ts";
import { afterwardsText } from "./watchTexts.ts";

/** What a deployment or a roll back does, for the question before it, in lines. */
export function deploymentLines(input: DeploymentInput | undefined): readonly string[] {
  if (input === undefined) return [];
  const {
    directory,
    counts,
    bytes = 0,
    local,
    source,
    replaced = [],
    sharedBy = [],
    checks = {},
    ids = [],
    runPath,
    steps = [],
  } = input;
  const afterwards = afterwardsText(checks);
  return [
    processText(input),
    local && localText(local, bytes),
    source !== undefined && l10n.t("On this computer: {0}", visibleText(source)),
    l10n.t("On the server: {0}", visibleText(directory)),
    runPath !== undefined && l10n.t("The website serves the release then, by the run path {0}.", shortRunPath(runPath)),
    counts && l10n.t("Files: {0}.", countsText(counts)),
    replaced.length > 0 && replacedText(replaced),
    sharedBy.length > 0 && sharedText(sharedBy),
    ...plannedStepsText(steps, runPath !== undefined).map(({ label, names }) => l10n.t("{0}: {1}", label, names)),
    local === undefined && bytes > 0 && l10n.t("To be sent: {0}", bytesText(bytes)),
    afterwards !== undefined && namedText(l10n.t("Afterwards"), afterwards),
    ids.length > 1 && l10n.t("The latest {0} deployments are undone.", numberText(ids.length)),
  ].filter(isIncluded);
}

/** Which others run the file that is replaced. */
export function sharedText(names: readonly string[]): string {
  return l10n.t("Others run the same program, and go on with the old one until they restart: {0}.", namesText(names));
}

/** What becomes of the process of a target. */
function processText({ project }: DeploymentInput): string | undefined {
  switch (project) {
    case undefined:
      return undefined;
    case "staysStopped":
      return l10n.t("The project is stopped, and stays stopped.");
    case "starts":
      return l10n.t("The project, which is stopped, is started. If it does not run, what was there before comes back.");
    case "restarts":
      return l10n.t(
        "The project restarts, and is not reachable meanwhile. If it does not run, what was there before comes back.",
      );
    default:
      return project satisfies never;
  }
}

/** What a deployment replaces although nobody here has placed it. */
export function replacedText(paths: readonly string[]): string {
  return l10n.t("Changed on the server or never deployed, and replaced: {0}.", namesText(paths));
}

/** Why a task stops. */
export function wouldReplaceText(paths: readonly string[]): string {
  return sentences(
    l10n.t(
      "Nothing was deployed: this was changed on the server, or no deployment has placed it: {0}.",
      namesText(paths),
    ),
    l10n.t("Deploy it by its command, which shows it first, or allow it by “{0}” in the settings.", "replaceChanged"),
  );
}

function localText({ path, modified }: NonNullable<DeploymentInput["local"]>, bytes: number): string {
  return l10n.t("On this computer: {0} ({1}, changed {2})", visibleText(path), bytesText(bytes), timeText(modified));
}

/** How many files a deployment adds, changes, removes and leaves: "3 new, 1 changed, 240 unchanged" */
export function countsText(counts: NonNullable<DeploymentInput["counts"]>): string {
  const parts = [
    counts.added > 0 && l10n.t("{0} new", numberText(counts.added)),
    counts.changed > 0 && l10n.t("{0} changed", numberText(counts.changed)),
    counts.removed > 0 && l10n.t("{0} removed", numberText(counts.removed)),
    counts.unchanged > 0 && l10n.t("{0} unchanged", numberText(counts.unchanged)),
  ].filter(isIncluded);
  return listText(parts);
}
