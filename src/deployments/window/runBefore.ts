import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import type { StatedDeployment } from "./deploymentServer.ts";

/** Runs the task of a deployment. Ends the command if it fails. */
export async function runBefore(
  { workspace, dialogs }: InWorkspace & Talking,
  { folder }: StatedDeployment,
  task: string,
): Promise<void> {
  const code = await dialogs.progress(l10n.t("Running the task “{0}”…", task), async (signal) =>
    workspace.runTask(folder, task, signal),
  );
  if (code === 0) return;
  if (code === "missing") throw new CommandAborted(l10n.t("There is no task “{0}”. Nothing was deployed.", task));
  throw new CommandAborted(
    code === "unknown"
      ? l10n.t("Whether the task “{0}” succeeded is unknown: it has no exit code. Nothing was deployed.", task)
      : l10n.t("The task “{0}” ended with {1}. Nothing was deployed.", task, String(code)),
  );
}
