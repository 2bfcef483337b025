import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../../commands/context/commandAborted.ts";
import { tellUnsaved } from "../../../commands/context/tellUnsaved.ts";
import { sourceProblemText } from "../../../texts/deployablePathTexts.ts";
import { missingModulesText, sourceRemarks } from "../../../texts/sourceRemarkTexts.ts";
import { namedText } from "../../../texts/listTexts.ts";
import type { FolderDeployment } from "../../deploymentSetting.ts";
import { missingModules } from "../../source/missingModules.ts";
import { patternFor } from "../../leftOut/leftOut.ts";
import { readSource, SourceError, type NameAtFault, type Source } from "../../sourceFiles.ts";
import type { StatedDeployment } from "../deploymentServer.ts";
import type { InWorkspace } from "../../../ports/workspace.ts";
import type { Talking } from "../../../ports/dialogs.ts";
import type { Deputy } from "../deployServices.ts";

/** A source folder, and the deployment with what the person has had left out of it just now. */
export interface ReadFolder {
  readonly source: Source;
  readonly deployment: FolderDeployment;
}

/** Who has a folder read, and which of its files. */
interface ReadBy {
  readonly by?: Deputy["by"] | undefined;
  readonly say?: Deputy["say"] | undefined;
  /** The only files that are read, relative to the folder; absent: all of them. */
  readonly only?: ReadonlySet<string> | undefined;
}

/**
 * Reads the source folder. A person can leave out names that panels cannot handle; `undefined`: they turned away. Ends the command with
 * a sentence if the folder cannot be deployed.
 */
export async function readFolder(
  services: InWorkspace & Talking,
  stated: StatedDeployment<FolderDeployment>,
  { by, say, only }: ReadBy,
): Promise<ReadFolder | undefined> {
  try {
    const source = await sourceOf(services, stated, only);
    if (by !== undefined) tellRemarks(source, say);
    return { source, deployment: stated.deployment };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { problem } = error;
    if (problem.kind !== "names" || by !== undefined) throw new CommandAborted(sourceProblemText(problem));
    const answer = await services.dialogs.choose(sourceProblemText(problem), leaveOutText(stated), [
      { label: l10n.t("Leave It Out"), value: true },
    ]);
    if (answer !== true) return undefined;
    return readFolder(services, await leavingOut(services, stated, problem.names), { by, say, only });
  }
}

/** Says what a person would see in the preview. Ends the command where a project would lack modules. */
function tellRemarks(source: Source, say: Deputy["say"] = () => undefined): void {
  const modules = missingModules(source);
  if (modules.length > 0) throw new CommandAborted(missingModulesText(modules));
  for (const { label, description } of sourceRemarks(source)) say(namedText(label, description));
}

function leaveOutText({ isNew }: StatedDeployment): string {
  if (isNew === true) return l10n.t("What is left out is not deployed; what the server has of it stays.");
  return l10n.t("It is added to “{0}” of the deployment in the settings; what the server has of it stays.", "exclude");
}

/** The deployment without some names, also in the settings if it is there. */
async function leavingOut(
  { workspace, dialogs }: InWorkspace & Talking,
  stated: StatedDeployment<FolderDeployment>,
  names: readonly NameAtFault[],
): Promise<StatedDeployment<FolderDeployment>> {
  const { folder, deployment, isNew } = stated;
  const patterns = names.map(({ path }) => patternFor(path));
  if (isNew !== true) {
    try {
      await tellUnsaved(dialogs, await workspace.exclude(folder, deployment.name, patterns));
    } catch (error) {
      throw new CommandAborted(
        l10n.t("The deployment was not saved: {0}", error instanceof Error ? error.message : ""),
      );
    }
  }
  return { ...stated, deployment: { ...deployment, exclude: [...deployment.exclude, ...patterns] } };
}

async function sourceOf(
  { dialogs }: Talking,
  { folder, deployment }: StatedDeployment<FolderDeployment>,
  only: ReadonlySet<string> | undefined,
): Promise<Source> {
  return dialogs.progress(
    l10n.t("Reading “{0}”…", deployment.source || folder.name),
    async (signal, report) =>
      readSource({
        workspace: folder.path,
        folder: deployment.source,
        exclude: deployment.exclude,
        ...(only && { only }),
        steps: deployment.steps,
        signal,
        onProgress: (read, found) => report(l10n.t("{0} of {1}", String(read), String(found))),
      }),
    "beforeQuestion",
  );
}
