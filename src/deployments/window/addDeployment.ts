import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Services } from "../../commands/context/services.ts";
import { tellUnsaved } from "../../commands/context/tellUnsaved.ts";
import type { WorkspaceFolder } from "../../ports/workspace.ts";

/** Adds a deployment to the settings of a folder. Ends the command, with the reason, if that is impossible. */
export async function addDeployment(
  { workspace, dialogs }: Pick<Services, "workspace" | "dialogs">,
  folder: WorkspaceFolder,
  entry: object,
): Promise<void> {
  try {
    await tellUnsaved(dialogs, await workspace.addDeployment(folder, entry));
  } catch (error) {
    throw new CommandAborted(l10n.t("The deployment was not saved: {0}", error instanceof Error ? error.message : ""));
  }
}
