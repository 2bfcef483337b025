import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { tellUnsaved } from "../../commands/context/tellUnsaved.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { WorkspaceFolder, InWorkspace } from "../../ports/workspace.ts";

/** Adds a deployment to the settings of a folder. Ends the command, with the reason, if that is impossible. */
export async function addDeployment(
  { workspace, dialogs }: InWorkspace & Talking,
  folder: WorkspaceFolder,
  entry: object,
): Promise<void> {
  try {
    await tellUnsaved(dialogs, await workspace.addDeployment(folder, entry));
  } catch (error) {
    throw new CommandAborted(l10n.t("The deployment was not saved: {0}", error instanceof Error ? error.message : ""));
  }
}
